/** The pack to tap from: a card goes to the chosen hand, and comes back when pressed again. */
import { type Card, falling, PACK, type Seat, SEATS, suitOf, SUITS } from "../../game/cards.ts";
import type { Hand } from "../../state/state.ts";
import { CardFace } from "../parts/card_face.tsx";
import { useRoving } from "../parts/roving.ts";
import { cardSpoken } from "../parts/spoken.ts";
import { useWords } from "../strings/strings.ts";

interface PackProps {
  readonly hand: Hand;
  readonly to: Seat;
  readonly bloopers: boolean;
  readonly choose: (seat: Seat) => void;
  readonly place: (card: Card) => void;
  readonly remove: (card: Card) => void;
}

export function Pack({ hand, to, bloopers, choose, place, remove }: PackProps) {
  const words = useWords();
  const roving = useRoving();
  const owner = new Map(SEATS.flatMap((seat) => hand.hands[seat].map((card) => [card, seat] as const)));
  const rows = [
    ...SUITS.map((suit) => falling(PACK.filter((card) => suitOf(card) === suit))),
    ...(bloopers ? [falling(PACK.filter((card) => suitOf(card) === null))] : []),
  ];
  return (
    <section class="box pack" aria-label={words.entry.tap}>
      <h2>{words.entry.tap}</h2>
      <p class="muted small">{words.entry.tapHint}</p>
      <div class="row" role="group" aria-label={words.entry.to}>
        <span>{words.entry.to}</span>
        {SEATS.map((seat) => (
          <button type="button" key={seat} aria-pressed={seat === to} onClick={() => choose(seat)}>
            {words.seats[seat]} <span class="muted">{hand.hands[seat].length}</span>
          </button>
        ))}
      </div>
      <div class="pack-rows" onKeyDown={roving}>
        {rows.map((cards, row) => (
          <div class="pack-row" key={row}>
            {cards.map((card, column) => {
              const held = owner.get(card);
              const where = held ? words.entry.owner(held) : card === hand.upcard ? words.entry.upcard : words.entry.free;
              return (
                <button
                  type="button"
                  key={card}
                  class={`tile${held ? " taken" : ""}`}
                  tabIndex={row + column === 0 ? 0 : -1}
                  aria-label={`${cardSpoken(card, words)}, ${where}`}
                  aria-pressed={held !== undefined}
                  onClick={() => (held ? remove(card) : place(card))}
                >
                  <CardFace card={card} />
                  <span class="owner" aria-hidden="true">{held ?? (card === hand.upcard ? "↑" : "")}</span>
                </button>
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}
