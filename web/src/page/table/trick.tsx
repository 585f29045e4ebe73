/** The trick that lies on the table, and what is in the middle of it. */
import type { ComponentChildren } from "preact";

import { after, type Card, type Seat, SEATS } from "../../game/cards.ts";
import { CardTile } from "../parts/card_tile.tsx";
import { useWords } from "../strings/strings.ts";

interface TrickProps {
  readonly cards: readonly Card[];
  readonly leader: Seat;
  /** Who has the best card so far; null before the first. */
  readonly winner: Seat | null;
  readonly children: ComponentChildren;
}

export function TrickBox({ cards, leader, winner, children }: TrickProps) {
  const words = useWords();
  const laid = new Map(cards.map((card, steps) => [after(leader, steps), card]));
  return (
    <section class="trick" aria-label={words.table.trickLabel}>
      <div class="middle">{children}</div>
      {SEATS.map((seat) => {
        const card = laid.get(seat);
        const wins = seat === winner;
        return (
          <div class={`laid laid-${seat}${wins ? " wins" : ""}`} key={seat}>
            {card ? <CardTile card={card} standing="still" /> : <span class="empty" />}
            <span aria-hidden={card ? undefined : "true"}>
              {words.seats[seat]}
              {wins && cards.length > 1 ? ` ${words.table.wins}` : ""}
            </span>
          </div>
        );
      })}
    </section>
  );
}
