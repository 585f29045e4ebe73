/** The play: legal cards, trick winners, and the state of a half-played deal (R10 to R14). */
import { BackAlleyError, jsonPointer, under } from "../errors.ts";
import {
  after,
  BIG,
  type BySide,
  type Card,
  falling,
  groupOf,
  type Hands,
  indexOf,
  isBlooper,
  isTrump,
  LITTLE,
  SEATS,
  type Seat,
  sideOf,
  suitOf,
  type Trump,
} from "./cards.ts";
import { type Reason, reason } from "./reasons.ts";
import type { Rules } from "./rules.ts";

/**
 * A moment of the play. `hands` are the cards left, without those of the current `trick`, which `leader` began.
 * `broken`: trumps may be led by anyone, thanks to earlier tricks (R12). `exempt` seats may lead trump at any time.
 * `tricks` are those taken so far.
 */
export interface Position {
  readonly hands: Hands;
  readonly trump: Trump;
  readonly leader: Seat;
  readonly trick: readonly Card[];
  readonly broken: boolean;
  readonly exempt: readonly Seat[];
  readonly rules: Rules;
  readonly tricks: BySide<number>;
}

/** The play before its first card, led by `leader`. */
export function start(hands: Hands, trump: Trump, leader: Seat, exempt: readonly Seat[], rules: Rules): Position {
  const broken = rules.break_on === "unrestricted";
  return { hands, trump, leader, trick: [], broken, exempt, rules, tricks: { NS: 0, EW: 0 } };
}

/** Who wins the 1 … 4 cards played clockwise from `leader`: top trump or top of the suit led (R11). */
export function trickWinner(cards: readonly Card[], leader: Seat, trump: Trump): Seat {
  const led = cards[0] === undefined ? null : groupOf(cards[0], trump);
  let best = -1;
  let winner = 0;
  cards.forEach((card, steps) => {
    const strength = isTrump(card, trump) ? indexOf(card) + 54 : groupOf(card, trump) === led ? indexOf(card) : -1;
    if (strength > best) [best, winner] = [strength, steps];
  });
  return after(leader, winner);
}

/** Who plays next. */
export function turn(position: Position): Seat {
  return after(position.leader, position.trick.length);
}

export function isFinished(position: Position): boolean {
  return SEATS.every((seat) => position.hands[seat].length === 0);
}

/** Whether the seat may lead any trump it holds now, were it to lead (R12). */
export function mayLeadTrump(position: Position, seat: Seat): boolean {
  const hand = position.hands[seat];
  return (
    position.broken ||
    position.exempt.includes(seat) ||
    position.rules.break_on === "unrestricted" ||
    (hand.length > 0 && hand.every((card) => isTrump(card, position.trump)))
  );
}

/** Which trump a led blooper draws from the seat: the highest, the lowest, or none in particular (R13). */
export function forcedTrump(position: Position, seat: Seat): "highest" | "lowest" | null {
  const led = position.trick[0];
  if (led === undefined || !isBlooper(led) || seat === position.leader) return null;
  const opponent = sideOf(seat) !== sideOf(position.leader);
  const { big_led, little_led } = position.rules;
  if (led === BIG) return big_led === "all_highest" || (big_led === "opponents_highest" && opponent) ? "highest" : null;
  return little_led === "all_lowest" || (little_led === "opponents_lowest" && opponent) ? "lowest" : null;
}

/** The cards that may be played now, by falling index (R11 to R13); none when finished. */
export function legalCards(position: Position): Card[] {
  const seat = turn(position);
  const { trump } = position;
  const hand = falling(position.hands[seat]);
  const led = position.trick[0];
  if (led === undefined) return mayLeadTrump(position, seat) ? hand : hand.filter((card) => !isTrump(card, trump));
  const follow = hand.filter((card) => groupOf(card, trump) === groupOf(led, trump));
  if (!follow.length) return hand;
  const forced = forcedTrump(position, seat);
  return forced === "highest" ? follow.slice(0, 1) : forced === "lowest" ? follow.slice(-1) : follow;
}

