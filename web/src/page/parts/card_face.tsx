/** A card's face: rank and suit, or the star of a blooper. */
import { type Card, suitOf } from "../../game/cards.ts";
import { Icon } from "./icon.tsx";
import { rankShown } from "./spoken.ts";

export function CardFace({ card }: { readonly card: Card }) {
  const suit = suitOf(card);
  return (
    <span class={`face suit-${suit ?? "B"}`} aria-hidden="true">
      {rankShown(card)}
      <Icon name={suit ?? (card as "BB" | "LB")} />
    </span>
  );
}
