/** A card's face: rank and suit, or the star of a blooper. */
import { type Card, suitOf } from "../../game/cards.ts";
import { Icon } from "./icon.tsx";
import { rankShown } from "./spoken.ts";

export function CardFace({ card }: { readonly card: Card }) {
  const suit = suitOf(card);
  return (
    <span class={`face suit-${suit ?? "B"}`} aria-hidden="true">
      <span class={card.startsWith("T") ? "ten" : undefined}>{rankShown(card)}</span>
      <Icon name={suit ?? (card as "BB" | "LB")} />
    </span>
  );
}
