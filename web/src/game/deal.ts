/** A deal: the hands as dealt, trump, and what has been bid and played so far (R1 to R5). */
import type { Bid } from "./auction.ts";
import type { Card, Hands, Seat, Trump } from "./cards.ts";
import type { Rules } from "./rules.ts";

/** `bids` are in bidding order and need the dealer, `play` in the order played; upcard and dealer may be unknown. */
export interface Deal {
  readonly hands: Hands;
  readonly trump: Trump;
  readonly upcard: Card | null;
  readonly dealer: Seat | null;
  readonly bids: readonly Bid[];
  readonly play: readonly Card[];
  readonly rules: Rules;
}
