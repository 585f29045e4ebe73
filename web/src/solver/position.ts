// What a solver is asked about: a deal as dealt and the cards played so far.
import type { Card, Seat, Suit } from "../game/cards.ts";
import type { Rules } from "../game/rules.ts";

export type { Seat, Side, Suit } from "../game/cards.ts";
export type CardCode = Card;
export type RulesKnobs = Rules;

/** A deal that play has not begun in. */
export interface Dealt {
  readonly rules: RulesKnobs;
  /** The hands of N, E, S and W as dealt: 1 to 13 cards each, all as many. */
  readonly hands: readonly [readonly CardCode[], readonly CardCode[], readonly CardCode[], readonly CardCode[]];
  /** null: no-trump. */
  readonly trump: Suit | null;
}

export interface Position extends Dealt {
  /** Cards in the order played, any number of them; each legal when it was played. */
  readonly play: readonly CardCode[];
  /** Who led to the first trick. */
  readonly leader: Seat;
  /** Seats that may lead trumps at any time (R12 a). */
  readonly exempt: readonly Seat[];
}
