import assert from "node:assert/strict";
import { test } from "node:test";

import { type Card, SEATS, type Seat } from "../../src/game/cards.ts";
import { dealFaults } from "../../src/game/deal.ts";
import { dealHands } from "../../src/game/dealing.ts";
import { legalCards, turn } from "../../src/game/play.ts";
import { PRESETS, STANDARD } from "../../src/game/rules.ts";
import { dealOf, emptyHand, handFaults, handOfDeal, isWhole, knownSize, missing } from "../../src/state/hand.ts";
import { readRecords, valuesOf } from "../../src/state/records.ts";
import { DEFAULT_SETTINGS, firstState, MOST_VALUES, reduce } from "../../src/state/reducer.ts";
import { handsLeft, outcome, positionAt, positionKey, question, rulesAtWork } from "../../src/state/selectors.ts";
import type { Action, Hand, State } from "../../src/state/state.ts";
import { gameCards, variations } from "../../src/state/tree.ts";
import { choose, randomHand } from "../random_hands.ts";
import { generator } from "../vectors.ts";

function after(state: State, ...actions: Action[]): State {
  return actions.reduce(reduce, state);
}

function place(...cards: Card[]): Action[] {
  return cards.map((card) => ({ type: "place", card }));
}

const SMALL: Action[] = [
  { type: "size", size: 2 },
  { type: "upcard", card: "7H" },
  { type: "dealer", seat: "W" },
  ...place("AS", "2H", "KS", "3H", "QS", "4H", "JS", "5H"),
];

test("cards go from seat to seat as each hand is full, and the hand can then be played", () => {
  const state = after(firstState(), ...SMALL);
  assert.deepEqual(state.hand.hands, { N: ["AS", "2H"], E: ["KS", "3H"], S: ["QS", "4H"], W: ["JS", "5H"] });
  assert.equal(state.hand.trump, "H");
  assert.ok(isWhole(state.hand));
  assert.deepEqual(handFaults(state.hand), []);
  const moved = after(state, { type: "place", card: "AS", seat: "E" });
  assert.deepEqual([moved.hand.hands.N, moved.hand.hands.E], [["2H"], ["KS", "3H", "AS"]]);
  assert.equal(missing(moved.hand).N, 2);
});

test("the fourth hand is filled when it is certain, and only then", () => {
  const whole = dealHands(13, PRESETS.whist, 5);
  const rules: Action = { type: "rules", rules: PRESETS.whist };
  const three: Action[] = (["N", "E", "S"] as const).map((seat) => ({
    type: "setHand",
    seat,
    cards: whole.hands[seat],
  }));
  const certain = after(firstState(), rules, ...three).hand;
  assert.deepEqual([...certain.hands.W].sort(), [...whole.hands.W].sort());
  assert.deepEqual(after(firstState(), ...three).hand.hands.W, [], "two of 15 cards left are in no hand");
  const turned = after(firstState(), { type: "upcard", card: "BB" }, ...three).hand;
  assert.deepEqual([...turned.hands.W].sort(), [...whole.hands.W].sort(), "no hand has a blooper then (R4)");
  const early = after(firstState(), ...three, { type: "upcard", card: "LB" }).hand;
  assert.deepEqual([...early.hands.W].sort(), [...whole.hands.W].sort(), "told late, it is as certain");
  const emptied = after(firstState(certain), { type: "remove", card: certain.hands.W[0] as Card });
  assert.equal(emptied.hand.hands.W.length, 12, "what was taken out stays out");
});

