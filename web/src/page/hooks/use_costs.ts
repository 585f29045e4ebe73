/** The costliest card of each record of a list, looked for one record after another. */
import { useEffect } from "preact/hooks";

import type { Solver } from "../../solver/solver.ts";
import { valuesOf } from "../../state/records.ts";
import { costliest, reviewLine } from "../../state/review.ts";
import { outcome, positionKey, question, shownSteps } from "../../state/selectors.ts";
import type { CardValues, Hand, RecordCost, RecordList } from "../../state/state.ts";
import { ROOT } from "../../state/tree.ts";
import type { Dispatch } from "../shown.ts";

const UNPLAYED: RecordCost = { card: null, lossTricks: 0, lossPoints: null, ns: null };

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

export function useCosts(solver: Solver | null, list: RecordList | null, dispatch: Dispatch) {
  const records = list?.records;
  useEffect(() => {
    if (!solver || !records) return;
    const ending = new AbortController();
    const look = async () => {
      for (const [index, { hand }] of records.entries()) {
        if (!hand) continue;
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
  }, [solver, records]);
}
