/** The table with its controls, and beside it the record, the bids and the chart. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { legalBids, nextBidder, passedOut } from "../../game/auction.ts";
import { type Card, type Seat, SEATS } from "../../game/cards.ts";
import { trickWinner, whyIllegal } from "../../game/play.ts";
import type { Answers } from "../answers.ts";
import { valuesOf } from "../../state/records.ts";
import { isWhole } from "../../state/hand.ts";
import { scoreFor } from "../../state/selectors.ts";
import { orderOf } from "../moment.ts";
import { nextMistake, recordOf } from "../record_rows.ts";
import { notesOf } from "../seat_notes.ts";
import type { Shown } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { AuctionBox } from "../table/auction.tsx";
import { BestLine } from "../table/best_line.tsx";
import { Controls } from "../table/controls.tsx";
import { HandBox } from "../table/hand.tsx";
import { Legend } from "../table/legend.tsx";
import { MarginChart } from "../table/margin_chart.tsx";
import { RecordTable } from "../table/record.tsx";
import { StateLine } from "../table/state_line.tsx";
import { TrickBox } from "../table/trick.tsx";
import { Variations } from "../table/variations.tsx";
import { Why } from "../table/why.tsx";
import { whyText } from "../why_text.ts";
import { variationsOf } from "../variations_of.ts";
import { worthsOf } from "../worth.ts";

interface PlayViewProps extends Shown {
  readonly playing: boolean;
  readonly auto: () => void;
  readonly mistake: () => void;
  /** What a key could not do; ears have it from the live region. */
  readonly said?: string;
  /** What is pressed instead of playing, as in the quiz; null plays. */
  readonly pressed?: ((card: Card) => void) | null;
  readonly hideValues?: boolean;
  readonly aside?: ComponentChildren;
}