test("upcard, trump and rules that do not agree give way to what was said last", () => {
  let state = after(firstState(), { type: "upcard", card: "7H" }, { type: "trump", trump: "S" });
  assert.deepEqual([state.hand.trump, state.hand.upcard], ["S", null]);
  state = after(state, { type: "upcard", card: "LB" });
  assert.deepEqual([state.hand.trump, state.hand.upcard], [null, "LB"]);
  state = after(state, { type: "rules", rules: PRESETS.spades_26 });
  assert.deepEqual([state.hand.trump, state.hand.upcard], ["S", null]);
  state = after(state, { type: "place", card: "BB", seat: "N" }, { type: "rules", rules: PRESETS.whist });
  assert.deepEqual(state.hand.hands.N, []);
  state = after(state, { type: "upcard", card: "7C" }, { type: "place", card: "7C", seat: "N" });
  assert.deepEqual([state.hand.upcard, state.hand.hands.N], [null, ["7C"]]);
});

test("what is wrong is told at its place in the engine's words", () => {
  const state = after(firstState(), ...SMALL);
  const told = (hand: Hand) => handFaults(hand).map(({ pointer, message }) => `${pointer}: ${message}`);
  assert.deepEqual(told({ ...state.hand, trump: "unknown" }), [
    "/trump: give trump (a suit or null) or the upcard (R3)",
  ]);
  assert.deepEqual(told({ ...state.hand, trump: "S" }), ["/trump: trump S and the upcard 7H do not agree (R3)"]);
  assert.deepEqual(told({ ...state.hand, bids: [2] }), [
    "/bids/N: N's 2 is above the highest bid, 1 with 2 in hand (R7)",
  ]);
  assert.deepEqual(told(emptyHand), []);
  assert.deepEqual(told({ ...emptyHand, rules: PRESETS.whist }), []);
  const strange: Hand = { ...emptyHand, rules: PRESETS.whist, hands: { ...emptyHand.hands, E: ["AS", "LB"] } };
  assert.deepEqual(told(strange), ["/hands/E: E holds a blooper, and these rules have none (R1)"]);
  const uneven = after(state, { type: "place", card: "BB", seat: "E" }, { type: "size", size: 2 });
  assert.deepEqual(told(uneven.hand), ["/hands/E: E holds 3 cards and N 2: all hands are equal (R2)"]);
  assert.deepEqual(told({ ...uneven.hand, size: 3 }), [], "the others may yet get theirs");
});

test("bids are taken in order as long as they are allowed, and taken back", () => {
  let state = after(firstState(), ...SMALL, { type: "bid", bid: 1 }, { type: "bid", bid: "board" });
  assert.deepEqual(state.hand.bids, [1, "board"]);
  const refused = after(state, { type: "bid", bid: 2 });
  assert.deepEqual(refused.hand, state.hand);
  assert.equal(refused.faults[0]?.message, "S's 2 is above the highest bid, 1 with 2 in hand (R7)");
  state = after(refused, { type: "unbid" }, { type: "bids", bids: [0, 1, 0, 0] });
  assert.deepEqual([state.hand.bids, state.faults], [[0, 1, 0, 0], []]);
  assert.equal(
    after(state, { type: "bid", bid: 0 }).faults[0]?.message,
    "more than four bids: each seat bids once (R6)",
  );
  assert.equal(after(firstState(), { type: "bid", bid: 1 }).faults[0]?.pointer, "/dealer");
});

const BID: Action = { type: "bids", bids: [1, 0, 0, 0] };

test("an illegal card is refused with its reason, and another card opens a variation beside the game", () => {
  const game = after(firstState(), ...SMALL, BID, { type: "playLine", cards: ["AS", "KS", "QS", "JS", "2H", "3H"] });
  const steps: Action[] = [
    { type: "step", to: "start" },
    { type: "step", to: "next" },
  ];
  const back = after(game, ...steps);
  assert.deepEqual(handsLeft(back.hand).N, ["2H"]);
  const refused = after(back, { type: "play", card: "3H" });
  assert.equal(refused.faults[0]?.message, "E must follow S with KS, not 3H (R11)");
  assert.equal(refused.hand, back.hand);
  assert.equal(after(back, { type: "play", card: "KS" }).past.length, back.past.length, "along the line is a step");
  const branch = after(back, { type: "step", to: "trick" }, { type: "play", card: "2H" }, { type: "play", card: "3H" });
  assert.deepEqual(variations(branch.hand.tree), []);
  const lead = after(game, { type: "step", to: "start" }, { type: "play", card: "2H" });
  assert.equal(lead.faults[0]?.rule, "R12");
});

