// The first leads that a table of tricks is about, as solver/search/double_dummy.py lists them.
import { exemptSeats } from "../game/auction.ts";
import { SEATS } from "../game/cards.ts";
import type { CardCode, Dealt, RulesKnobs, Seat } from "./position.ts";
import type { Tricks, TrickTable } from "./solver.ts";

/** Who leads to the first trick, and who may lead trumps at any time. */
export interface Lead {
  readonly leader: Seat;
  readonly exempt: readonly Seat[];
}

/** The four leaders without a board, then each seat as lone claimant where the rules have boards (R8, R12 a). */
export function tableLeads(rules: RulesKnobs): Lead[] {
  const leads: Lead[] = SEATS.map((leader) => ({ leader, exempt: [] }));
  if (rules.board_levels.length === 0) return leads;
  return leads.concat(SEATS.map((leader) => ({ leader, exempt: exemptSeats([leader], rules) })));
}

/**
 * The exempt seats whose freedom can change the play: who has no trump has none to lead, who has nothing else may lead
 * them anyway (R12 b), and where trumps may be led at once nobody needs it.
 */
export function exemptThatMatters(deal: Dealt, exempt: readonly Seat[]): Seat[] {
  if (deal.rules.break_on === "unrestricted") return [];
  return SEATS.filter((seat, place) => {
    const hand = deal.hands[place] ?? [];
    const trumps = hand.filter((card) => isTrump(card, deal)).length;
    return exempt.includes(seat) && trumps > 0 && trumps < hand.length;
  });
}

/** The table's members from the North-South tricks of each of `leads`, in order. */
export function tableOf(size: number, leads: readonly Lead[], values: readonly number[]): Omit<TrickTable, "nodes" | "ms"> {
  const [n, e, s, w, ...board] = values.map((ns) => tricksOf(ns, size));
  if (!n || !e || !s || !w || values.length !== leads.length) throw new RangeError("a table has a value for each lead");
  return {
    tricks: { N: n, E: e, S: s, W: w },
    board: Object.fromEntries(SEATS.flatMap((seat, place) => (board[place] ? [[seat, board[place]]] : []))),
    max_tricks: { NS: Math.max(...values), EW: size - Math.min(...values) },
  };
}

export function tricksOf(ns: number, size: number): Tricks {
  return { NS: ns, EW: size - ns };
}

/** Whether a card is trump (R5); in no-trump a live blooper is the only one. */
function isTrump(card: CardCode, deal: Dealt): boolean {
  return card === "BB" || card === "LB" || (deal.trump !== null && card.endsWith(deal.trump));
}
