// How deals in their JSON form become questions.
import { SEATS, type Hands, type Suit } from "../../src/game/cards.ts";
import { rulesFrom } from "../../src/game/rules.ts";
import type { CardCode, Dealt } from "../../src/solver/position.ts";

export interface DealJson {
  readonly hands: Hands;
  readonly trump: Suit | null;
  readonly dealer?: "N" | "E" | "S" | "W";
  readonly play?: readonly CardCode[];
  readonly rules?: unknown;
}

export function dealtOf(deal: DealJson): Dealt {
  const [n, e, s, w] = SEATS.map((seat) => deal.hands[seat]);
  if (!n || !e || !s || !w) throw new RangeError("a deal has four hands");
  return { rules: rulesFrom(deal.rules ?? "standard"), hands: [n, e, s, w], trump: deal.trump };
}
