/** A card that lies on the page, pressed where it can be. */
import type { Card } from "../../game/cards.ts";
import type { Worth } from "../worth.ts";
import { useWords } from "../strings/strings.ts";
import { CardFace } from "./card_face.tsx";
import { cardSpoken } from "./spoken.ts";
import { WorthMark } from "./worth_mark.tsx";

export interface CardTileProps {
  readonly card: Card;
  readonly worth?: Worth | undefined;
  /** Whether it is the holder's turn, and whether the card may then be played. */
  readonly standing: "playable" | "illegal" | "still";
  /** Whether the record goes on with it. */
  readonly next?: boolean;
  readonly tabbable?: boolean;
  readonly press?: ((card: Card) => void) | undefined;
}

export function CardTile({ card, worth, standing, next, tabbable, press }: CardTileProps) {
  const words = useWords();
  const spoken = [
    cardSpoken(card, words),
    worth?.spoken,
    standing === "illegal" ? words.table.notLegal : null,
  ].filter(Boolean);
  const classes = `tile ${standing}${next ? " next" : ""}${worth ? " valued" : ""}`;
  if (standing === "still" || !press) {
    return (
      <span class={classes} role="img" aria-label={spoken.join(", ")} data-card={card}>
        <CardFace card={card} />
        {worth && <WorthMark worth={worth} />}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={classes}
      data-card={card}
      data-cost={worth?.cost}
      aria-label={spoken.join(", ")}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => press(card)}
    >
      <CardFace card={card} />
      {worth && <WorthMark worth={worth} />}
    </button>
  );
}
