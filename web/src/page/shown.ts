/** What every view of a hand is given. */
import type { Action, State } from "../state/state.ts";
import type { Answers } from "./answers.ts";
import type { Moment } from "./moment.ts";
import type { Reviews } from "./record_rows.ts";

export type Dispatch = (action: Action) => void;

export interface Shown {
  readonly state: State;
  readonly moment: Moment;
  readonly answers: Answers;
  readonly reviews: Reviews;
  readonly dispatch: Dispatch;
}
