/** The review of the shown line: accuracy of the players, turning points; each leads to its card. */
import { SEATS } from "../../game/cards.ts";
import { cardShort, cardSpoken } from "../parts/spoken.ts";
import { amountOf } from "../record_rows.ts";
import { reviewOf } from "../review_of.ts";
import type { Shown } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { toneOf } from "../worth.ts";

export function ReviewPanel({ moment, answers, dispatch }: Omit<Shown, "state">) {
  const words = useWords();
  const units = moment.margins ? "points" : "tricks";
  if (!moment.steps.length) return <p class="box">{words.review.needsPlay}</p>;
  const review = reviewOf(moment, answers);
  return (
    <section class="box panel review" aria-label={words.review.label} aria-busy={!review.whole}>
      <h2>{words.review.label}</h2>
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
          {SEATS.map((seat) => {
            const player = review.players[seat];
            return (
              <tr key={seat}>
                <th scope="row">{words.seats[seat]}</th>
                <td>{player.accuracy} %</td>
                <td>{words[units](player.lossPoints ?? player.lossTricks)}</td>
                <td>{player.choices}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <h3>{words.review.turning}</h3>
      {!review.whole && <p class="muted">{words.chart.partial}</p>}
      {review.whole && !review.turning.length && <p>{words.review.none}</p>}
      <ol class="points">
        {review.turning.map((loss) => {
          const amount = amountOf(loss);
          const node = loss.index ? (moment.steps[loss.index - 1]?.node ?? 0) : 0;
          return (
            <li key={loss.index}>
              <button type="button" data-index={loss.index} onClick={() => dispatch({ type: "go", node })}>
                <span class={`badge ${toneOf(amount, units)}`} aria-hidden="true">
                  −{amount}
                </span>
                <span>
                  {words.review.point(
                    Math.floor(loss.index / 4) + 1,
                    loss.seat,
                    cardSpoken(loss.card, words),
                    words.loses(words[units](amount)),
                  )}{" "}
                  <span class="muted">({words.review.better(loss.best.map(cardShort).join(" "))})</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
