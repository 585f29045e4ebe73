/** What a hand needs beside its cards: trump, upcard, dealer and who leads. */
import type { Fault } from "../../errors.ts";
import { type Card, falling, PACK, type Seat, SEATS, SUITS, type Trump } from "../../game/cards.ts";
import type { Hand } from "../../state/state.ts";
import type { Dispatch } from "../shown.ts";
import { cardSpoken } from "../parts/spoken.ts";
import { FaultsAt } from "./faults_at.tsx";
import { useWords } from "../strings/strings.ts";

interface SetupProps {
  readonly hand: Hand;
  readonly faults: readonly Fault[];
  readonly dispatch: Dispatch;
}

export function Setup({ hand, faults, dispatch }: SetupProps) {
  const words = useWords();
  const dealt = new Set(SEATS.flatMap((seat) => hand.hands[seat]));
  const seat = (value: string): Seat | null => SEATS.find((each) => each === value) ?? null;
  return (
    <section class="box setup" aria-label={words.entry.around}>
      <h2>{words.entry.around}</h2>
      <div class="fields">
        <span class="field">
          <label for="setup-trump">{words.entry.trump}</label>
          <select
            id="setup-trump"
            value={hand.trump ?? "none"}
            onChange={(event) => {
              const value = event.currentTarget.value;
              dispatch({ type: "trump", trump: value === "none" ? null : (value as Trump | "unknown") });
            }}
          >
            <option value="unknown">{words.entry.unknown}</option>
            {SUITS.map((suit) => (
              <option key={suit} value={suit}>
                {words.suits[suit]}
              </option>
            ))}
            <option value="none">{words.noTrump}</option>
          </select>
        </span>
        <span class="field">
          <label for="setup-upcard">{words.entry.upcard}</label>
          <select
            id="setup-upcard"
            value={hand.upcard ?? ""}
            onChange={(event) => dispatch({ type: "upcard", card: (event.currentTarget.value as Card) || null })}
          >
            <option value="">{words.entry.unknown}</option>
            {falling(PACK)
              .filter((card) => !dealt.has(card))
              .map((card) => (
                <option key={card} value={card}>
                  {cardSpoken(card, words)}
                </option>
              ))}
          </select>
        </span>
        <span class="field">
          <label for="setup-dealer">{words.entry.dealer}</label>
          <select
            id="setup-dealer"
            value={hand.dealer ?? ""}
            onChange={(event) => dispatch({ type: "dealer", seat: seat(event.currentTarget.value) })}
          >
            <option value="">{words.entry.unknown}</option>
            {SEATS.map((each) => (
              <option key={each} value={each}>
                {words.seats[each]}
              </option>
            ))}
          </select>
        </span>
        <span class="field">
          <label for="setup-leader">{words.entry.leader}</label>
          <select
            id="setup-leader"
            value={hand.leader ?? ""}
            onChange={(event) => dispatch({ type: "leader", seat: seat(event.currentTarget.value) })}
          >
            <option value="">{words.entry.byBids}</option>
            {SEATS.map((each) => (
              <option key={each} value={each}>
                {words.seats[each]}
              </option>
            ))}
          </select>
        </span>
      </div>
      {hand.bids.length < 4 && (
        <fieldset class="row">
          <legend>{words.entry.exempt}</legend>
          {SEATS.map((each) => (
            <label class="row" key={each}>
              <input
                type="checkbox"
                checked={hand.exempt.includes(each)}
                onChange={(event) => {
                  const seats = SEATS.filter((other) => (other === each ? event.currentTarget.checked : hand.exempt.includes(other)));
                  dispatch({ type: "exempt", seats });
                }}
              />
              {words.seats[each]}
            </label>
          ))}
        </fieldset>
      )}
      <FaultsAt faults={faults} places={["/trump", "/upcard", "/dealer"]} />
    </section>
  );
}
