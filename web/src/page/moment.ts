/** What the page shows of a hand at its cursor, computed once: the line through it, the position, and what bids make of it. */
import { type Auction, biddingOrder, type Contract, contracts, isComplete } from "../game/auction.ts";
import { type BySide, type Card, type Seat, SEATS, type Trump } from "../game/cards.ts";
import { afterCard, isFinished, legalCards, type Position, turn } from "../game/play.ts";
import { auctionIn, equalSize, opening } from "../state/hand.ts";
import { marginsOf, shownSteps, type Step } from "../state/selectors.ts";
import type { Hand } from "../state/state.ts";
import { pathTo } from "../state/tree.ts";

export interface Moment {
  readonly hand: Hand;
  readonly cards: number;
  readonly trump: Trump;
  readonly auction: Auction | null;
  /** What each side must make, once all have bid. */
  readonly contracts: BySide<Contract> | null;
  /** NS's points less EW's by NS tricks; null where the bids do not tell. */
  readonly margins: readonly number[] | null;
  readonly opening: Position | null;
  readonly steps: readonly Step[];
  /** How many cards of the line lie before the cursor. */
  readonly place: number;
  readonly position: Position | null;
  readonly turn: Seat | null;
  readonly legal: readonly Card[];
  /** The card with which the line goes on. */
  readonly next: Card | null;
}

export function momentOf(hand: Hand): Moment {
  const auction = auctionIn(hand);
  const done = auction !== null && isComplete(auction);
  const first = opening(hand);
  const steps = shownSteps(hand);
  const place = Math.min(pathTo(hand.tree, hand.cursor).length, steps.length);
  const last = steps[place - 1];
  const position = last ? afterCard(last.before, last.card) : first;
  const over = position === null || isFinished(position);
  return {
    hand,
    cards: equalSize(hand),
    trump: hand.trump === "unknown" ? null : hand.trump,
    auction,
    contracts: done ? contracts(auction) : null,
    margins: marginsOf(hand),
    opening: first,
    steps,
    place,
    position,
    turn: over ? null : turn(position),
    legal: over ? [] : legalCards(position),
    next: steps[place]?.card ?? null,
  };
}

/** The node that stands for so many cards of the shown line. */
export function nodeAt(moment: Moment, place: number): number {
  return place > 0 ? (moment.steps[place - 1]?.node ?? 0) : 0;
}

export function orderOf(hand: Hand): readonly Seat[] {
  return hand.dealer ? biddingOrder(hand.dealer) : SEATS;
}
