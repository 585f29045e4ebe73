/** Texts, files and random deals become hands; what cannot be read is said and changes nothing. */
import { useRef } from "preact/hooks";

import { BackAlleyError, fault, type Fault } from "../../errors.ts";
import { dealHands } from "../../game/dealing.ts";
import { handOfDeal, isWhole } from "../../state/hand.ts";
import { readRecords } from "../../state/records.ts";
import type { State } from "../../state/state.ts";
import type { Dispatch } from "../shown.ts";
import type { Strings } from "../strings/strings.ts";

export interface Reading {
  readonly read: (text: string, name: string) => void;
  readonly open: (file: File) => void;
  readonly deal: (size: number, seed: string) => void;
}

/** Bytes of a file that are looked at; a larger one is refused before it is in memory. */
const MOST_BYTES = 16_000_000;

export function useReading(state: State, dispatch: Dispatch, words: Strings): Reading {
  const under = useRef<AbortController | null>(null);
  const refuse = (faults: readonly Fault[]) => dispatch({ type: "faults", faults });
  const read = async (text: string, name: string) => {
    under.current?.abort();
    const own = new AbortController();
    under.current = own;
    try {
      const list = await readRecords(name, text, null, own.signal);
      const [only] = list.records;
      if (list.records.length > 1) dispatch(list);
      else if (only?.hand) {
        const sound = isWhole(only.hand) && only.faults.every(({ pointer }) => pointer.startsWith("/play"));
        dispatch({ type: "load", hand: only.hand, view: sound ? "play" : "enter" });
        if (only.faults.length) refuse(only.faults);
      } else refuse(only?.faults ?? []);
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof BackAlleyError)) throw error;
      refuse(error.faults);
    }
  };
  return {
    read: (text, name) => void read(text, name),
    open: (file) => {
      if (file.size > MOST_BYTES) {
        refuse([fault("", words.entry.tooLong(file.name, (file.size / 1e6).toFixed(0)))]);
        return;
      }
      file.text().then(
        (text) => read(text, file.name),
        () => refuse([fault("", words.entry.notRead(file.name))]),
      );
    },
    deal: (size, seed) => {
      dispatch({ type: "load", hand: handOfDeal(dealHands(size, state.hand.rules, seed)), view: "play" });
    },
  };
}
