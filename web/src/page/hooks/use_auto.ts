/** Plays on with best cards, one after another, until the end, until it is stopped, or until a person does anything else. */
import { useEffect, useRef, useState } from "preact/hooks";

import type { Shown } from "../shown.ts";

const PAUSE = 450;

/** `busy` is what a person looks at beside the hand: another view or a dialog ends it too. */
export function useAuto({ moment, answers, dispatch, busy }: Omit<Shown, "state" | "reviews"> & { readonly busy: string }) {
  const [playing, setPlaying] = useState(false);
  /** Whether the next change of the hand is its own. */
  const own = useRef(false);
  const best = answers.at(moment.place)?.best[0];
  const over = moment.turn === null;
  useEffect(() => {
    if (!own.current) setPlaying(false);
    own.current = false;
  }, [moment.hand, busy]);
  useEffect(() => {
    if (!playing) return;
    if (over) {
      setPlaying(false);
      return;
    }
    if (!best) return;
    const waiting = setTimeout(() => {
      own.current = true;
      dispatch({ type: "play", card: best });
    }, PAUSE);
    return () => clearTimeout(waiting);
  }, [playing, best, over, moment.place, moment.hand.cursor]);
  return { playing, toggle: () => setPlaying(!playing) };
}