test("without bids the holder of the first card leads, and nobody but them", () => {
  const state = after(firstState(), ...SMALL);
  assert.equal(positionAt(state.hand), null);
  const led = after(state, { type: "play", card: "KS" });
  assert.equal(led.hand.leader, "E");
  assert.equal(turn(positionAt(led.hand) ?? assert.fail()), "S");
  const out = after(firstState(), ...SMALL, { type: "bids", bids: [0, 0, 0, 0] });
  assert.equal(question(out.hand), null);
});

test("undo and redo go through everything that was made, without end, and moving is nothing to undo", () => {
  const made: State[] = [firstState()];
  const pick = generator(3);
  let state = made[0] as State;
  for (let count = 0; count < 300; count += 1) {
    const card = choose(pick, ["AS", "KS", "QS", "2H", "BB", "7C"] as const);
    const seat: Seat = choose(pick, SEATS);
    const next = reduce(
      state,
      choose<Action>(pick, [
        { type: "place", card, seat },
        { type: "remove", card },
        { type: "size", size: 1 + pick(13) },
      ]),
    );
    if (next.hand !== state.hand) made.push(next);
    state = next;
  }
  assert.ok(made.length > 150);
  for (const before of made.slice(0, -1).reverse()) {
    state = reduce(state, { type: "undo" });
    assert.equal(state.hand, before.hand);
  }
  assert.equal(reduce(state, { type: "undo" }), state);
  for (const later of made.slice(1)) {
    state = reduce(state, { type: "redo" });
    assert.equal(state.hand, later.hand);
  }
  assert.equal(reduce(state, { type: "redo" }), state);
  const game = after(firstState(), ...SMALL, BID, { type: "playLine", cards: ["AS", "KS"] });
  const moved = after(game, { type: "step", to: "start" }, { type: "go", node: 1 });
  assert.equal(moved.past, game.past);
});

test("steps by card, trick and end", () => {
  const game = after(firstState(), ...SMALL, BID, { type: "playLine", cards: ["AS", "KS", "QS", "JS", "2H", "3H"] });
  const to = (state: State, ...steps: Extract<Action, { type: "step" }>["to"][]) =>
    after(state, ...steps.map((each): Action => ({ type: "step", to: each }))).hand.cursor;
  assert.deepEqual(
    [to(game, "start"), to(game, "previous"), to(game, "previousTrick"), to(game, "previousTrick", "previousTrick")],
    [0, 5, 4, 0],
  );
  assert.deepEqual(
    [to(game, "start", "trick"), to(game, "start", "trick", "trick"), to(game, "start", "next", "next", "trick")],
    [4, 6, 4],
  );
  assert.deepEqual([to(game, "next"), to(game, "start", "previous"), to(game, "start", "end")], [6, 0, 6]);
});

test("the best card and the next mistake follow from what the solver answered", () => {
  const bidden = after(firstState(), ...SMALL, BID);
  const answered = (state: State, ns: Partial<Record<Card, number>>): State =>
    reduce(state, {
      type: "values",
      key: positionKey(state.hand) ?? "",
      values: valuesOf({
        cards: Object.fromEntries(Object.entries(ns).map(([card, tricks]) => [card, { NS: tricks, EW: 2 - tricks }])),
      }),
    });
  assert.equal(after(bidden, { type: "best" }), bidden, "nothing is known");
  let state = answered(bidden, { AS: 1, "2H": 1 });
  assert.deepEqual(gameCards(after(state, { type: "best" }).hand.tree), ["AS"], "trumps last");
  state = answered(after(state, { type: "play", card: "AS" }), { KS: 1 });
  state = answered(after(state, { type: "play", card: "KS" }), { QS: 0, "4H": 1 });
  state = after(state, { type: "play", card: "QS" }, { type: "step", to: "start" });
  state = after(state, { type: "step", to: "mistake" });
  assert.equal(state.hand.cursor, 3);
  assert.equal(after(state, { type: "step", to: "mistake" }).hand.cursor, 3, "there is no other");
  assert.equal(after(state, { type: "play", card: "JS" }, { type: "step", to: "previousMistake" }).hand.cursor, 3);
});

