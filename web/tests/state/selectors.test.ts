import assert from "node:assert/strict";
import { test } from "node:test";

import { SEATS } from "../../src/game/cards.ts";
import { isFinished, legalCards, turn, whyIllegal } from "../../src/game/play.ts";
import { emptyHand, exemptOf, leaderOf, unplaced } from "../../src/state/hand.ts";
import { firstState, reduce } from "../../src/state/reducer.ts";
import {
  choices,
  contractsOf,
  dealKey,
  marginsOf,
  positionAt,
  positionKey,
  question,
  scoreFor,
  shownSteps,
  valuedChoices,
} from "../../src/state/selectors.ts";
import type { Hand } from "../../src/state/state.ts";
import { lineEnd } from "../../src/state/line.ts";
import { cardsTo, nodeOf, pathTo } from "../../src/state/tree.ts";
import { randomHand } from "../random_hands.ts";

const SMALL: Hand = {
  ...emptyHand,
  hands: { N: ["AS", "2H"], E: ["KS", "3H"], S: ["QS", "4H"], W: ["JS", "BB"] },
  size: 2,
  trump: "H",
  dealer: "W",
  bids: [1, 0, 0, "board"],
};

test("the bids tell who leads, who is exempt, and what is to be made; a person may say otherwise", () => {
  assert.deepEqual([leaderOf(SMALL), exemptOf(SMALL)], ["W", ["W"]]);
  assert.equal(leaderOf({ ...SMALL, leader: "S" }), "S");
  const open: Hand = { ...SMALL, bids: [1], exempt: ["N", "E"], leader: "N" };
  assert.deepEqual([leaderOf(open), exemptOf(open)], ["N", ["N", "E"]]);
  assert.equal(leaderOf({ ...SMALL, bids: [1] }), null);
  assert.deepEqual(contractsOf(SMALL)?.NS, { side: "NS", total: 1, level: 0, board_number: 0 });
  assert.deepEqual(contractsOf(SMALL)?.EW, { side: "EW", total: null, level: 1, board_number: 1 });
  assert.deepEqual(scoreFor(SMALL, 1), { NS: 5, EW: -20 });
  assert.deepEqual(marginsOf(SMALL), [-5 - 20, 5 + 20, 6 + 20]);
  for (const hand of [
    { ...SMALL, bids: [1] },
    { ...SMALL, bids: [0, 0, 0, 0] },
    { ...SMALL, dealer: null },
  ]) {
    assert.equal(marginsOf(hand), null);
  }
});

test("the card of somebody who does not lead is refused where the bids tell who does", () => {
  const state = reduce(firstState(SMALL), { type: "play", card: "AS" });
  assert.equal(state.faults[0]?.message, "W is to play and does not hold AS (R11)");
  assert.deepEqual([state.hand.leader, state.hand.tree.next], [null, 1]);
});

test("the solver is asked of the deal as dealt and the cards played", () => {
  const state = reduce(firstState(SMALL), { type: "playLine", cards: ["BB", "2H"] });
  assert.deepEqual(question(state.hand), {
    rules: SMALL.rules,
    hands: SEATS.map((seat) => SMALL.hands[seat]),
    trump: "H",
    leader: "W",
    exempt: ["W"],
    play: ["BB", "2H"],
  });
  assert.equal(question({ ...SMALL, trump: "unknown" }), null);
  assert.equal(question({ ...SMALL, hands: { ...SMALL.hands, N: ["AS"] } }), null);
  const illegal = {
    ...state.hand,
    tree: {
      ...state.hand.tree,
      nodes: { ...state.hand.tree.nodes, 2: { ...nodeOf(state.hand.tree, 2), card: "AS" as const } },
    },
  };
  assert.equal(question(illegal, 2), null);
  assert.notEqual(question(illegal, 1), null);
});

test("answers are kept by what may change them, and by nothing else", () => {
  const same: Hand[] = [
    { ...SMALL, hands: { ...SMALL.hands, N: ["2H", "AS"] } },
    { ...SMALL, bids: [0, 0, 1, "board"] },
    { ...SMALL, rules: { ...SMALL.rules, trick_points: 10 } },
  ];
  for (const hand of same) assert.equal(dealKey(hand), dealKey(SMALL));
  const others: Hand[] = [
    { ...SMALL, trump: "S" },
    { ...SMALL, leader: "N" },
    { ...SMALL, bids: [1, 0, 0, 0] },
    { ...SMALL, rules: { ...SMALL.rules, big_led: "none" } },
    { ...SMALL, rules: { ...SMALL.rules, little_led: "none" } },
    { ...SMALL, rules: { ...SMALL.rules, break_on: "never" } },
    { ...SMALL, rules: { ...SMALL.rules, board_lead_exemption: "none" } },
    { ...SMALL, hands: { ...SMALL.hands, N: ["KS", "2H"], E: ["AS", "3H"] } },
  ];
  assert.equal(new Set([SMALL, ...others].map(dealKey)).size, others.length + 1);
  assert.equal(dealKey({ ...SMALL, bids: [] }), null);
  const played = reduce(firstState(SMALL), { type: "play", card: "BB" }).hand;
  assert.notEqual(positionKey(played), positionKey(SMALL));
});

test("choices are the cards of whose turn it is, the legal ones first and the others with their reason", () => {
  const led = reduce(firstState(SMALL), { type: "play", card: "BB" }).hand;
  const position = positionAt(led);
  assert.ok(position);
  assert.deepEqual(
    choices(position).map(({ card, why }) => [card, why?.fault.message ?? null]),
    [
      ["2H", null],
      ["AS", "N must follow trump with 2H, not AS (R11)"],
    ],
  );
  assert.deepEqual(valuedChoices(position, { "2H": 0 }), [{ cards: ["2H"], ns: 0 }]);
  assert.deepEqual(valuedChoices(position, {}), [{ cards: ["2H"], ns: null }]);
});

test("in 400 random hands each step is that of whose turn it is, and choices are told as they are", () => {
  let steps = 0;
  for (let seed = 0; seed < 400; seed += 1) {
    const hand = randomHand(seed);
    const shown = shownSteps(hand);
    assert.equal(shown.length, pathTo(hand.tree, lineEnd(hand)).length);
    for (const { card, seat, before, illegal, node } of shown) {
      assert.equal(seat, turn(before));
      assert.ok(before.hands[seat].includes(card));
      assert.equal(illegal, whyIllegal(before, card));
      assert.equal(cardsTo(hand.tree, node).at(-1), card);
      const told = choices(before);
      assert.equal(told.length, before.hands[seat].length);
      assert.deepEqual(
        told.filter(({ why }) => why === null).map((each) => each.card),
        legalCards(before),
      );
      steps += 1;
    }
    const position = positionAt(hand);
    if (position && isFinished(position)) assert.deepEqual(choices(position), []);
    const free = new Set(unplaced(hand));
    for (const seat of SEATS) for (const card of hand.hands[seat]) assert.ok(!free.has(card));
  }
  assert.ok(steps > 2000, `${steps} steps`);
});