export function PlayView(given: PlayViewProps) {
  const { state, moment, answers, reviews, dispatch, playing, auto, mistake, said, pressed, hideValues, aside } = given;
  const words = useWords();
  const { settings } = state;
  const [refused, setRefused] = useState<{ readonly text: string; readonly cursor: number } | null>(null);
  const { hand, position } = moment;
  const values = answers.at(moment.place);
  const points = settings.units === "points" && moment.margins !== null;
  const shown = settings.showValues && !hideValues;
  const worths =
    shown && values && moment.turn
      ? worthsOf(valuesOf(values), moment.turn, moment.cards, points ? moment.margins : null, words)
      : null;
  const ns = values && !hideValues ? values.tricks.NS : null;
  const press = (card: Card) => {
    const why = position ? whyIllegal(position, card) : null;
    setRefused(why ? { text: whyText(why, words), cursor: hand.cursor } : null);
    if (why) return;
    if (pressed) pressed(card);
    else dispatch({ type: "play", card });
  };
  const leftToBid = moment.auction && nextBidder(moment.auction);
  const upTo = state.hand.tree.nodes;
  const trickCards = position?.trick ?? [];
  // A finished trick stays on the table until the next card.
  const last = position && !trickCards.length && moment.place ? moment.steps.slice(moment.place - 4, moment.place) : [];
  const laid = last.length === 4 ? last.map((step) => step.card) : trickCards;
  const leader: Seat = last.length === 4 ? (last[0]?.before.leader ?? "N") : (position?.leader ?? "N");
  const winner = laid.length && position ? trickWinner(laid, leader, moment.trump) : null;
  const over = position !== null && moment.turn === null;
  return (
    <>
      <div class="board">
        <StateLine
          trump={moment.trump}
          upcard={hand.upcard}
          cards={moment.cards}
          contracts={moment.contracts}
          taken={position?.tricks ?? { NS: 0, EW: 0 }}
          ns={ns}
          score={ns === null ? null : scoreFor(hand, ns)}
          broken={position?.broken ?? false}
          over={over}
        />
        <div class="table" id="table" data-place={moment.place} tabIndex={-1} role="region" aria-label={words.table.label}>
          {SEATS.map((seat) => (
            <HandBox
              key={seat}
              seat={seat}
              cards={position?.hands[seat] ?? hand.hands[seat]}
              trump={moment.trump}
              turn={moment.turn === seat}
              legal={moment.turn === seat ? moment.legal : []}
              worths={worths}
              next={moment.turn === seat && !hideValues ? moment.next : null}
              notes={notesOf(moment, seat, words)}
              press={press}
            />
          ))}
          <TrickBox cards={laid} leader={leader} winner={winner}>
            {over ? (
              <p>{words.table.over}</p>
            ) : position ? (
              <p>{words.table.trick(Math.floor(moment.place / 4) + 1, moment.cards)}</p>
            ) : (
              <NoPlay shown={given} />
            )}
          </TrickBox>
        </div>
        {refused && refused.cursor === hand.cursor && <Why text={refused.text} close={() => setRefused(null)} />}
        <Controls
          atStart={moment.place === 0}
          atEnd={moment.place >= moment.steps.length}
          canBest={values !== undefined && moment.turn !== null && !hideValues}
          playing={playing}
          canUndo={state.past.length > 0}
          canRedo={state.future.length > 0}
          step={(to) => dispatch({ type: "step", to })}
          best={() => values?.best[0] && dispatch({ type: "play", card: values.best[0] })}
          auto={auto}
          mistake={mistake}
          canMistake={nextMistake(moment, reviews, 1) !== null}
          quiet={hideValues === true}
          undo={() => dispatch({ type: "undo" })}
          redo={() => dispatch({ type: "redo" })}
        />
        {said && (
          <p class="muted" aria-hidden="true">
            {said}
          </p>
        )}
        {!hideValues && (
          <Legend
            units={settings.units}
            canPoints={moment.margins !== null}
            shown={settings.showValues}
            status={statusOf(given, words)}
            change={(change) => dispatch({ type: "settings", settings: change })}
          />
        )}
        {shown && values && values.line.length > 0 && (
          <BestLine
            cards={values.line}
            inTrick={trickCards.length}
            play={(cards) => dispatch({ type: "playLine", cards })}
          />
        )}
      </div>
      <div class="side">
        {aside}
        {!hideValues && (
          <section class="box" aria-label={words.record.label}>
            <h2>{words.record.game}</h2>
            <Variations
              variations={variationsOf(moment, words)}
              go={(node) => dispatch({ type: "go", node, choose: true })}
              name={(node, name) => dispatch({ type: "name", node, name })}
              promote={(node) => dispatch({ type: "promote", node })}
              remove={(node) => dispatch({ type: "delete", node })}
            />
            <RecordTable
              tricks={recordOf(moment, reviews, words)}
              cursor={hand.cursor}
              go={(node) => upTo[node] && dispatch({ type: "go", node })}
            />
            {moment.steps.length > 0 && <MarginChart moment={moment} reviews={reviews} dispatch={dispatch} />}
          </section>
        )}
        {moment.auction && !hideValues && (
          <section class="box" aria-label={words.auction.label}>
            <h2>{words.auction.label}</h2>
            <AuctionBox
              order={orderOf(hand)}
              bids={hand.bids}
              legal={leftToBid ? legalBids(moment.auction) : []}
              bid={(bid) => dispatch({ type: "bid", bid })}
              back={() => dispatch({ type: "unbid" })}
            />
          </section>
        )}
      </div>
    </>
  );
}

/** Nobody can play yet: says why, and lets a person say who leads. */
function NoPlay({ shown: { state, moment, dispatch } }: { readonly shown: Shown }) {
  const words = useWords();
  if (!isWhole(state.hand)) {
    return (
      <div class="no-play">
        <p>{words.table.notWhole}</p>
        <p>
          <button type="button" class="first" onClick={() => dispatch({ type: "view", view: "enter" })}>
            {words.head.enter}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div class="no-play">
      <p>{moment.auction && passedOut(moment.auction) ? words.table.passedOut : state.hand.dealer ? words.table.noPlay : words.table.noBids}</p>
      <p>{words.table.whoLeads}</p>
      <p class="row centre">
        {SEATS.map((seat) => (
          <button type="button" key={seat} onClick={() => dispatch({ type: "leader", seat })}>
            {words.seats[seat]}
          </button>
        ))}
      </p>
    </div>
  );
}

function statusOf({ moment, answers }: { moment: Shown["moment"]; answers: Answers }, words: ReturnType<typeof useWords>) {
  const values = answers.at(moment.place);
  if (values) return words.values.solved(values.ms, values.nodes);
  if (!moment.position) return "";
  if (answers.failed) {
    const { kind, message } = answers.failed;
    return kind === "unreachable" ? words.bad.gone : kind === "busy" ? words.bad.busy : `${words.bad.trapped} ${message}`;
  }
  if (moment.steps.slice(0, moment.place).some((step) => step.illegal)) return words.values.afterIllegal;
  return answers.asking ? words.values.solving : "";
}