test("answers are kept up to a bound, the oldest go first", () => {
  let state = firstState();
  for (let count = 0; count < MOST_VALUES + 10; count += 1)
    state = reduce(state, { type: "values", key: `k${count}`, values: {} });
  assert.equal(Object.keys(state.values).length, MOST_VALUES);
  assert.ok(!("k0" in state.values) && `k${MOST_VALUES + 9}` in state.values);
});

test("records of a text are listed, and one that is taken is a hand that can be undone", async () => {
  const text = "W H N:.A2.. .K3.. .Q4.. .J5.. 1 0 0 0 AH.KH.QH.JH.3H\nnonsense\n- S N:2... 3... 4... 5...\n";
  const listed = reduce(firstState(), await readRecords("three.txt", text));
  assert.deepEqual(
    listed.list?.records.map(({ place: told, hand, faults }) => [told, hand !== null, faults.length]),
    [
      ["line 1", true, 1],
      ["line 2", false, 1],
      ["line 3", true, 0],
    ],
  );
  const first = reduce(listed, { type: "select", index: 0 });
  assert.equal(first.faults[0]?.pointer, "/play/4");
  assert.deepEqual(gameCards(first.hand.tree), ["AH", "KH", "QH", "JH", "3H"]);
  assert.equal(first.view, "play");
  const second = reduce(first, { type: "select", index: 1 });
  assert.equal(second.hand, first.hand, "nothing is lost");
  assert.equal(second.faults.length, 1);
  assert.equal(reduce(first, { type: "undo" }).hand, listed.hand);
  assert.equal(reduce(second, { type: "closeList" }).list, null);
  assert.equal(reduce(second, { type: "select", index: 3 }), second);
  assert.equal(reduce(firstState(), { type: "select", index: 0 }).list, null);
  const cost = { card: null, lossTricks: 1, lossPoints: null, ns: 3 };
  assert.deepEqual(reduce(listed, { type: "cost", index: 2, cost }).costs, { 2: cost });
  assert.deepEqual(reduce(firstState(), { type: "cost", index: 2, cost }).costs, {});
});

test("other cards take out the play that has them, other settings nothing", () => {
  const game = after(firstState(), ...SMALL, BID, { type: "playLine", cards: ["AS", "KS", "QS", "JS"] });
  const changed = after(game, { type: "remove", card: "QS" });
  assert.deepEqual(gameCards(changed.hand.tree), ["AS", "KS"]);
  const dark = after(game, { type: "settings", settings: { theme: "dark" } }, { type: "view", view: "review" });
  assert.deepEqual(
    [dark.hand, dark.settings, dark.view],
    [game.hand, { ...DEFAULT_SETTINGS, theme: "dark" }, "review"],
  );
  assert.deepEqual(gameCards(after(game, { type: "clear", what: "play" }).hand.tree), []);
  assert.deepEqual(after(game, { type: "clear", what: "bids" }).hand.bids, []);
  assert.equal(after(game, { type: "clear", what: "all" }).hand.hands, emptyHand.hands);
});

