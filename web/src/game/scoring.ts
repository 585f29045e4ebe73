/** The score of one deal (R15 to R17). */
import { failure } from "../errors.ts";
import { type Auction, type Contract, contracts, isComplete, passedOut } from "./auction.ts";
import { type BySide, bySide, type Card, groupOf, type Hands, isBlooper, SEATS, sideOf, type Trump } from "./cards.ts";
import type { Rules } from "./rules.ts";

/** Whether four cards show all four suits, bloopers counting as trumps. */
export function isRainbow(hand: readonly Card[], trump: Trump): boolean {
  if (trump === null && hand.some(isBlooper)) return false;
  return hand.length === 4 && new Set(hand.map((card) => groupOf(card, trump))).size === 4;
}

/** How many hands of each side are rainbows. */
export function rainbows(hands: Hands, trump: Trump): BySide<number> {
  return bySide((side) => SEATS.filter((seat) => sideOf(seat) === side && isRainbow(hands[seat], trump)).length);
}

/** A side's points for its contract when it takes `tricks` of `cards` (R15, R16); they never fall as tricks rise. */
export function sideScore(contract: Contract, tricks: number, cards: number, rules: Rules): number {
  if (contract.total === null) {
    const points = rules.board_points * cards * contract.level;
    return tricks === cards ? points : -points;
  }
  if (tricks < contract.total) return -rules.fail_points * contract.total;
  return rules.trick_points * contract.total + tricks - contract.total;
}

/** Both sides' points for a deal: each scores its own contract (R17), and nobody if all passed (R9). */
export function dealScore(auction: Auction, nsTricks: number, rainbow: BySide<number>): BySide<number> {
  if (!isComplete(auction)) throw failure("deal", "a score needs the bids of all four seats", "R6", "/bids");
  if (nsTricks < 0 || nsTricks > auction.cards) {
    throw failure("deal", `NS cannot take ${nsTricks} of ${auction.cards} tricks`, "R14", "/tricks/NS");
  }
  if (passedOut(auction)) return { NS: 0, EW: 0 };
  const due = contracts(auction);
  return bySide((side) => {
    const tricks = side === "NS" ? nsTricks : auction.cards - nsTricks;
    return sideScore(due[side], tricks, auction.cards, auction.rules) + auction.rules.rainbow_bonus * rainbow[side];
  });
}

/** Points of NS less those of EW when NS take so many tricks, as a table by NS tricks. */
export function margins(auction: Auction, rainbow: BySide<number>): number[] {
  return Array.from({ length: auction.cards + 1 }, (_, ns) => {
    const { NS, EW } = dealScore(auction, ns, rainbow);
    return NS - EW;
  });
}
