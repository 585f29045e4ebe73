/** The review of the shown line: accuracy of the players, turning points; each leads to its card. */
import { SEATS } from "../../game/cards.ts";
import { lossesBySeat, turningPoints } from "../../state/review.ts";
import { nodeAt } from "../moment.ts";
import { cardShort, cardSpoken } from "../parts/spoken.ts";
import { amountOf, unitsOf } from "../record_rows.ts";
import type { Shown } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { toneOf } from "../worth.ts";

export function ReviewPanel({ moment, reviews, dispatch }: Shown) {
  const words = useWords();
  const units = unitsOf(moment);
  if (!moment.steps.length) return <p class="box review">{words.review.needsPlay}</p>;
  const players = lossesBySeat(reviews);
  const turning = turningPoints(reviews);
  const whole = reviews.every((review) => review !== null);
  return (
    <section class="box panel review" aria-label={words.review.label} aria-busy={!whole}>
      <header class="row spread">
        <h2>{words.review.label}</h2>
        <button type="button" class="plain no-print" onClick={() => print()}>
          {words.head.print}
        </button>
      </header>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{words.review.player}</th>
            <th scope="col">{words.review.accuracy}</th>
            <th scope="col">{words.review.lost}</th>
            <th scope="col">{words.review.choices}</th>
          </tr>
        </thead>
        <tbody>
          {SEATS.map((seat) => (
            <tr key={seat}>
              <th scope="row">{words.seats[seat]}</th>
              <td>{players[seat].accuracy} %</td>
              <td>{words[units](players[seat].lost)}</td>
              <td>{players[seat].choices}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{words.review.turning}</h3>
      {!whole && <p class="muted">{words.chart.partial}</p>}
      {whole && !turning.length && <p>{words.review.none}</p>}
      <ol class="points">
        {turning.map((review) => {
          const amount = amountOf(review);
          const spoken = amount ? words.loses(words[units](amount)) : words.table.notLegal;
          return (
            <li key={review.index}>
              <button
                type="button"
                data-index={review.index}
                onClick={() => dispatch({ type: "go", node: nodeAt(moment, review.index) })}
              >
                <span class={`badge ${toneOf(amount, units)}`} aria-hidden="true">
                  {amount ? `−${amount}` : "!"}
                </span>
                <span>
                  {words.review.point(review.trick, review.seat, cardSpoken(review.card, words), spoken)}{" "}
                  <span class="muted">({words.review.better(review.best.map(cardShort).join(" "))})</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
