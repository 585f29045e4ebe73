import assert from "node:assert/strict";
import { test } from "node:test";

import { handFromFragment, handToFragment } from "../../src/formats/fragment.ts";
import { fromLetters, toLetters } from "../../src/formats/mixed_radix.ts";
import { scanRecords } from "../../src/formats/read.ts";
import { falling, SEATS } from "../../src/game/cards.ts";
import { dealHands } from "../../src/game/dealing.ts";
import { legalCards } from "../../src/game/play.ts";
import { STANDARD } from "../../src/game/rules.ts";
import { emptyHand, handOfDeal } from "../../src/state/hand.ts";
import { firstState, reduce } from "../../src/state/reducer.ts";
import { recordOf } from "../../src/state/records.ts";
import { positionAt } from "../../src/state/selectors.ts";
import type { Hand, NodeId, Tree } from "../../src/state/state.ts";
import { fromStored, toStored } from "../../src/state/storage.ts";
import { nodeOf, variations } from "../../src/state/tree.ts";
import { choose, randomHand } from "../random_hands.ts";
import { fixture, generator } from "../vectors.ts";

/** What a tree holds, whatever its nodes are numbered. */
function shape(tree: Tree, cursor: NodeId, id: NodeId = 0): unknown {
  const { card, name, children } = nodeOf(tree, id);
  return [card, name, id === cursor, children.map((child) => shape(tree, cursor, child))];
}

/** A hand without its chosen line, which an address does not hold. */
function plain({ tree, cursor, hands, line: _, ...rest }: Hand): unknown {
  return { ...rest, hands: SEATS.map((seat) => falling(hands[seat])), play: shape(tree, cursor) };
}

test("1,500 random hands survive a link and a visit, in letters and digits alone", () => {
  const seen = { partial: 0, varied: 0, named: 0, knobs: 0, played: 0 };
  for (let seed = 0; seed < 1500; seed += 1) {
    const hand = randomHand(seed);
    const fragment = handToFragment(hand);
    assert.match(fragment, /^1[0-9A-Za-z]+$/);
    for (const link of [fragment, `#${fragment}`, `#${fragment}).`, `${fragment}?!`]) {
      const read = handFromFragment(link);
      assert.ok(read.hand, `${seed}: ${read.fault?.message}`);
      assert.deepEqual(plain(read.hand), plain(hand), `seed ${seed}`);
    }
    const back = fromStored(toStored({ ...firstState(hand), view: "review" }));
    assert.deepEqual(plain(back.hand), plain(hand));
    assert.equal(back.view, "review");
    seen.partial += Number(SEATS.some((seat) => hand.hands[seat].length !== hand.hands.N.length));
    seen.varied += Number(variations(hand.tree).length > 0);
    seen.named += Number(variations(hand.tree).some(({ name }) => name));
    seen.knobs += Number(hand.rules.trick_points !== 5 && hand.rules.trick_points !== 10);
    seen.played += Number(hand.tree.next > 1);
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 40, `${what}: ${count}`);
});

function wholeGame(seed: number): Hand {
  const pick = generator(seed);
  let state = firstState(handOfDeal(dealHands(13, STANDARD, seed, "W")));
  state = reduce(state, { type: "bids", bids: [choose(pick, [3, 4, 5]), 2, 4, "board"] });
  for (let cards = 0; cards < 52; cards += 1) {
    const position = positionAt(state.hand);
    assert.ok(position);
    state = reduce(state, { type: "play", card: choose(pick, legalCards(position)) });
  }
  return state.hand;
}

test("13 cards with bids and the full play take less than 150 characters", () => {
  const lengths = Array.from({ length: 200 }, (_, seed) => handToFragment(wholeGame(seed)).length);
  assert.ok(Math.max(...lengths) < 60, `${Math.max(...lengths)}`);
  assert.ok(handToFragment(emptyHand).length < 12);
});

test("a link cut, mistyped or of another version is one clear error, and none opens another hand", () => {
  const pick = generator(7);
  let refused = 0;
  for (let seed = 0; seed < 400; seed += 1) {
    const fragment = handToFragment(randomHand(seed));
    const place = 1 + pick(fragment.length - 1);
    const other = choose(
      pick,
      Array.from("0123456789ABCDXYZabcxyz").filter((each) => each !== fragment.charAt(place)),
    );
    const spoiled = [
      fragment.slice(0, place),
      fragment.slice(0, place) + other + fragment.slice(place + 1),
      `${fragment}0`,
    ];
    for (const link of spoiled) {
      const { hand, fault } = handFromFragment(link);
      assert.equal(hand, null, link);
      assert.match(fault?.message ?? "", /^the link is broken: a part of it is missing, or was changed on its way$/);
      refused += 1;
    }
  }
  assert.equal(refused, 1200);
  assert.match(handFromFragment("#2abc").fault?.message ?? "", /^the link is of version 2 of this page/);
  for (const link of ["#hello", "#1", "#1-_", "#1é", `#1${"z".repeat(100_000)}`, "#%E2%99%A5"]) {
    assert.match(handFromFragment(link).fault?.message ?? "", /^the link is broken/, link.slice(0, 20));
  }
  for (const link of ["", "#"]) assert.deepEqual(handFromFragment(link), { hand: null, fault: null });
});

test("any number with a right check is a hand or a clear error, and comes to an end", () => {
  const pick = generator(11);
  let hands = 0;
  for (let tries = 0; tries < 2000; tries += 1) {
    let whole = 0n;
    for (let words = pick(40); words >= 0; words -= 1) whole = whole * 65536n + BigInt(pick(65536));
    const { hand, fault } = handFromFragment(`1${toLetters(whole)}`);
    assert.ok(hand !== null || fault !== null);
    if (hand) {
      hands += 1;
      assert.deepEqual(plain(handFromFragment(handToFragment(hand)).hand ?? emptyHand), plain(hand));
    }
  }
  assert.ok(hands > 0, "some numbers are hands");
  assert.equal(fromLetters(toLetters(12345678901234567890n)), 12345678901234567890n);
});

test("records with illegal cards and with cards in two hands can be linked to", () => {
  const lines = [
    "W H N:.A2.. .K3.. .Q4.. .J5.. 1 0 0 0 AH.KH.QH.JH.3H.2H",
    "W H N:.A2.. .K3.. .A4.. .J5..",
    "W H N:.AKQJT98765432.A. .K3.. .Q4.. .J5..",
    ...fixture("real/spades_231.txt").split("\n").slice(0, 5),
  ];
  for (const line of lines) {
    for (const scanned of scanRecords(line)) {
      const { hand } = recordOf(scanned);
      if (!hand) continue;
      const read = handFromFragment(handToFragment(hand));
      assert.ok(read.hand, line);
      assert.deepEqual(shape(read.hand.tree, 0), shape(hand.tree, 0));
    }
  }
});

test("what was kept by another version, or by somebody else, is passed over", () => {
  const kept = toStored(firstState(randomHand(3)));
  for (const text of [null, "", "{", "[]", "7", '{"version":2}', kept.replace('"version":1', '"version":9')]) {
    assert.deepEqual(fromStored(text), firstState());
  }
  const odd = fromStored(
    '{"version":1,"hand":"1zzz","settings":{"units":"points","theme":"pink","language":"<b>"},"view":"x"}',
  );
  assert.deepEqual(odd, firstState(emptyHand, { ...firstState().settings, units: "points" }));
});
