/** The solver's answers for the shown line: asked for the cursor first, then for every card of the line. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Card } from "../game/cards.ts";
import type { CardCode, Position as Question } from "../solver/position.ts";
import { type CardValues, type Solver, Unsolved, type UnsolvedKind } from "../solver/solver.ts";
import type { Moment } from "./moment.ts";

export interface Answers {
  /** The values before the card with this index of the line; undefined while unknown. */
  readonly at: (place: number) => CardValues | undefined;
  readonly asking: boolean;
  readonly failed: UnsolvedKind | null;
}

function dealKey(question: Question): string {
  return JSON.stringify([question.hands, question.trump, question.rules, question.leader, question.exempt]);
}

/** The question about a moment with so many cards of its line played; null where nobody is to play. */
export function questionOf(moment: Moment, place: number): Question | null {
  const { opening, hand } = moment;
  if (!opening) return null;
  const { N, E, S, W } = hand.hands;
  return {
    rules: hand.rules,
    hands: [N, E, S, W],
    trump: moment.trump,
    play: moment.steps.slice(0, place).map((step) => step.card),
    leader: opening.leader,
    exempt: opening.exempt,
  };
}

const keyOf = (play: readonly Card[] | readonly CardCode[]) => play.join(".");
/** A line of 52 cards and some variations; an answer is about a kilobyte. */
const KEPT = 4000;

export function useAnswers(solver: Solver | null, moment: Moment): Answers {
  const kept = useRef(new Map<string, CardValues>());
  const about = useRef("");
  const [, setCount] = useState(0);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<UnsolvedKind | null>(null);
  const legalUntil = moment.steps.findIndex((step) => step.illegal);
  const end = legalUntil < 0 ? moment.steps.length : legalUntil;
  const whole = useMemo(() => questionOf(moment, end), [moment, end]);
  const deal = whole ? dealKey(whole) : "";
  if (about.current !== deal || kept.current.size > KEPT) {
    about.current = deal;
    kept.current = new Map();
  }
  const line = whole ? keyOf(whole.play) : "";

  useEffect(() => {
    if (!solver || !whole) return;
    const ending = new AbortController();
    const asked = { signal: ending.signal };
    const known = kept.current;
    const place = Math.min(moment.place, end);
    const keep = (played: number, values: CardValues) => {
      if (ending.signal.aborted) return;
      known.set(keyOf(whole.play.slice(0, played)), values);
      setCount((count) => count + 1);
    };
    const missing = Array.from({ length: end + 1 }, (_, played) => played).filter(
      (played) => !known.has(keyOf(whole.play.slice(0, played))),
    );
    if (!missing.length) return;
    const ask = async () => {
      setAsking(true);
      setFailed(null);
      try {
        if (missing.includes(place)) {
          keep(place, await solver.cards({ ...whole, play: whole.play.slice(0, place) }, asked));
        }
        if (missing.length > 1) await solver.every(whole, { ...asked, known: keep });
      } catch (error) {
        if (!ending.signal.aborted) setFailed(error instanceof Unsolved ? error.kind : "trapped");
      }
      if (!ending.signal.aborted) setAsking(false);
    };
    void ask();
    return () => ending.abort();
    // The cursor alone asks nothing new unless its values are missing.
  }, [solver, deal, line, whole && kept.current.has(keyOf(whole.play.slice(0, moment.place)))]);

  return {
    at: (place) => (whole && place <= end ? kept.current.get(keyOf(whole.play.slice(0, place))) : undefined),
    asking,
    failed,
  };
}