test("who may lead trumps and who is forced is told of each position", () => {
  const hand = handOfDeal({
    hands: { N: ["BB", "2S"], E: ["AH", "3H"], S: ["KH", "4H"], W: ["5C", "6C"] },
    trump: "H",
    upcard: null,
    dealer: "W",
    bids: ["board", 0, 0, 0],
    play: ["BB"],
    rules: STANDARD,
  });
  const start = positionAt(hand) ?? assert.fail();
  assert.deepEqual(rulesAtWork(start), { leadTrumps: ["N", "E", "S"], forced: {} });
  const led = positionAt({ ...hand, cursor: 1 }) ?? assert.fail();
  assert.deepEqual(rulesAtWork(led).forced, { E: "highest", S: "highest", W: "highest" });
  assert.deepEqual(legalCards(led), ["AH"]);
  const whole = after(
    firstState(hand),
    { type: "go", node: 1 },
    { type: "playLine", cards: ["AH", "KH", "5C", "2S", "3H", "4H", "6C"] },
  );
  assert.deepEqual(outcome(whole.hand), { tricks: { NS: 2, EW: 0 }, score: { NS: 20, EW: 0 } });
});

test("cards a hand are known once a person says them, or the hands are equal", () => {
  const typed = reduce(firstState(emptyHand), { type: "setHand", seat: "N", cards: ["AS", "KS"] });
  assert.equal(knownSize(typed), null);
  assert.deepEqual(missing(typed.hand, null), { N: 0, E: 2, S: 2, W: 2 });
  const said = reduce(typed, { type: "size", size: 13 });
  assert.equal(knownSize(said), 13);
  assert.equal(missing(said.hand, knownSize(said)).N, 11);
  assert.equal(knownSize(reduce(said, { type: "clear", what: "all" })), null);
  const whole = (["E", "S", "W"] as const).reduce(
    (state, seat, place) =>
      reduce(state, { type: "setHand", seat, cards: [`A${"HDC"[place]}` as Card, `K${"HDC"[place]}` as Card] }),
    typed,
  );
  assert.equal(knownSize(whole), 2);
});

test("any run of actions leaves a state that is sound", () => {
  for (let seed = 0; seed < 150; seed += 1) {
    const pick = generator(seed + 9000);
    const random = randomHand(seed);
    const held = SEATS.some((seat) => random.upcard !== null && random.hands[seat].includes(random.upcard));
    let state = firstState(held ? { ...random, upcard: null } : random);
    for (let count = 0; count < 40; count += 1) {
      const ids = Object.keys(state.hand.tree.nodes).map(Number);
      const node = choose(pick, ids);
      const card = choose(pick, SEATS.flatMap((seat) => state.hand.hands[seat]).concat(["AS", "BB"]));
      const seat = choose(pick, SEATS);
      const actions: Action[] = [
        { type: "place", card, seat },
        { type: "remove", card },
        { type: "play", card },
        { type: "go", node },
        { type: "go", node, choose: true },
        { type: "delete", node },
        { type: "promote", node },
        { type: "name", node, name: "x" },
        { type: "undo" },
        { type: "redo" },
        { type: "upcard", card },
        { type: "trump", trump: choose(pick, ["S", null, "unknown"]) },
        { type: "dealer", seat: choose(pick, [seat, null]) },
        { type: "leader", seat: choose(pick, [seat, null]) },
        { type: "bid", bid: choose(pick, [0, 1, "board"]) },
        { type: "unbid" },
        { type: "step", to: choose(pick, ["next", "end", "mistake"]) },
        { type: "rules", rules: choose(pick, Object.values(PRESETS)) },
        { type: "size", size: pick(15) },
        { type: "best" },
      ];
      const before = state;
      const frozen = JSON.stringify(before);
      state = reduce(state, choose(pick, actions));
      assert.equal(JSON.stringify(before), frozen, "the state before is left alone");
      const { hand } = state;
      const cards = SEATS.flatMap((each) => hand.hands[each]);
      assert.equal(new Set(cards).size, cards.length);
      assert.ok(hand.upcard === null || !cards.includes(hand.upcard));
      assert.ok(hand.tree.nodes[hand.cursor]);
      for (const each of Object.values(hand.tree.nodes)) {
        assert.ok(each.card === null || cards.includes(each.card));
        for (const child of each.children) assert.equal(hand.tree.nodes[child]?.parent, each.id);
      }
      const deal = dealOf(hand, []);
      if (deal && !handFaults(hand).length) assert.deepEqual(dealFaults(deal), []);
    }
  }
});