/** What forbids the card now, with its rule; null if it may be played. */
export function whyIllegal(position: Position, card: Card, pointer = ""): Reason | null {
  const legal = legalCards(position);
  if (legal.includes(card)) return null;
  const seat = turn(position);
  const [only] = legal;
  if (only === undefined) return reason("over", { card }, pointer);
  if (!position.hands[seat].includes(card)) return reason("not_held", { seat, card }, pointer);
  const led = position.trick[0];
  if (led === undefined) return reason("not_broken", { seat, card }, pointer);
  if (isBlooper(led) && isTrump(card, position.trump)) {
    return reason(led === BIG ? "highest_on_blooper" : "lowest_on_blooper", { seat, only, led, card }, pointer);
  }
  const suit = isTrump(led, position.trump) ? "trump" : String(suitOf(led));
  return reason(legal.length === 1 ? "follow_with" : "follow", { seat, suit, only, card }, pointer);
}

/** Whether the finished trick opens trumps for leading (R12). */
function breaks(position: Position, trick: readonly Card[]): boolean {
  const trumps = trick.map((card) => isTrump(card, position.trump));
  switch (position.rules.break_on) {
    case "any_trump":
      return trumps.includes(true);
    case "ruff_only":
      return !trumps[0] && trumps.includes(true);
    case "never":
      return false;
    case "unrestricted":
      return true;
  }
}

/** The position after the card, which whose turn it is holds, legal or not. */
export function afterCard(position: Position, card: Card): Position {
  const seat = turn(position);
  const hands = { ...position.hands, [seat]: position.hands[seat].filter((held) => held !== card) };
  const trick = [...position.trick, card];
  if (trick.length < 4) return { ...position, hands, trick };
  const winner = trickWinner(trick, position.leader, position.trump);
  const side = sideOf(winner);
  return {
    ...position,
    hands,
    trick: [],
    leader: winner,
    broken: position.broken || breaks(position, trick),
    tricks: { ...position.tricks, [side]: position.tricks[side] + 1 },
  };
}

/** The position after these cards, each checked; a BackAlleyError points to `/play/<i>`. */
export function playOut(position: Position, cards: readonly Card[]): Position {
  return cards.reduce((before, card, index) => {
    const why = whyIllegal(before, card);
    if (why) throw new BackAlleyError("play", [under(jsonPointer("play", index), why.fault)]);
    return afterCard(before, card);
  }, position);
}

/** The rule that leaves one card only to whose turn it is; null where there is a choice. */
export function forcedBy(position: Position): string | null {
  if (legalCards(position).length !== 1) return null;
  const hand = position.hands[turn(position)];
  if (hand.length === 1) return "R14";
  const led = position.trick[0];
  if (led === undefined) return "R12";
  if (led !== BIG && led !== LITTLE) return "R11";
  return hand.filter((card) => isTrump(card, position.trump)).length > 1 ? "R13" : "R11";
}

/**
 * The legal cards, neighbours in rank together, by falling index. Two cards of a suit touch where every card between
 * them is in the same hand or gone in an earlier trick. Bloopers stand alone: what leading one forces is theirs (R13).
 */
export function touchingCards(position: Position): Card[][] {
  const seat = turn(position);
  const others = new Set(
    [...SEATS.filter((other) => other !== seat).flatMap((other) => position.hands[other]), ...position.trick].map(
      indexOf,
    ),
  );
  const groups: Card[][] = [];
  for (const card of legalCards(position)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const suit = suitOf(card);
    if (group && last && suit !== null && suitOf(last) === suit) {
      let between = indexOf(last) - 1;
      while (between > indexOf(card) && !others.has(between)) between -= 1;
      if (between === indexOf(card)) {
        group.push(card);
        continue;
      }
    }
    groups.push([card]);
  }
  return groups;
}
