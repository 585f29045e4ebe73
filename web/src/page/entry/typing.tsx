/** Four hands typed suit by suit. */
import type { Fault } from "../../errors.ts";
import { type Card, falling, type Seat, SEATS, type Suit, suitOf, SUITS } from "../../game/cards.ts";
import type { Focus, Hand } from "../../state/state.ts";
import { cardShort } from "../parts/spoken.ts";
import { useWords } from "../strings/strings.ts";
import { FaultsAt } from "./faults_at.tsx";
import { SizeField } from "./size_field.tsx";
import { SuitField } from "./suit_field.tsx";
import { isWholeHand, typedCards, wholeHand } from "./typed.ts";

interface TypingProps {
  readonly hand: Hand;
  readonly bloopers: boolean;
  readonly faults: readonly Fault[];
  /** Cards a hand, null until they are known. */
  readonly size: number | null;
  readonly setSize: (size: number) => void;
  readonly setHand: (seat: Seat, cards: readonly Card[]) => void;
  readonly focus: (focus: Focus) => void;
}

export function Typing({ hand, bloopers, faults, size, setSize, setHand, focus }: TypingProps) {
  const words = useWords();
  const suits: readonly (Suit | "B")[] = bloopers ? [...SUITS, "B"] : SUITS;
  const owner = new Map(SEATS.flatMap((seat) => hand.hands[seat].map((card) => [card, seat] as const)));
  /** Puts what may be in the seat's hand there; what stays out, and why. */
  const put = (seat: Seat, others: readonly Card[], cards: readonly Card[]): string => {
    const taken = cards.filter((card, place) => (owner.get(card) ?? seat) !== seat || cards.indexOf(card) < place);
    setHand(seat, [...others, ...new Set(cards.filter((card) => (owner.get(card) ?? seat) === seat))]);
    return taken.map((card) => words.entry.taken(cardShort(card), owner.get(card) ?? seat)).join("; ");
  };
  return (
    <section class="box typing" aria-label={words.entry.type}>
      <h2>{words.entry.type}</h2>
      <p class="muted small">{words.entry.typeHint}</p>
      <SizeField id="setup-size" size={size} change={setSize} />
      <div class="typed-hands">
        {SEATS.map((seat) => {
          const held = hand.hands[seat];
          return (
            <fieldset key={seat}>
              <legend>
                {words.seats[seat]} <span class="muted">{size === null ? held.length : words.entry.count(held.length, size)}</span>
              </legend>
              {suits.map((suit) => {
                const isOwn = (card: Card) => (suitOf(card) ?? "B") === suit;
                const name = suit === "B" ? words.entry.bloopers : words.suits[suit];
                return (
                  <SuitField
                    key={suit}
                    id={`typed-${seat}-${suit}`}
                    suit={suit}
                    label={words.entry.suitOf(seat, name)}
                    ranks={falling(held.filter(isOwn)).map((card) => card.charAt(0)).join("")}
                    focused={() => focus({ seat, suit: suit === "B" ? "S" : suit })}
                    change={(text) => {
                      if (isWholeHand(text)) {
                        const whole = wholeHand(text);
                        return whole ? put(seat, [], whole) : words.entry.noHand(text);
                      }
                      if (text.includes(".")) return words.entry.noHand(text);
                      const { cards, rest } = typedCards(text, suit);
                      const taken = put(seat, held.filter((card) => !isOwn(card)), cards);
                      return [rest && words.entry.notCards(rest), taken].filter(Boolean).join("; ");
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
