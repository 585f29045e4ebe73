/** Entering a hand: paste, deal at random, type, tap, and what stands around the cards. */
import { useState } from "preact/hooks";

import { isComplete, legalBids } from "../../game/auction.ts";
import { type Fault, sentence } from "../../errors.ts";
import { SEATS } from "../../game/cards.ts";
import { FaultsAt, isAt, toldOf } from "../entry/faults_at.tsx";
import { auctionIn, equalSize, handFaults, isWhole, knownSize, missing } from "../../state/hand.ts";
import { orderOf } from "../moment.ts";
import { Pack } from "../entry/pack.tsx";
import { Paste } from "../entry/paste.tsx";
import { RandomDeal } from "../entry/random.tsx";
import { RulesForm } from "../entry/rules_form.tsx";
import { Setup } from "../entry/setup.tsx";
import { Typing } from "../entry/typing.tsx";
import type { State } from "../../state/state.ts";
import type { Reading } from "../hooks/use_reading.ts";
import type { Dispatch } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { AuctionBox } from "../table/auction.tsx";

const NOTHING = { N: 0, E: 0, S: 0, W: 0 };
/** Faults there are said where they are. */
const PLACES = ["/hands/N", "/hands/E", "/hands/S", "/hands/W", "/trump", "/upcard", "/dealer", "/bids"];

function samePlace(a: Fault, b: Fault): boolean {
  return a.pointer.startsWith(b.pointer) || b.pointer.startsWith(a.pointer);
}

interface EnterViewProps {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly reading: Reading;
}

export function EnterView({ state, dispatch, reading }: EnterViewProps) {
  const words = useWords();
  const { hand, focus } = state;
  const whole = isWhole(hand);
  const size = knownSize(state);
  const setSize = (cards: number) => dispatch({ type: "size", size: cards });
  // What was typed and not taken goes with the cards.
  const [cleared, setCleared] = useState(0);
  // What the last text said comes before what the hand says of the same place.
  const own = handFaults(hand).filter((each) => !state.faults.some((told) => samePlace(each, told)));
  const faults = [...state.faults, ...own];
  const placed = faults.filter((each) => isAt(each, PLACES));
  const rest = own.filter((each) => !isAt(each, PLACES));
  const auction = auctionIn(hand);
  // Hands that are equal are whole, whatever size was aimed at.
  const lacking = equalSize(hand) ? NOTHING : missing(hand, size);
  return (
    <div class="enter">
      <div class="stack">
        <Paste faults={state.faults.filter((each) => !placed.includes(each))} read={reading.read} open={reading.open} />
      </div>
      <div class="stack">
        <RandomDeal size={size} setSize={setSize} deal={reading.deal} />
        <RulesForm rules={hand.rules} change={(rules) => dispatch({ type: "rules", rules })} />
      </div>
      <div class="stack wide">
        <Typing
          key={cleared}
          hand={hand}
          size={size}
          setSize={setSize}
          bloopers={hand.rules.bloopers}
          faults={faults}
          setHand={(seat, cards) => dispatch({ type: "setHand", seat, cards })}
          focus={(now) => dispatch({ type: "focus", focus: now })}
        />
      </div>
      <div class="stack">
        <Pack
          hand={hand}
          to={focus.seat}
          bloopers={hand.rules.bloopers}
          choose={(seat) => dispatch({ type: "focus", focus: { ...focus, seat } })}
          place={(card) => dispatch({ type: "place", card, seat: focus.seat })}
          remove={(card) => dispatch({ type: "remove", card })}
        />
      </div>
      <div class="stack">
        <Setup hand={hand} faults={faults} dispatch={dispatch} />
        <section class="box" aria-label={words.auction.label}>
          <h2>{words.auction.label}</h2>
          <FaultsAt faults={faults} places={["/bids"]} />
          {auction ? (
            <AuctionBox
              order={orderOf(hand)}
              bids={hand.bids}
              legal={isComplete(auction) ? [] : legalBids(auction)}
              bid={(bid) => dispatch({ type: "bid", bid })}
              back={() => dispatch({ type: "unbid" })}
            />
          ) : (
            hand.dealer === null && hand.leader === null && <p class="muted">{words.table.noBids}</p>
          )}
        </section>
        <section class="box panel" aria-label={words.entry.missing}>
          <ul>
            {rest.map((each) => (
              <li class="fault" lang="en" key={sentence(each)}>
                {sentence(toldOf(each, words))}
              </li>
            ))}
            {SEATS.every((seat) => hand.hands[seat].length === 0) ? (
              <li>{words.table.notWhole}</li>
            ) : (
              SEATS.filter((seat) => lacking[seat] > 0).map((seat) => (
                <li key={seat}>{words.entry.lacks(seat, lacking[seat])}</li>
              ))
            )}
          </ul>
          {whole && !faults.length && <p>{words.entry.complete}</p>}
          <div class="row">
            <button type="button" class="first" disabled={!whole} onClick={() => dispatch({ type: "view", view: "play" })}>
              {words.entry.look}
            </button>
            <button type="button" onClick={() => {
                dispatch({ type: "clear", what: "all" });
                setCleared(cleared + 1);
              }}
            >
              {words.entry.clear}
            </button>
          </div>
        </section>
      </div>
    </div>
  );
}
