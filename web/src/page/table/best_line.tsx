/** One continuation that is best for all; a card of it plays up to there. */
import type { Card } from "../../game/cards.ts";
import { CardFace } from "../parts/card_face.tsx";
import { useRoving } from "../parts/roving.ts";
import { cardSpoken } from "../parts/spoken.ts";
import { useWords } from "../strings/strings.ts";

interface BestLineProps {
  readonly cards: readonly Card[];
  /** Cards of the trick that is under way, so that tricks can be told apart. */
  readonly inTrick: number;
  readonly play: (cards: readonly Card[]) => void;
}

export function BestLine({ cards, inTrick, play }: BestLineProps) {
  const words = useWords();
  const roving = useRoving();
  return (
    <section class="best-line" aria-label={words.values.line}>
      <h2>{words.values.line}</h2>
      <ol onKeyDown={roving} title={words.values.lineHint}>
        {cards.map((card, index) => (
          <li key={card} class={(index + inTrick) % 4 === 0 && index ? "new-trick" : ""}>
            <button
              type="button"
              class="plain"
              tabIndex={index ? -1 : 0}
              aria-label={cardSpoken(card, words)}
              onClick={() => play(cards.slice(0, index + 1))}
            >
              <CardFace card={card} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
