/** Entering a hand: paste, deal at random, type, tap, and what stands around the cards. */
import { isComplete, legalBids } from "../../game/auction.ts";
import { auctionIn, isWhole } from "../../state/hand.ts";
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

interface EnterViewProps {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly reading: Reading;
  /** What keeps the hand from being played, in the engine's words. */
  readonly missing: readonly string[];
}

export function EnterView({ state, dispatch, reading, missing }: EnterViewProps) {
  const words = useWords();
  const { hand, focus } = state;
  const whole = isWhole(hand);
  const auction = auctionIn(hand);
  return (
    <div class="enter">
      <div class="stack">
        <Paste faults={state.faults} read={reading.read} open={reading.open} />
      </div>
      <div class="stack">
        <RandomDeal size={hand.size} deal={reading.deal} />
        <RulesForm rules={hand.rules} change={(rules) => dispatch({ type: "rules", rules })} />
      </div>
      <div class="stack wide">
        <Typing
          hand={hand}
          bloopers={hand.rules.bloopers}
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
        <Setup hand={hand} dispatch={dispatch} />
        {auction && (
          <section class="box">
            <h2>{words.auction.label}</h2>
            <AuctionBox
              order={orderOf(hand)}
              bids={hand.bids}
              legal={isComplete(auction) ? [] : legalBids(auction)}
              bid={(bid) => dispatch({ type: "bid", bid })}
              back={() => dispatch({ type: "unbid" })}
            />
          </section>
        )}
        <section class="box panel" aria-label={words.entry.missing}>
          {missing.length ? (
            <ul>
              {missing.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <p>{words.entry.complete}</p>
          )}
          <div class="row">
            <button type="button" class="first" disabled={!whole} onClick={() => dispatch({ type: "view", view: "play" })}>
              {words.entry.look}
            </button>
            <button type="button" onClick={() => dispatch({ type: "clear", what: "all" })}>
              {words.entry.clear}
            </button>
          </div>
        </section>
      </div>
    </div>
  );
}
