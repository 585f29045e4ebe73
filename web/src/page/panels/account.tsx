/** The full review of the service: bids by cost, the account from par to the result, and its words. */
import type { Schemas } from "../../api/client.ts";
import type { Service } from "../../api/service.ts";
import { dealToJson } from "../../formats/deal_json.ts";
import { SIDES } from "../../game/cards.ts";
import { useAsked } from "../hooks/use_asked.ts";
import type { Moment } from "../moment.ts";
import { dealOf } from "../share/forms.ts";
import { useWords } from "../strings/strings.ts";
import { Asking } from "./asking.tsx";

interface AccountProps {
  readonly moment: Moment;
  readonly service: Service | null;
}

export function AccountPanel({ moment, service }: AccountProps) {
  const words = useWords();
  const question = dealToJson(dealOf(moment));
  const { asked, begin } = useAsked(JSON.stringify(question), async (signal) => {
    const answer = await service!.review(question, signal);
    if (!("account" in answer && "plays" in answer)) throw new Error(words.bad.busy);
    return answer;
  });
  return (
    <section class="box panel account" aria-label={words.review.whole}>
      <h2>{words.review.whole}</h2>
      <Asking
        there={service !== null}
        without={words.review.noService}
        label={words.review.ask}
        busy={words.review.asking}
        asked={asked}
        begin={begin}
        show={(review) => <Told review={review} />}
      />
    </section>
  );
}

function Told({ review }: { readonly review: Schemas["Review"] }) {
  const words = useWords();
  const { account } = review;
  return (
    <>
      {review.bids.length > 0 && (
        <ul class="points">
          {review.bids.map((bid) => (
            <li key={bid.seat} class="row">
              {bid.loss_points > 0 ? (
                <span class="badge big">−{bid.loss_points}</span>
              ) : (
                <span class="badge best">{words.values.best}</span>
              )}
              {words.seats[bid.seat]}: {bidName(bid.bid, words)}
              {bid.loss_points > 0 && <span class="muted">({words.review.better(bidName(bid.best, words))})</span>}
            </li>
          ))}
        </ul>
      )}
      {account && (
        <table class="figures">
          <caption>{words.review.account}</caption>
          <tbody>
            <tr>
              <th scope="row">{words.review.par}</th>
              <td>{words.signed(account.par_margin)}</td>
            </tr>
            {(["bidding", "play"] as const).flatMap((part) =>
              SIDES.map((side) => (
                <tr key={part + side}>
                  <th scope="row">{words.review[part](side)}</th>
                  <td>{lostShown(account[part][side])}</td>
                </tr>
              )),
            )}
            <tr class="total">
              <th scope="row">{words.review.final}</th>
              <td>{words.signed(account.final_margin)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <ul class="told" lang="en">
        {review.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/** What was lost, without a sign; what cards that were not allowed have won is below nothing. */
function lostShown(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

export function bidName(bid: string | number, words: ReturnType<typeof useWords>): string {
  return bid === "pass" || String(bid) === "0" ? words.pass : bid === "board" ? words.board : String(bid);
}
