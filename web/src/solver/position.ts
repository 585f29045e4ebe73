// What a solver is asked about, in plain values of the JSON form: a deal as dealt and the cards played so far.

export type Seat = "N" | "E" | "S" | "W";
export type Side = "NS" | "EW";
export type Suit = "S" | "H" | "D" | "C";
export type Rank = "A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7" | "6" | "5" | "4" | "3" | "2";
/** A card as the JSON form writes it: rank then suit, or a blooper. */
export type CardCode = `${Rank}${Suit}` | "BB" | "LB";

export const SEATS: readonly Seat[] = ["N", "E", "S", "W"];
export const SUITS: readonly Suit[] = ["S", "H", "D", "C"];

/** Every knob of the house rules with its value (docs/rules.md), as `GET /v1/rules` gives a preset. */
export interface RulesKnobs {
  readonly hand_sizes: readonly number[];
  readonly joker_upcard: "no_trump_exchange" | "reflip" | "no_trump_live";
  readonly trump_source: "upcard" | Suit;
  readonly max_bid: "n_minus_1" | "n";
  readonly side_total_cap: "none" | "hand_size";
  readonly redeal_dealer: "next" | "same";
  readonly break_on: "any_trump" | "ruff_only" | "never" | "unrestricted";
  readonly board_lead_exemption: "claimant" | "side" | "anyone" | "none";
  readonly big_led: "all_highest" | "opponents_highest" | "none";
  readonly little_led: "all_lowest" | "opponents_lowest" | "none";
  readonly trick_points: number;
  readonly fail_points: number;
  readonly board_points: number;
  readonly board_levels: readonly number[];
  readonly board_multiplier: "side_highest" | "deal_highest";
  readonly rainbow_bonus: number;
  readonly bloopers: boolean;
}

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
