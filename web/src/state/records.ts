/** What was read of a text as records that the page lists, and the answers of a solver as the state keeps them. */
import type { Scanned } from "../formats/place.ts";
import { type ReadDeal, readTextAs } from "../formats/read.ts";
import type { Rules } from "../game/rules.ts";
import type { CardValues as Answer } from "../solver/solver.ts";
import { handOfDeal } from "./hand.ts";
import type { Action, CardValues, ReadRecord } from "./state.ts";

/** A record as the page lists it: the hand, as far as it could be read, and what is wrong with it. */
export function recordOf(scanned: Scanned<ReadDeal>): ReadRecord {
  const { place, board, item, error } = scanned;
  if (error !== null) return { place, board, hand: null, faults: error.faults, title: "" };
  const { deal, untold, faults, title } = item;
  const some = Object.values(deal.hands).some((hand) => hand.length > 0);
  return {
    place,
    board,
    hand: some ? handOfDeal(deal, untold !== null) : null,
    faults: untold ? [untold, ...faults] : faults,
    title,
  };
}

/** The action that lists what a text holds; a BackAlleyError where it holds nothing. */
export async function readRecords(
  name: string,
  text: string,
  rules: Rules | null = null,
  signal?: AbortSignal,
): Promise<Extract<Action, { type: "records" }>> {
  const { records, cut } = await readTextAs(text, recordOf, rules, signal);
  return { type: "records", name, records, cut };
}

/** NS tricks by card, of a solver's answer. */
export function valuesOf(answer: Pick<Answer, "cards">): CardValues {
  return Object.fromEntries(Object.entries(answer.cards).map(([card, tricks]) => [card, tricks?.NS]));
}
