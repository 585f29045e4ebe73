/** The shown line stays the chosen one while a person steps along it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyHand } from "../../src/state/hand.ts";
import { lineEnd, movedTo, onLineOf } from "../../src/state/line.ts";
import type { Hand, NodeId } from "../../src/state/state.ts";
import { cardsTo, endOf, nodeOf, pathTo, ROOT, withCards } from "../../src/state/tree.ts";
import { choose } from "../random_hands.ts";
import { generator } from "../vectors.ts";

/** AS KS QS, after AS also JS 2S, and after JS also 3S. */
function bush() {
  const [game] = withCards(emptyHand.tree, ROOT, ["AS", "KS", "QS"]);
  const first = nodeOf(game, ROOT).children[0] ?? ROOT;
  const [with2, two] = withCards(game, first, ["JS", "2S"]);
  const jack = nodeOf(with2, two).parent ?? ROOT;
  const [tree, three] = withCards(with2, jack, ["3S"]);
  return { hand: { ...emptyHand, tree }, first, two, three };
}

const shown = (hand: Hand) => cardsTo(hand.tree, lineEnd(hand));

test("without a choice the line goes on by first children", () => {
  const { hand, three } = bush();
  assert.deepEqual(shown(hand), ["AS", "KS", "QS"]);
  assert.deepEqual(shown({ ...hand, cursor: three }), ["AS", "JS", "3S"]);
});

test("back to the start and forward again is the same line", () => {
  const { hand, first, three } = bush();
  const home = movedTo({ ...hand, cursor: three }, ROOT);
  assert.deepEqual(shown(home), ["AS", "JS", "3S"]);
  assert.deepEqual(shown(movedTo(home, first)), ["AS", "JS", "3S"]);
});

test("to choose the game, or to play another card, leaves the line", () => {
  const { hand, first, two, three } = bush();
  const home = movedTo({ ...hand, cursor: three }, ROOT);
  assert.deepEqual(shown(onLineOf(home, first)), ["AS", "KS", "QS"]);
  assert.deepEqual(shown(movedTo(movedTo(home, two), ROOT)), ["AS", "JS", "2S"]);
});

test("wherever the cursor goes it is on the shown line, which ends at a last card and changes only where it must", () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const pick = generator(seed);
    let { hand }: { hand: Hand } = bush();
    for (let count = 0; count < 30; count += 1) {
      const node = choose(pick, Object.keys(hand.tree.nodes).map(Number)) as NodeId;
      const before = lineEnd(hand);
      const chosen = pick(3) === 0;
      hand = chosen ? onLineOf(hand, node) : movedTo(hand, node);
      const path = [ROOT, ...pathTo(hand.tree, lineEnd(hand))];
      assert.ok(path.includes(hand.cursor));
      assert.equal(endOf(hand.tree, lineEnd(hand)), lineEnd(hand));
      if (!chosen && [ROOT, ...pathTo(hand.tree, before)].includes(node)) assert.equal(lineEnd(hand), before);
    }
  }
});
