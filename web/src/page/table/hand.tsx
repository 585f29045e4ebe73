/** One hand at the table: whose it is, what it may do, and its cards by suit. */
import { type Card, falling, isBlooper, type Seat, type Suit, suitOf, SUITS, type Trump } from "../../game/cards.ts";
import { CardTile } from "../parts/card_tile.tsx";
import { Icon, SuitIcon } from "../parts/icon.tsx";
import { useRoving } from "../parts/roving.ts";
import { useWords } from "../strings/strings.ts";
import type { Worths } from "../worth.ts";

export interface HandProps {
  readonly seat: Seat;
  readonly cards: readonly Card[];
  readonly trump: Trump;
  readonly turn: boolean;
  readonly legal: readonly Card[];
  readonly worths: Worths | null;
  readonly next: Card | null;
  /** Short words about the seat: dealer, its bid, whether it may lead trumps. */
  readonly notes: readonly string[];
  readonly press: (card: Card) => void;
}

/** Cards by suit in the order of the deal's text; bloopers head the trumps. */
function rows(cards: readonly Card[], trump: Trump): (readonly [Suit | "B", readonly Card[]])[] {
  const suits = SUITS.map((suit) => [suit, falling(cards.filter((card) => (suitOf(card) ?? trump) === suit))] as const);
  const loose = trump === null ? falling(cards.filter(isBlooper)) : [];
  const all = loose.length ? [["B", loose] as const, ...suits] : suits;
  return all.filter(([, held]) => held.length);
}

export function HandBox({ seat, cards, trump, turn, legal, worths, next, notes, press }: HandProps) {
  const words = useWords();
  const roving = useRoving();
  const first = falling(cards).find((card) => legal.includes(card));
  return (
    <section class={`hand hand-${seat}${turn ? " turn" : ""}`} aria-label={words.table.hand(seat)} data-seat={seat}>
      <header>
        <h2>{words.seats[seat]}</h2>
        {turn && (
          <span class="chip strong">
            <Icon name="next" />
            {words.table.turn}
          </span>
        )}
        {notes.map((note) => (
          <span class="chip" key={note}>
            {note}
          </span>
        ))}
      </header>
      <div class="suits" onKeyDown={turn ? roving : undefined} data-cards={turn ? "" : undefined}>
        {rows(cards, trump).map(([suit, held]) => (
          <div class="suit-row" key={suit}>
            <SuitIcon suit={suit} />
            <ul>
              {held.map((card) => (
                <li key={card}>
                  <CardTile
                    card={card}
                    worth={turn ? worths?.[card] : undefined}
                    standing={!turn ? "still" : legal.includes(card) ? "playable" : "illegal"}
                    next={card === next}
                    tabbable={card === first}
                    press={press}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {cards.length === 0 && <p class="muted">{words.table.empty}</p>}
      </div>
    </section>
  );
}
