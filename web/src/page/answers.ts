/** The solver's answers for the shown line: asked for the cursor first, then for every card of the line. */
import { useEffect, useRef, useState } from "preact/hooks";

import { type CardValues, type Solver, Unsolved } from "../solver/solver.ts";
import { handFaults } from "../state/hand.ts";
import { valuesOf } from "../state/records.ts";
import { positionKey, question } from "../state/selectors.ts";
import { type Moment, nodeAt } from "./moment.ts";
import type { Dispatch } from "./shown.ts";

export interface Answers {
  /** The values before the card with this index of the line; undefined while unknown. */
  readonly at: (place: number) => CardValues | undefined;
  readonly asking: boolean;
  readonly failed: Unsolved | null;
  /** Asks once more what has failed. */
  readonly again: () => void;
}

/** Milliseconds for which answers are gathered. */
const TOGETHER = 50;
/** Answers that are kept: some hundred lines of play. */
const KEPT = 4000;

export function useAnswers(solver: Solver | null, moment: Moment, dispatch: Dispatch): Answers {
  const kept = useRef(new Map<string, CardValues>()).current;
  const [, setCount] = useState(0);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<Unsolved | null>(null);
  const [tries, setTries] = useState(0);
  const wrong = moment.steps.findIndex((step) => step.illegal);
  const end = wrong < 0 ? moment.steps.length : wrong;
  const whole = handFaults(moment.hand).length ? null : question(moment.hand, nodeAt(moment, end));
  const keyAt = (place: number) => positionKey(moment.hand, nodeAt(moment, place));
  const at = (place: number) => (place > end ? undefined : kept.get(keyAt(place) ?? ""));
  const place = Math.min(moment.place, end);

  const line = `${keyAt(end)} ${tries}`;
  const underway = useRef<{ readonly line: string; readonly ending: AbortController } | null>(null);

  useEffect(() => () => underway.current?.ending.abort(), [solver]);
  useEffect(() => {
    // What is asked about this line goes on, unless the cursor cannot wait for it.
    if (underway.current?.line === line && at(place) !== undefined) return;
    underway.current?.ending.abort();
    underway.current = null;
    if (!solver || !whole) return;
    const keys = Array.from({ length: end + 1 }, (_, played) => keyAt(played) ?? "");
    const missing = keys.flatMap((key, played) => (kept.has(key) ? [] : [played]));
    if (!missing.length) return;
    const ending = new AbortController();
    const asked = { signal: ending.signal };
    underway.current = { line, ending };
    let waiting: [string, CardValues][] = [];
    const show = () => {
      for (const [key, values] of waiting) dispatch({ type: "values", key, values: valuesOf(values) });
      waiting = [];
      setCount((count) => count + 1);
    };
    // Those of the cursor are shown at once, the others some at a time.
    const keep = (played: number, values: CardValues) => {
      const key = keys[played];
      if (ending.signal.aborted || key === undefined) return;
      if (kept.size >= KEPT) kept.clear();
      kept.set(key, values);
      waiting.push([key, values]);
      if (played === place) show();
      else if (waiting.length === 1) setTimeout(show, TOGETHER);
    };
    const ask = async () => {
      setAsking(true);
      setFailed(null);
      try {
        if (missing.includes(place)) keep(place, await solver.cards({ ...whole, play: whole.play.slice(0, place) }, asked));
        if (missing.some((played) => played !== place)) await solver.every(whole, { ...asked, known: keep });
      } catch (error) {
        if (!ending.signal.aborted) setFailed(error instanceof Unsolved ? error : new Unsolved("trapped", String(error)));
      }
      if (ending.signal.aborted) return;
      underway.current = null;
      setAsking(false);
    };
    void ask();
    // A move of the cursor asks nothing new, unless its values are missing.
  }, [solver, line, at(place) !== undefined]);

  return { at, asking, failed, again: () => setTries(tries + 1) };
}
