/**
 * Dealing by the book: shuffle, hands, upcard, and what a turned blooper means (R1 to R4).
 * The same cards, seed and rules give the same deal as `solver/dealing.py`.
 */
import { failure } from "../errors.ts";
import {
  BIG,
  bySeat,
  type Card,
  clockwise,
  after,
  isBlooper,
  LITTLE,
  PACK,
  SEATS,
  type Seat,
  suitOf,
  type Trump,
} from "./cards.ts";
import type { Deal } from "./deal.ts";
import { Random } from "./random.ts";
import type { Rules } from "./rules.ts";

/** One deal of so many cards a hand (1 … 13), the dealer drawn at random unless given. */
export function dealHands(cards: number, rules: Rules, seed: number | string, dealer: Seat | null = null): Deal {
  if (!Number.isInteger(cards) || cards < 1 || cards > 13) {
    throw failure("deal", "a hand has 1 to 13 cards", "R2", "/cards");
  }
  const random = new Random(`back-alley/${cards}/${seed}`);
  const drawn = SEATS[random.below(4)] ?? "N";
  const dealt = dealer ?? drawn;
  const pack = PACK.filter((card) => rules.bloopers || !isBlooper(card));
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [pack[last], pack[other]] = [pack[other] as Card, pack[last] as Card];
  }
  const end = 4 * cards;
  const order = clockwise(after(dealt, 1));
  const hands: Record<Seat, Card[]> = bySeat((seat) =>
    pack.slice(0, end).filter((_, place) => order[place % 4] === seat),
  );
  const whole = { hands, dealer: dealt, bids: [], play: [], rules };
  if (rules.trump_source !== "upcard") return { ...whole, trump: rules.trump_source, upcard: null };
  const last = pack.at(-1);
  if (end === pack.length && last) return { ...whole, trump: suitOf(last), upcard: null }; // the dealer's last card
  const stock = pack.slice(end);
  const upcard = turnedUp(stock, rules);
  const trump: Trump = suitOf(upcard);
  if (isBlooper(upcard) && rules.joker_upcard === "no_trump_exchange") {
    exchange(hands, upcard === BIG ? LITTLE : BIG, stock);
  }
  return { ...whole, trump, upcard };
}

/** So many deals; each depends on the seed, the rules and its number alone, as on the command line. */
export function deals(cards: number, count: number, seed: number | string, rules: Rules): Deal[] {
  return Array.from({ length: count }, (_, index) => dealHands(cards, rules, `${seed}/${index}`));
}

/** Takes the upcard off the stock; under `reflip` a blooper goes back and the next card is turned (R3, R4). */
function turnedUp(stock: Card[], rules: Rules): Card {
  const plain = rules.joker_upcard === "reflip" ? stock.findIndex((card) => !isBlooper(card)) : 0;
  return stock.splice(Math.max(plain, 0), 1)[0] as Card;
}

/** Whoever holds the other blooper discards it and draws the top card of the stock (R4). */
function exchange(hands: Record<Seat, Card[]>, blooper: Card, stock: Card[]): void {
  const holder = SEATS.find((seat) => hands[seat].includes(blooper));
  const top = stock.shift();
  if (holder && top) hands[holder] = hands[holder].map((card) => (card === blooper ? top : card));
}
