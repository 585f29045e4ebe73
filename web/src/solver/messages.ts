// What passes between the page and a worker of its solver.
import type { Dealt, Position } from "./position.ts";
import type { CardValues, TrickTable, UnsolvedKind } from "./solver.ts";

export type Question =
  | { readonly kind: "table"; readonly deal: Dealt }
  | { readonly kind: "cards"; readonly position: Position };

export type Answer = TrickTable | CardValues;

/** To a worker: the compiled core first, then one question at a time. */
export type Asked =
  | { readonly module: WebAssembly.Module }
  | { readonly id: number; readonly question: Question };

export interface Failure {
  readonly kind: UnsolvedKind;
  readonly message: string;
}

/** From a worker: that it is ready, or why it never will be; then an answer or a failure for each question. */
export type Told =
  | { readonly ready: true }
  | { readonly unready: Failure }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: Failure };
