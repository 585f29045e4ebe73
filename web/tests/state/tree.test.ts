import assert from "node:assert/strict";
import { test } from "node:test";

import type { Card } from "../../src/game/cards.ts";
import type { Tree } from "../../src/state/state.ts";
import {
  cardsTo,
  endOf,
  gameCards,
  named,
  nodeOf,
  promoted,
  ROOT,
  treeOf,
  variationOf,
  variations,
  withCard,
  withCards,
  withinCards,
  withoutNode,
} from "../../src/state/tree.ts";

/** AS KS QS, with JS 2S after AS beside it, and 3S after JS beside 2S. */
function bush(): { tree: Tree; a: number; j: number; deep: number } {
  let tree = treeOf(["AS", "KS", "QS"]);
  const [a = 0] = nodeOf(tree, ROOT).children;
  let j: number;
  [tree, j] = withCard(tree, a, "JS");
  [tree] = withCard(tree, j, "2S");
  let deep: number;
  [tree, deep] = withCard(tree, j, "3S");
  return { tree, a, j, deep };
}

test("a card that is there is found again, and another one begins a variation beside the game", () => {
  const { tree, a, j } = bush();
  assert.deepEqual(gameCards(tree), ["AS", "KS", "QS"]);
  assert.deepEqual(withCard(tree, a, "JS"), [tree, j]);
  assert.deepEqual(
    variations(tree).map(({ number, place, cards }) => [number, place, cards]),
    [
      [1, 1, ["JS", "2S"]],
      [2, 2, ["3S"]],
    ],
  );
  assert.equal(variationOf(tree, a), null);
  assert.equal(variationOf(tree, endOf(tree, j)), j);
});

test("one promotion makes a variation of a variation the game, and the game stays as a variation", () => {
  const { tree, deep } = bush();
  const grown = promoted(tree, deep);
  assert.deepEqual(gameCards(grown), ["AS", "JS", "3S"]);
  assert.deepEqual(
    variations(grown).map(({ cards }) => cards),
    [["KS", "QS"], ["2S"]],
  );
  assert.equal(promoted(grown, deep), grown);
  assert.deepEqual(gameCards(tree), ["AS", "KS", "QS"], "what was before stays what it was");
});

test("deleting takes what follows, and a cursor there goes to where it left", () => {
  const { tree, a, j, deep } = bush();
  const [without, cursor] = withoutNode(tree, j, deep);
  assert.equal(cursor, a);
  assert.deepEqual(variations(without), []);
  assert.equal(withoutNode(tree, deep, j)[1], j);
  assert.deepEqual(gameCards(withoutNode(tree, ROOT, deep)[0]), []);
  const [first = 0] = nodeOf(tree, a).children;
  assert.deepEqual(gameCards(withoutNode(tree, first, ROOT)[0]), ["AS", "JS", "2S"]);
});

test("cards that nobody holds any more go, with what was played after them", () => {
  const { tree, j } = bush();
  const held = new Set<Card>(["AS", "KS", "QS", "2S", "3S"]);
  const [kept, cursor] = withinCards(tree, held, j);
  assert.deepEqual(gameCards(kept), ["AS", "KS", "QS"]);
  assert.deepEqual(variations(kept), []);
  assert.deepEqual(cardsTo(kept, cursor), ["AS"]);
});

test("names are kept as long as they are, and new nodes take no number twice", () => {
  const { tree, j } = bush();
  const told = named(tree, j, "x".repeat(100));
  assert.equal(variations(told)[0]?.name.length, 60);
  const [fewer] = withoutNode(tree, j, ROOT);
  const [more, id] = withCards(fewer, ROOT, ["9S"]);
  assert.equal(tree.nodes[id], undefined);
  assert.deepEqual(gameCards(more), ["AS", "KS", "QS"]);
});
