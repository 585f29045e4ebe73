/** What the page shows of a state, computed from it: positions, legal cards, contracts, questions to the solver. */
import { type Auction, type Contract, contracts, isComplete, passedOut } from "../game/auction.ts";
import { type BySide, type Card, type Seat, SEATS } from "../game/cards.ts";
import {
  afterCard,
  forcedTrump,
  isFinished,
  legalCards,
  mayLeadTrump,
  type Position,
  touchingCards,
  turn,
  whyIllegal,
} from "../game/play.ts";
import type { Reason } from "../game/reasons.ts";
import { dealScore, margins, rainbows } from "../game/scoring.ts";
import type { Position as Question } from "../solver/position.ts";
import { auctionIn, equalSize, opening } from "./hand.ts";
import { lineEnd } from "./line.ts";
import type { CardValues, Hand, NodeId, State } from "./state.ts";
import { cardsTo, endOf, nodeOf, pathTo, ROOT } from "./tree.ts";

/** A card of a line, with the position before it. */
export interface Step {
  readonly node: NodeId;
  readonly card: Card;
  readonly seat: Seat;
  readonly before: Position;
  readonly illegal: Reason | null;
}

/** The steps from the first card to this node; they end before a card that whose turn it is does not hold. */
export function stepsTo(hand: Hand, id: NodeId): Step[] {
  const steps: Step[] = [];
  let position = opening(hand);
  for (const node of pathTo(hand.tree, id)) {
    const { card } = nodeOf(hand.tree, node);
    if (position === null || card === null) break;
    const illegal = whyIllegal(position, card);
    if (illegal && !position.hands[turn(position)].includes(card)) break;
    steps.push({ node, card, seat: turn(position), before: position, illegal });
    position = afterCard(position, card);
  }
  return steps;
}

/** The steps of the line through the cursor, to its end. */
export function shownSteps(hand: Hand): Step[] {
  return stepsTo(hand, lineEnd(hand));
}

/** The position at a node, the cursor's where none is named; null where the play cannot begin or goes on wrongly. */
export function positionAt(hand: Hand, id: NodeId = hand.cursor): Position | null {
  const steps = stepsTo(hand, id);
  const last = steps.at(-1);
  if (steps.length !== pathTo(hand.tree, id).length) return null;
  return last ? afterCard(last.before, last.card) : opening(hand);
}

/** The cards left to each seat at the cursor; as dealt where the play cannot begin. */
export function handsLeft(hand: Hand): Hand["hands"] {
  return positionAt(hand)?.hands ?? hand.hands;
}

/** A card that the one whose turn it is holds: whether it may be played, and why not. */
export interface Choice {
  readonly card: Card;
  readonly why: Reason | null;
}

/** The cards of whose turn it is, by falling index, each legal or with the reason why not. */
export function choices(position: Position): Choice[] {
  if (isFinished(position)) return [];
  const legal = legalCards(position);
  const rest = position.hands[turn(position)].filter((card) => !legal.includes(card));
  return [
    ...legal.map((card) => ({ card, why: null })),
    ...rest.map((card) => ({ card, why: whyIllegal(position, card) })),
  ];
}

/** The board and blooper rules at work: who may lead trumps, and whom a led blooper forces. */
export interface RulesAtWork {
  readonly leadTrumps: readonly Seat[];
  readonly forced: Readonly<Partial<Record<Seat, "highest" | "lowest">>>;
}

export function rulesAtWork(position: Position): RulesAtWork {
  const forced: Partial<Record<Seat, "highest" | "lowest">> = {};
  for (const seat of SEATS) {
    const which = forcedTrump(position, seat);
    if (which) forced[seat] = which;
  }
  return { leadTrumps: SEATS.filter((seat) => mayLeadTrump(position, seat)), forced };
}

/** What the solver is asked about the cards before a node, the cursor where none is named; null where it cannot be. */
export function question(hand: Hand, id: NodeId = hand.cursor): Question | null {
  const first = opening(hand);
  if (first === null || stepsTo(hand, id).some((step) => step.illegal) || !positionAt(hand, id)) return null;
  const [N, E, S, W] = SEATS.map((seat) => first.hands[seat]) as [Card[], Card[], Card[], Card[]];
  const { rules, trump, leader, exempt } = first;
  return { rules, hands: [N, E, S, W], trump, leader, exempt, play: cardsTo(hand.tree, id) };
}

/** One text for one deal as it is played, whatever the cards played: what answers are kept by. */
export function dealKey(hand: Hand): string | null {
  const first = opening(hand);
  if (first === null) return null;
  const { rules, trump, leader, exempt, hands } = first;
  const { break_on, big_led, little_led } = rules;
  const held = SEATS.map((seat) => [...hands[seat]].sort().join("")).join("|");
  return [
    trump ?? "N",
    leader,
    SEATS.filter((seat) => exempt.includes(seat)).join(""),
    break_on,
    big_led,
    little_led,
    held,
  ].join(" ");
}

/** What the answer about the position after these cards is kept by. */
export function keyOf(deal: string, cards: readonly Card[]): string {
  return `${deal} ${cards.join("")}`;
}

/** What the answer about the position at a node is kept by; null where there is no position. */
export function positionKey(hand: Hand, id: NodeId = hand.cursor): string | null {
  const deal = dealKey(hand);
  return deal === null ? null : keyOf(deal, cardsTo(hand.tree, id));
}

/** What the solver has answered about the position at a node; null where it has not. */
export function valuesAt(state: Pick<State, "hand" | "values">, id: NodeId = state.hand.cursor): CardValues | null {
  const key = positionKey(state.hand, id);
  return (key !== null && state.values[key]) || null;
}

/** NS's points less EW's by NS tricks; null where the bids are not complete, or all passed. */
export function marginsOf(hand: Hand): number[] | null {
  const auction = auctionIn(hand);
  if (!auction || !isComplete(auction) || passedOut(auction) || hand.trump === "unknown" || !equalSize(hand))
    return null;
  return margins(auction, rainbows(hand.hands, hand.trump));
}

/** What each side must make, as far as has been bid; null without an auction. */
export function contractsOf(hand: Hand): BySide<Contract> | null {
  const auction = auctionIn(hand);
  return auction && contracts(auction);
}

/** Both sides' points for so many NS tricks; null where the bids are not complete. */
export function scoreFor(hand: Hand, nsTricks: number): BySide<number> | null {
  const auction: Auction | null = auctionIn(hand);
  if (!auction || !isComplete(auction) || hand.trump === "unknown") return null;
  return dealScore(auction, nsTricks, rainbows(hand.hands, hand.trump));
}

/** Whether the play at the cursor is over, and what it came to. */
export function outcome(hand: Hand): { readonly tricks: BySide<number>; readonly score: BySide<number> | null } | null {
  const position = positionAt(hand, endOf(hand.tree, ROOT));
  if (!position || !isFinished(position)) return null;
  return { tricks: position.tricks, score: scoreFor(hand, position.tricks.NS) };
}

/** The legal cards at the cursor as groups that touch, each with what NS take in all after any of them. */
export function valuedChoices(
  position: Position,
  values: CardValues,
): { readonly cards: readonly Card[]; readonly ns: number | null }[] {
  return touchingCards(position).map((cards) => ({ cards, ns: (cards[0] && values[cards[0]]) ?? null }));
}
