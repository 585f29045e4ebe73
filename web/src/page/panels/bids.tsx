/** Best bids of the service: what each bid would bring, the best auction and its result. */
import { useEffect } from "preact/hooks";

import type { Schemas } from "../../api/client.ts";
import type { Service } from "../../api/service.ts";
import { dealToJson } from "../../formats/deal_json.ts";
import type { Bid } from "../../game/auction.ts";
import { SEATS, SIDES } from "../../game/cards.ts";
import { useAsked } from "../hooks/use_asked.ts";
import type { Moment } from "../moment.ts";
import { Dialog } from "../parts/dialog.tsx";
import { dealOf } from "../share/forms.ts";
import { useWords } from "../strings/strings.ts";
import { bidName } from "./account.tsx";
import { Asking } from "./asking.tsx";

interface BidsProps {
  readonly moment: Moment;
  readonly service: Service | null;
  readonly bid: (bid: Bid) => void;
  readonly close: () => void;
}

export function BidsPanel({ moment, service, bid, close }: BidsProps) {
  const words = useWords();
  const question = dealToJson({ ...dealOf(moment), play: [] });
  const key = JSON.stringify(question);
  const { asked, begin } = useAsked(key, async (signal): Promise<Bidding> => {
    const made = moment.hand.bids.length > 0;
    const [now, start] = await Promise.all([
      service!.bids(question, signal),
      made ? service!.bids({ ...question, bids: {} }, signal) : null,
    ]);
    return { now, start };
  });
  // Who opens this asks; each bid asks anew.
  useEffect(() => {
    if (service && moment.hand.dealer) begin();
  }, [service, key]);
  return (
    <Dialog title={words.bids.label} close={close}>
      {!moment.hand.dealer ? (
        <p>{words.bids.needsDealer}</p>
      ) : (
        <Asking
          there={service !== null}
          without={words.bids.none}
          label={words.bids.ask}
          busy={words.bids.asking}
          asked={asked}
          begin={begin}
          show={(answer) => <Told {...answer} made={moment.hand.bids.length} bid={bid} />}
        />
      )}
    </Dialog>
  );
}

interface Bidding {
  /** What comes after the bids that are made. */
  readonly now: Schemas["BidsResult"];
  /** The same with no bid made; null where none is. */
  readonly start: Schemas["BidsResult"] | null;
}

interface ToldProps extends Bidding {
  readonly made: number;
  readonly bid: (bid: Bid) => void;
}

function Told({ now: answer, start, made, bid }: ToldProps) {
  const words = useWords();
  const most = Math.max(...Object.values(answer.options));
  return (
    <>
      {answer.next && (
        <>
          <h3>{words.bids.next(answer.next)}</h3>
          <ul class="row options">
            {Object.entries(answer.options).map(([name, margin]) => (
              <li key={name}>
                <button type="button" onClick={() => bid(name === "board" ? "board" : name === "pass" ? 0 : Number(name))}>
                  {bidName(name, words)}{" "}
                  <span class={`badge ${margin === most ? "best" : margin >= most - 3 ? "small" : "big"}`}>
                    {words.signed(margin)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {answer.explanations.length > 0 && (
        <details lang="en">
          <summary>{words.bids.reasons}</summary>
          <ul class="told">
            {answer.explanations.map((option) => (
              <li key={option.bid}>{option.text}</li>
            ))}
          </ul>
        </details>
      )}
      {answer.grid && answer.grid.columns.length > 1 && <GridTable grid={answer.grid} />}
      <div class="beside">
        {start && <Line answer={answer} title={made < 4 ? words.bids.madeThenBest : words.bids.made} />}
        <Line answer={start ?? answer} title={words.bids.line} />
      </div>
    </>
  );
}

/** Four bids, made or best, and what they come to with best play. */
function Line({ answer, title }: { readonly answer: Schemas["BidsResult"]; readonly title: string }) {
  const words = useWords();
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p class="row">
        {SEATS.filter((seat) => answer.line[seat] !== undefined).map((seat) => (
          <span class="chip" key={seat}>
            {words.seats[seat]} <strong>{bidName(answer.line[seat] ?? "", words)}</strong>
          </span>
        ))}
      </p>
      <p>
        {words.bids.result}:{" "}
        {SIDES.map((side) => `${words.sides[side]} ${words.signed(answer.score[side])}`).join(", ")}
      </p>
    </section>
  );
}

/** What the two bids of a side bring together, the other side at its best. */
function GridTable({ grid }: { readonly grid: Schemas["Grid"] }) {
  const words = useWords();
  const best = Math.max(...grid.margin.flat().filter((margin) => margin !== null));
  return (
    <div class="grid-scroll" tabIndex={0} role="region" aria-label={words.bids.grid}>
      <table class="figures grid">
        <caption>{words.bids.grid}</caption>
        <thead>
          <tr>
            <td />
            {grid.columns.map((bid) => (
              <th scope="col" key={bid}>
                {bidName(bid, words)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((bid, row) => (
            <tr key={bid}>
              <th scope="row">{bidName(bid, words)}</th>
              {grid.columns.map((partner, column) => {
                const margin = grid.margin[row]?.[column] ?? null;
                return (
                  <td key={partner} class={margin === best ? "best" : ""}>
                    {margin === null ? "" : words.signed(margin)}
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
