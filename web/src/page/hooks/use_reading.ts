/** Texts, files and random deals become hands; what cannot be read is said and changes nothing. */
import { BackAlleyError, fault, type Fault } from "../../errors.ts";
import { dealHands } from "../../game/dealing.ts";
import { readText } from "../../formats/read.ts";
import { handOfDeal } from "../../state/hand.ts";
import type { State } from "../../state/state.ts";
import type { Dispatch } from "../shown.ts";
import type { Strings } from "../strings/strings.ts";

export interface Reading {
  readonly read: (text: string, name: string) => void;
  readonly open: (file: File) => void;
  readonly deal: (size: number, seed: string) => void;
}

/** Characters that a text may have: some thousands of records. */
export const MOST_TEXT = 4_000_000;

export function readingOf(state: State, dispatch: Dispatch, words: Strings): Reading {
  const refuse = (faults: readonly Fault[]) => dispatch({ type: "faults", faults });
  const read = (text: string, name: string) => {
    if (text.length > MOST_TEXT) return refuse([fault("", words.entry.tooLong((text.length / 1e6).toFixed(1)))]);
    try {
      const { records, cut } = readText(text);
      const [only] = records;
      if (records.length === 1 && only?.hand) {
        dispatch({ type: "load", hand: only.hand, view: "play" });
        if (only.faults.length) refuse(only.faults);
      } else if (records.length === 1 && only) refuse(only.faults);
      else dispatch({ type: "records", name, records, cut });
    } catch (error) {
      if (!(error instanceof BackAlleyError)) throw error;
      refuse(error.faults);
    }
  };
  return {
    read,
    open: (file) => {
      if (file.size > MOST_TEXT) return refuse([fault("", words.entry.tooLong((file.size / 1e6).toFixed(1)))]);
      void file.text().then(
        (text) => read(text, file.name),
        () => refuse([fault("", words.bad.text)]),
      );
    },
    deal: (size, seed) => {
      const deal = dealHands(size, state.hand.rules, seed);
      dispatch({ type: "load", hand: handOfDeal(deal), view: "play" });
    },
  };
}
