/** What each seat has bid, in bidding order, and the bid that is next. */
import type { Bid } from "../../game/auction.ts";
import type { Seat } from "../../game/cards.ts";
import { bidSpoken } from "../parts/spoken.ts";
import { useWords } from "../strings/strings.ts";

interface AuctionProps {
  readonly order: readonly Seat[];
  readonly bids: readonly Bid[];
  /** What the next seat may bid; empty where all have. */
  readonly legal: readonly Bid[];
  readonly bid: (bid: Bid) => void;
  readonly back: () => void;
}

export function AuctionBox({ order, bids, legal, bid, back }: AuctionProps) {
  const words = useWords();
  const next = order[bids.length];
  return (
    <div class="auction">
      <dl class="row">
        {order.map((seat, place) => {
          const made = bids[place];
          return (
            <div key={seat} class={seat === next ? "chip strong" : "chip"}>
              <dt>{words.seats[seat]}</dt>
              <dd>{made === undefined ? "–" : bidSpoken(made, words)}</dd>
            </div>
          );
        })}
      </dl>
      {next && legal.length > 0 && (
        <div class="row" role="group" aria-label={words.auction.next(next)}>
          <span>{words.auction.next(next)}</span>
          {legal.map((each) => (
            <button type="button" key={each} onClick={() => bid(each)}>
              {bidSpoken(each, words)}
            </button>
          ))}
        </div>
      )}
      {bids.length > 0 && (
        <button type="button" class="plain" onClick={back}>
          {words.auction.undo}
        </button>
      )}
    </div>
  );
}
