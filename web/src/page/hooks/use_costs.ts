/** The costliest card of each record of a list, looked for one record after another. */
import { useEffect, useRef } from "preact/hooks";

import type { Solver } from "../../solver/solver.ts";
import { valuesOf } from "../../state/records.ts";
import { costliest, reviewLine } from "../../state/review.ts";
import { outcome, positionKey, question, shownSteps } from "../../state/selectors.ts";
import type { CardValues, Hand, RecordCost, RecordList, State } from "../../state/state.ts";
import { ROOT } from "../../state/tree.ts";
import type { Dispatch } from "../shown.ts";

export const UNPLAYED: RecordCost = { card: null, lossTricks: 0, lossPoints: null, ns: null };

/** Whether any card of it was played. */
export function isPlayed(hand: Hand): boolean {
  return (hand.tree.nodes[ROOT]?.children.length ?? 0) > 0;
}

async function costOf(given: Hand, solver: Solver, signal: AbortSignal): Promise<RecordCost> {
  const hand = { ...given, cursor: ROOT };
  const steps = shownSteps(hand);
  const wrong = steps.findIndex((step) => step.illegal);
  const legal = wrong < 0 ? steps : steps.slice(0, wrong);
  const last = legal.at(-1);
  const asked = last && question(hand, last.node);
  if (!asked) return UNPLAYED;
  const answers = await solver.every(asked, { signal });
  const values: Record<string, CardValues> = {};
  answers.forEach((answer, played) => {
    const key = positionKey(hand, legal[played - 1]?.node ?? ROOT);
    if (key !== null) values[key] = valuesOf(answer);
  });
  const worst = costliest(reviewLine({ hand, values }));
  return {
    card: worst?.card ?? null,
    lossTricks: worst?.lossTricks ?? 0,
    lossPoints: worst?.lossPoints ?? null,
    ns: outcome(hand)?.tricks.NS ?? answers.at(-1)?.tricks.NS ?? null,
  };
}

/** Looks at the records of the list from one index to before another. */
export function useCosts(solver: Solver | null, list: RecordList, from: number, to: number, costs: State["costs"], dispatch: Dispatch) {
  const { records } = list;
  const known = useRef(costs);
  known.current = costs;
  useEffect(() => {
    if (!solver) return;
    const ending = new AbortController();
    const look = async () => {
      for (let index = from; index < to; index += 1) {
        const hand = records[index]?.hand;
        if (!hand || !isPlayed(hand) || known.current[index]) continue;
        let cost = UNPLAYED;
        try {
          cost = await costOf(hand, solver, ending.signal);
        } catch {
          // A record that cannot be solved is listed as one that was not played.
        }
        if (ending.signal.aborted) return;
        dispatch({ type: "cost", index, cost });
      }
    };
    void look();
    return () => ending.abort();
  }, [solver, records, from, to]);
}
