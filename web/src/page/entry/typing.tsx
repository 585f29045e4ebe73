/** Four hands typed suit by suit. */
import type { Fault } from "../../errors.ts";
import { type Card, falling, type Seat, SEATS, type Suit, suitOf, SUITS } from "../../game/cards.ts";
import type { Focus, Hand } from "../../state/state.ts";
import { useWords } from "../strings/strings.ts";
import { FaultsAt } from "./faults_at.tsx";
import { SuitField } from "./suit_field.tsx";

interface TypingProps {
  readonly hand: Hand;
  readonly bloopers: boolean;
  readonly faults: readonly Fault[];
  readonly setHand: (seat: Seat, cards: readonly Card[]) => void;
  readonly focus: (focus: Focus) => void;
}

const RANK = /10|[AKQJT2-9]/g;

/** The cards of a suit among typed letters, and the letters that are none. */
export function typedCards(text: string, suit: Suit | "B"): { readonly cards: readonly Card[]; readonly rest: string } {
  const upper = text.toUpperCase().replace(/[\s,.-]/g, "");
  if (suit === "B") {
    const cards = [...new Set(upper.replace(/[^BL]/g, ""))].map((letter): Card => (letter === "B" ? "BB" : "LB"));
    return { cards, rest: upper.replace(/[BL]/g, "") };
  }
  const ranks = [...new Set((upper.match(RANK) ?? []).map((rank) => (rank === "10" ? "T" : rank)))];
  // A "1" alone is the beginning of a ten.
  return { cards: ranks.map((rank) => `${rank}${suit}` as Card), rest: upper.replace(RANK, "").replace(/^1$|1$/, "") };
}

export function Typing({ hand, bloopers, faults, setHand, focus }: TypingProps) {
  const words = useWords();
  const suits: readonly (Suit | "B")[] = bloopers ? [...SUITS, "B"] : SUITS;
  const owner = new Map(SEATS.flatMap((seat) => hand.hands[seat].map((card) => [card, seat] as const)));
  return (
    <section class="box typing" aria-label={words.entry.type}>
      <h2>{words.entry.type}</h2>
      <p class="muted small">{words.entry.typeHint}</p>
      <div class="typed-hands">
        {SEATS.map((seat) => {
          const held = hand.hands[seat];
          return (
            <fieldset key={seat}>
              <legend>
                {words.seats[seat]} <span class="muted">{words.entry.count(held.length, hand.size)}</span>
              </legend>
              {suits.map((suit) => {
                const isOwn = (card: Card) => (suitOf(card) ?? "B") === suit;
                const name = suit === "B" ? words.entry.bloopers : words.suits[suit];
                return (
                  <SuitField
                    key={suit}
                    suit={suit}
                    label={words.entry.suitOf(seat, name)}
                    ranks={falling(held.filter(isOwn)).map((card) => card.charAt(0)).join("")}
                    focused={() => focus({ seat, suit: suit === "B" ? "S" : suit })}
                    change={(text) => {
                      const { cards, rest } = typedCards(text, suit);
                      const free = cards.filter((card) => (owner.get(card) ?? seat) === seat);
                      setHand(seat, [...held.filter((card) => !isOwn(card)), ...free]);
                      const taken = cards.filter((card) => !free.includes(card));
                      if (rest) return words.entry.notCards(rest);
                      return taken[0] ? words.entry.taken(taken.join(" "), owner.get(taken[0]) ?? seat) : "";
                    }}
                  />
                );
              })}
              <FaultsAt faults={faults} places={[`/hands/${seat}`]} />
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}
