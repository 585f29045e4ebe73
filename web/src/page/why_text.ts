/** Why a card may not be played, in the page's language. */
import { type Card, isCard } from "../game/cards.ts";
import type { Seat, Suit } from "../game/cards.ts";
import type { Reason } from "../game/reasons.ts";
import { cardShort } from "./parts/spoken.ts";
import type { Strings } from "./strings/strings.ts";

function shown(card: string | undefined): string {
  return card !== undefined && isCard(card) ? cardShort(card as Card) : (card ?? "");
}

export function whyText({ key, filled, rule }: Reason, words: Strings): string {
  const [card, only, led] = [shown(filled.card), shown(filled.only), shown(filled.led)];
  const seat = (filled.seat ?? "N") as Seat;
  const suit = filled.suit === "trump" ? words.table.trumps : words.suits[(filled.suit ?? "S") as Suit];
  const sentence = () => {
    switch (key) {
      case "over":
        return words.why.over(card);
      case "not_held":
      case "not_broken":
        return words.why[key](card, seat);
      case "highest_on_blooper":
      case "lowest_on_blooper":
        return words.why[key](card, seat, only, led);
      case "follow_with":
        return words.why.follow_with(card, seat, suit, only);
      case "follow":
        return words.why.follow(card, seat, suit);
    }
  };
  return `${sentence()} (${words.why.rule(rule)}).`;
}
