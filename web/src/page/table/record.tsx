/** The cards played, a row for each trick; a press or an arrow moves the table to a card. */
import { after, type Card, type Seat, SEATS } from "../../game/cards.ts";
import type { NodeId } from "../../state/state.ts";
import { CardFace } from "../parts/card_face.tsx";
import { cardSpoken } from "../parts/spoken.ts";
import { useWords } from "../strings/strings.ts";
import type { Tone } from "../worth.ts";

/** One card of the record: `loss` is null while it is not known, `tone` how bad it is. */
export interface Played {
  readonly node: NodeId;
  readonly card: Card;
  readonly seat: Seat;
  readonly loss: number | null;
  readonly tone: Tone;
  readonly lossSpoken: string;
  /** Which rule it broke, in words. */
  readonly illegal: string | null;
  /** Whether it lies behind the cursor, at it, or ahead. */
  readonly ahead: boolean;
  readonly variations: number;
}

export interface PlayedTrick {
  readonly number: number;
  readonly leader: Seat;
  readonly winner: Seat | null;
  readonly cards: readonly Played[];
}

interface RecordProps {
  readonly tricks: readonly PlayedTrick[];
  readonly cursor: NodeId;
  readonly go: (node: NodeId) => void;
}

export function RecordTable({ tricks, cursor, go }: RecordProps) {
  const words = useWords();
  if (!tricks.length) return <p class="muted">{words.record.empty}</p>;
  const first = tricks[0]?.cards[0]?.node;
  const known = tricks.some((trick) => trick.cards.some((each) => each.node === cursor));
  return (
    <div class="record-scroll">
      <table class="record">
        <caption class="muted small">{words.record.legend}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-text">{words.record.trick}</span>#
            </th>
            {SEATS.map((seat) => (
              <th scope="col" key={seat}>
                {words.seats[seat]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tricks.map((trick) => (
            <tr key={trick.number}>
              <th scope="row">{trick.number}</th>
              {SEATS.map((seat) => {
                const place = SEATS.findIndex((_, steps) => after(trick.leader, steps) === seat);
                const each = trick.cards[place];
                if (!each) return <td key={seat} />;
                const leads = place === 0;
                const wins = seat === trick.winner;
                const spoken = [
                  words.record.cell(seat, cardSpoken(each.card, words)),
                  leads ? words.record.led : "",
                  wins ? words.record.won : "",
                  each.loss ? each.lossSpoken : "",
                  each.illegal ?? "",
                ];
                const here = each.node === cursor;
                return (
                  <td key={seat} class={`${leads ? "leads" : ""}${wins ? " wins" : ""}${each.ahead ? " ahead" : ""}`}>
                    <button
                      type="button"
                      data-card={each.card}
                      data-index={4 * (trick.number - 1) + place}
                      aria-current={here ? "step" : undefined}
                      tabIndex={here || (!known && each.node === first) ? 0 : -1}
                      aria-label={spoken.filter(Boolean).join(", ")}
                      onClick={() => go(each.node)}
                    >
                      <CardFace card={each.card} />
                      {each.loss ? (
                        <span class={`badge ${each.tone}`} aria-hidden="true">
                          −{each.loss}
                        </span>
                      ) : null}
                      {each.illegal && (
                        <span class="badge big" title={each.illegal} aria-hidden="true">
                          !
                        </span>
                      )}
                      {each.variations > 0 && <span class="branch" aria-hidden="true" />}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
