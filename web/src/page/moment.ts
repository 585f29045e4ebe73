/** What the page shows of a hand at its cursor: the line through it, the position there, and what bids make of it. */
import {
  type Auction,
  auctionOf,
  biddingOrder,
  type Contract,
  contracts,
  exempt,
  firstLeader,
  isComplete,
  passedOut,
} from "../game/auction.ts";
import { type BySide, type Card, type Seat, SEATS, type Trump } from "../game/cards.ts";
import { afterCard, isFinished, legalCards, type Position, start, turn, whyIllegal } from "../game/play.ts";
import { dealScore, margins, rainbows } from "../game/scoring.ts";
import type { Hand, NodeId, Tree } from "../state/state.ts";

/** A card of the shown line, with the position before it. */
export interface Step {
  readonly node: NodeId;
  readonly card: Card;
  readonly before: Position;
  readonly seat: Seat;
  readonly illegal: boolean;
}

export interface Moment {
  readonly hand: Hand;
  readonly cards: number;
  readonly trump: Trump;
  readonly auction: Auction | null;
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
  readonly next: Card | null;
}

/** From the first card to the node, and on by first children to the end. */
export function lineThrough(tree: Tree, cursor: NodeId): { readonly nodes: readonly NodeId[]; readonly place: number } {
  const nodes: NodeId[] = [];
  for (let id: NodeId | null = cursor; id !== null && id !== 0; id = tree.nodes[id]?.parent ?? null) nodes.unshift(id);
  const place = nodes.length;
  for (let id = tree.nodes[cursor]?.children[0]; id !== undefined; id = tree.nodes[id]?.children[0]) nodes.push(id);
  return { nodes, place };
}

export function isWhole(hand: Hand): boolean {
  const size = hand.hands.N.length;
  return size > 0 && hand.trump !== "unknown" && SEATS.every((seat) => hand.hands[seat].length === size);
}

function auctionIn(hand: Hand, cards: number): Auction | null {
  if (hand.dealer === null) return null;
  try {
    return auctionOf(hand.dealer, cards, hand.rules, hand.bids);
  } catch {
    return null;
  }
}

/** Who leads, told by the bids or by a person. */
export function leaderOf(hand: Hand, auction: Auction | null): Seat | null {
  return hand.leader ?? (auction ? firstLeader(auction) : null);
}

export function momentOf(hand: Hand): Moment {
  const cards = hand.hands.N.length;
  const trump = hand.trump === "unknown" ? null : hand.trump;
  const whole = isWhole(hand);
  const auction = whole ? auctionIn(hand, cards) : null;
  const done = auction !== null && isComplete(auction);
  const leader = leaderOf(hand, auction);
  const free = hand.leader === null && done ? exempt(auction) : hand.exempt;
  const playable = whole && leader !== null && !(auction && passedOut(auction) && hand.leader === null);
  const opening = playable ? start(hand.hands, trump, leader, free, hand.rules) : null;
  const line = lineThrough(hand.tree, hand.cursor);
  const steps: Step[] = [];
  let position = opening;
  let shown = opening;
  for (const [index, node] of line.nodes.entries()) {
    const card = hand.tree.nodes[node]?.card;
    if (!position || !card) break;
    const illegal = whyIllegal(position, card) !== null;
    if (illegal && !position.hands[turn(position)].includes(card)) break;
    steps.push({ node, card, before: position, seat: turn(position), illegal });
    position = afterCard(position, card);
    if (index + 1 === line.place) shown = position;
  }
  const place = Math.min(line.place, steps.length);
  const over = shown ? isFinished(shown) : true;
  return {
    hand,
    cards,
    trump,
    auction,
    contracts: done ? contracts(auction) : null,
    margins: done && !passedOut(auction) ? margins(auction, rainbows(hand.hands, trump)) : null,
    opening,
    steps,
    place,
    position: shown,
    turn: shown && !over ? turn(shown) : null,
    legal: shown && !over ? legalCards(shown) : [],
    next: steps[place]?.card ?? null,
  };
}

/** The score of both sides for so many NS tricks; null where bids do not tell. */
export function scoreOf(moment: Moment, ns: number): BySide<number> | null {
  if (!moment.auction || !moment.margins) return null;
  return dealScore(moment.auction, ns, rainbows(moment.hand.hands, moment.trump));
}

export function orderOf(hand: Hand): readonly Seat[] {
  return hand.dealer ? biddingOrder(hand.dealer) : SEATS;
}
