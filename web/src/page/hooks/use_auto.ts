/** Plays on with best cards, one after another, until the end or until it is stopped. */
import { useEffect, useState } from "preact/hooks";

import type { Shown } from "../shown.ts";

const PAUSE = 450;

export function useAuto({ moment, answers, dispatch }: Omit<Shown, "state" | "reviews">) {
  const [playing, setPlaying] = useState(false);
  const best = answers.at(moment.place)?.best[0];
  const over = moment.turn === null;
  useEffect(() => {
    if (!playing) return;
    if (over) {
      setPlaying(false);
      return;
    }
    if (!best) return;
    const waiting = setTimeout(() => dispatch({ type: "play", card: best }), PAUSE);
    return () => clearTimeout(waiting);
  }, [playing, best, over, moment.place, moment.hand.cursor]);
  return { playing, toggle: () => setPlaying(!playing), stop: () => setPlaying(false) };
}
