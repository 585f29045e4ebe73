import assert from "node:assert/strict";
import { test } from "node:test";

import { dealFrom } from "../../src/formats/deal_json.ts";
import { fieldsFromLine } from "../../src/formats/line.ts";
import { type Card, SEATS, type Seat } from "../../src/game/cards.ts";
import { handOfDeal } from "../../src/state/hand.ts";
import { firstState } from "../../src/state/reducer.ts";
import { accuracy, costliest, lossesBySeat, marginSeries, reviewLine, turningPoints } from "../../src/state/review.ts";
import { dealKey, keyOf } from "../../src/state/selectors.ts";
import type { CardValues, State } from "../../src/state/state.ts";
import { endOf, treeOf } from "../../src/state/tree.ts";
import { vectors } from "../vectors.ts";

interface Told {
  line: string;
  play: string;
  leader: Seat | null;
  values: CardValues[];
  plays: unknown[];
  players: Record<Seat, [number, number, number, number, number]>;
  turning_points: number[];
}

function stateOf(told: Told): State {
  const play = told.play.split(" ") as Card[];
  const deal = dealFrom(fieldsFromLine(told.line));
  const hand = { ...handOfDeal(deal), leader: told.leader, tree: treeOf(play) };
  const key = dealKey(hand);
  assert.ok(key);
  const values = Object.fromEntries(told.values.map((each, cards) => [keyOf(key, play.slice(0, cards)), each]));
  return { ...firstState({ ...hand, cursor: endOf(hand.tree, 0) }), values };
}

test("losses, options, accuracies and turning points are those of the house's reviews", () => {
  let illegal = 0;
  for (const told of vectors<Told>("reviews")) {
    const reviews = reviewLine(stateOf(told));
    assert.equal(reviews.length, told.plays.length);
    const plays = reviews.map((review) => {
      assert.ok(review);
      illegal += Number(!review.legal);
      const options = review.options.map(({ cards, ns, lossTricks, lossPoints }) => [
        cards.join(" "),
        ns,
        lossTricks,
        lossPoints,
      ]);
      const { nsBefore, nsAfter, lossTricks, lossPoints, marginBefore, marginAfter, best, forcedBy, choice } = review;
      return [
        nsBefore,
        nsAfter,
        lossTricks,
        lossPoints,
        marginBefore,
        marginAfter,
        best.join(" "),
        forcedBy,
        choice,
        options,
      ];
    });
    assert.deepEqual(plays, told.plays);
    const losses = lossesBySeat(reviews);
    for (const seat of SEATS) {
      const { lost, atStake, accuracy: kept, lossTricks, choices } = losses[seat];
      assert.deepEqual([lost, atStake, kept, lossTricks, choices], told.players[seat], `${told.line} ${seat}`);
    }
    assert.deepEqual(
      turningPoints(reviews).map(({ index }) => index),
      told.turning_points,
    );
    const worst = costliest(reviews);
    const most = Math.max(...reviews.map((review) => review?.lossPoints ?? review?.lossTricks ?? 0));
    assert.equal(worst?.lossPoints ?? worst?.lossTricks ?? 0, most);
    assert.equal(marginSeries(reviews).length, reviews.length + 1);
    assert.deepEqual(
      marginSeries(reviews).slice(1),
      reviews.map((review) => review?.marginAfter ?? review?.nsAfter),
    );
  }
  assert.ok(illegal > 0, "illegal cards are among them");
});

test("what the solver has not answered is told as not known, and the rest as it is", () => {
  const [told] = vectors<Told>("reviews");
  assert.ok(told);
  const state = stateOf(told);
  const [, second] = Object.keys(state.values);
  assert.ok(second);
  const { [second]: gone, ...values } = state.values;
  assert.ok(gone);
  const reviews = reviewLine({ ...state, values });
  assert.equal(reviews[1], null);
  assert.ok(reviews[0]);
  assert.deepEqual(marginSeries(reviews)[2], null);
});

test("accuracy is rounded down, and 100 only where nothing was lost", () => {
  assert.equal(accuracy(1, 3000), 99.9);
  assert.equal(accuracy(0, 0), 100);
  assert.equal(accuracy(2, 3), 33.3);
  assert.equal(accuracy(5, 5), 0);
});
