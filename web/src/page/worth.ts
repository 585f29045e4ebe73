/** What each card that may be played is worth to who plays it, beside the best. */
import type { Card, Seat } from "../game/cards.ts";
import { sideOf } from "../game/cards.ts";
import type { CardValues } from "../state/state.ts";
import type { Strings } from "./strings/strings.ts";

export type Tone = "best" | "small" | "big";

/** `shown` is the worth to the player's side; `cost` is what is lost by it, in the same unit, 0 for the best. */
export interface Worth {
  readonly shown: string;
  readonly cost: number;
  readonly tone: Tone;
  readonly spoken: string;
}

export type Worths = Readonly<Partial<Record<Card, Worth>>>;

/** How much of a loss is much: more than a trick, or more points than a trick or two of overtricks. */
export function toneOf(cost: number, units: "tricks" | "points"): Tone {
  if (cost <= 0) return "best";
  return cost <= (units === "tricks" ? 1 : 3) ? "small" : "big";
}

/** `margins` tells NS's points less EW's by NS tricks; null where bids do not tell, and then tricks are shown. */
export function worthsOf(
  values: CardValues,
  seat: Seat,
  cards: number,
  margins: readonly number[] | null,
  words: Strings,
): Worths {
  const side = sideOf(seat);
  const own = Object.entries(values).map(([card, ns]) => {
    if (margins) return [card, (margins[ns] ?? 0) * (side === "NS" ? 1 : -1)] as const;
    return [card, side === "NS" ? ns : cards - ns] as const;
  });
  const best = Math.max(...own.map(([, value]) => value));
  const units = margins ? "points" : "tricks";
  return Object.fromEntries(
    own.map(([card, value]) => {
      const cost = best - value;
      const lost = cost > 0 ? words.loses(words[units](cost)) : words.values.best;
      return [
        card,
        {
          shown: margins ? words.signed(value) : String(value),
          cost,
          tone: toneOf(cost, units),
          spoken: `${words.table.worth[units](side, value)}, ${lost}`,
        },
      ];
    }),
  );
}
