/**
 * Cards, suits, seats and sides (docs/rules.md, R1 and R5), each the text that JSON and the API have.
 *
 * Input is lenient (`SA`, `10D`, `kh`, `♥K`), output is always canonical: rank then suit, `BB` and `LB` for the
 * bloopers. `indexOf` is 13 * suit + rank - 2 for the plain cards (`2S` 0 … `AC` 51), 52 for LB and 53 for BB.
 */
import { failure, repr } from "../errors.ts";
import { strip } from "../text.ts";

export type Suit = "S" | "H" | "D" | "C";
/** A suit, or null for no-trump. */
export type Trump = Suit | null;
export type Seat = "N" | "E" | "S" | "W";
export type Side = "NS" | "EW";
export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
export type Blooper = "LB" | "BB";
export type Card = `${Rank}${Suit}` | Blooper;
export type BySeat<T> = Readonly<Record<Seat, T>>;
export type BySide<T> = Readonly<Record<Side, T>>;
/** The cards of four hands, in no particular order. */
export type Hands = BySeat<readonly Card[]>;

export const RANKS = [
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  "T",
  "J",
  "Q",
  "K",
  "A",
] as const satisfies readonly Rank[];
export const SUITS = ["S", "H", "D", "C"] as const satisfies readonly Suit[];
export const SEATS = ["N", "E", "S", "W"] as const satisfies readonly Seat[];
export const SIDES = ["NS", "EW"] as const satisfies readonly Side[];
export const LITTLE = "LB";
export const BIG = "BB";
export const MAX_HAND = 13;
/** All 54 cards by index. */
export const PACK: readonly Card[] = [
  ...SUITS.flatMap((suit) => RANKS.map((rank): Card => `${rank}${suit}`)),
  LITTLE,
  BIG,
];
export const SEAT_NAMES: BySeat<string> = { N: "North", E: "East", S: "South", W: "West" };

const INDEX: ReadonlyMap<string, number> = new Map(PACK.map((card, index) => [card, index]));

export function indexOf(card: Card): number {
  return INDEX.get(card) ?? -1;
}

export function cardAt(index: number): Card {
  const card = PACK[index];
  if (card === undefined) throw new RangeError(`no card has the index ${index}`);
  return card;
}

export function isCard(text: string): text is Card {
  return INDEX.has(text);
}

export function isBlooper(card: Card): card is Blooper {
  return card === BIG || card === LITTLE;
}

/** The printed suit; null for a blooper. */
export function suitOf(card: Card): Suit | null {
  return isBlooper(card) ? null : (card.charAt(1) as Suit);
}

/** 2 … 14 (ace) for plain cards, 15 for LB, 16 for BB. */
export function rankOf(card: Card): number {
  const index = indexOf(card);
  return index >= 52 ? index - 37 : (index % 13) + 2;
}

export function isTrump(card: Card, trump: Trump): boolean {
  return isBlooper(card) || (trump !== null && card.charAt(1) === trump);
}

/** The suit the card counts as: bloopers are trumps (R5); "trump" for a live blooper in no-trump. */
export function groupOf(card: Card, trump: Trump): Suit | "trump" {
  return isTrump(card, trump) ? "trump" : (card.charAt(1) as Suit);
}

/** Cards by falling index. */
export function falling(cards: Iterable<Card>): Card[] {
  return [...cards].sort((a, b) => indexOf(b) - indexOf(a));
}

/** Display order: S H D C, each high to low, bloopers above the trumps or last. */
export function showOrder(cards: Iterable<Card>, trump: Trump): Card[] {
  const sorted = falling(cards);
  const bloopers = sorted.filter(isBlooper);
  const shown = SUITS.flatMap((suit) => [
    ...(suit === trump ? bloopers : []),
    ...sorted.filter((card) => suitOf(card) === suit),
  ]);
  return trump === null ? [...shown, ...bloopers] : shown;
}

export function seatPlace(seat: Seat): number {
  return SEATS.indexOf(seat);
}

/** The seat so many places clockwise. */
export function after(seat: Seat, steps: number): Seat {
  return SEATS[(((seatPlace(seat) + steps) % 4) + 4) % 4] as Seat;
}

export function partner(seat: Seat): Seat {
  return after(seat, 2);
}

/** How many places clockwise `other` sits, 0 to 3. */
export function stepsTo(seat: Seat, other: Seat): number {
  return (seatPlace(other) - seatPlace(seat) + 4) % 4;
}

/** All four seats, beginning with this one. */
export function clockwise(first: Seat): readonly [Seat, Seat, Seat, Seat] {
  return [first, after(first, 1), after(first, 2), after(first, 3)];
}

export function sideOf(seat: Seat): Side {
  return seat === "N" || seat === "S" ? "NS" : "EW";
}

export function otherSide(side: Side): Side {
  return side === "NS" ? "EW" : "NS";
}

/** A value for each seat. */
export function bySeat<T>(value: (seat: Seat) => T): Record<Seat, T> {
  return { N: value("N"), E: value("E"), S: value("S"), W: value("W") };
}

/** A value for each side. */
export function bySide<T>(value: (side: Side) => T): Record<Side, T> {
  return { NS: value("NS"), EW: value("EW") };
}

export const NO_CARDS: Hands = { N: [], E: [], S: [], W: [] };

/** Whose hand the card is in; null if in nobody's. */
export function holderOf(hands: Hands, card: Card): Seat | null {
  return SEATS.find((seat) => hands[seat].includes(card)) ?? null;
}

function shown(text: string): string {
  const letters = Array.from(text.slice(0, 30));
  return repr(letters.length <= 12 ? text : letters.slice(0, 12).join("") + "…");
}

const SYMBOLS = "SHDC♠♥♦♣♤♡♢♧";

/** In capitals, without blanks around it. */
export function upper(text: string): string {
  return strip(text).toUpperCase();
}

export function parseSuit(text: string): Suit {
  const word = upper(text);
  const place = word.length === 1 ? SYMBOLS.indexOf(word) : -1;
  if (place < 0) throw failure("card", `${shown(text)} is no suit: use S, H, D or C`);
  return SUITS[place % 4] as Suit;
}

export function parseSeat(text: string): Seat {
  const word = upper(text);
  const seat = SEATS.find((known) => known === word || SEAT_NAMES[known].toUpperCase() === word);
  if (seat === undefined) throw failure("card", `${shown(text)} is no seat: use N, E, S or W`);
  return seat;
}

/** Rank then suit or suit then rank, `T` or `10`, suit letters or symbols, any case. */
export function parseCard(text: string): Card {
  let word = text.length > 60 ? "" : upper(text);
  if (isCard(word)) return word;
  word = word.replace(/[♠♥♦♣♤♡♢♧]/g, (symbol) => SYMBOLS.charAt(SYMBOLS.indexOf(symbol) % 4));
  word = word.replaceAll("10", "T").replaceAll("\ufe0f", "");
  if (isCard(word)) return word;
  const turned = Array.from(word).reverse().join("");
  if (isCard(turned) && !isBlooper(turned)) return turned; // BL is no card
  throw failure("card", `${shown(text)} is no card: use rank then suit as in AS, TD, 2C, or BB, LB`);
}
