import assert from "node:assert/strict";
import { test } from "node:test";

import { BackAlleyError } from "../../src/errors.ts";
import { parseBid } from "../../src/game/auction.ts";
import {
  cardAt,
  indexOf,
  PACK,
  parseCard,
  parseSeat,
  parseSuit,
  rankOf,
  showOrder,
  suitOf,
} from "../../src/game/cards.ts";
import { KNOB_NAMES } from "../../src/game/knobs.ts";
import { preset, presetOf, PRESET_NAMES, rulesFrom, rulesValue } from "../../src/game/rules.ts";
import { vectors } from "../vectors.ts";

type Told = unknown;
type Words =
  | { text: string; card: Told; suit: Told; seat: Told; bid: Told }
  | { rules: unknown; told: Told }
  | { preset: string; knobs: Record<string, unknown> };

function told(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof BackAlleyError) return { refused: error.message };
    throw error;
  }
}

test("words and rules are read, and refused, as the house does", () => {
  const seen = new Set<string>();
  for (const word of vectors<Words>("words")) {
    if ("text" in word) {
      const { text } = word;
      assert.deepEqual(
        told(() => parseCard(text)),
        word.card,
        JSON.stringify(text),
      );
      assert.deepEqual(
        told(() => parseSuit(text)),
        word.suit,
      );
      assert.deepEqual(
        told(() => parseSeat(text)),
        word.seat,
      );
      assert.deepEqual(
        told(() => parseBid(text)),
        word.bid,
      );
    } else if ("knobs" in word) {
      seen.add(word.preset);
      const rules = preset(word.preset);
      assert.deepEqual(rules, { ...word.knobs, board_levels: rules.board_levels });
      assert.deepEqual(Object.keys(word.knobs), [...KNOB_NAMES]);
      assert.deepEqual(word.knobs["board_levels"], rules.board_levels);
      assert.equal(presetOf(rules), word.preset);
    } else {
      assert.deepEqual(
        told(() => rulesValue(rulesFrom(word.rules))),
        word.told,
        JSON.stringify(word.rules),
      );
    }
  }
  assert.deepEqual([...seen].sort(), [...PRESET_NAMES].sort());
});

test("all 54 cards have their index, suit and rank, and read back", () => {
  assert.equal(PACK.length, 54);
  PACK.forEach((card, index) => {
    assert.equal(indexOf(card), index);
    assert.equal(cardAt(index), card);
    assert.equal(parseCard(card.toLowerCase()), card);
    if (suitOf(card)) assert.equal(index, "SHDC".indexOf(card.charAt(1)) * 13 + rankOf(card) - 2);
  });
  assert.deepEqual(showOrder(["2C", "LB", "AH", "BB", "3S"], "H"), ["3S", "BB", "LB", "AH", "2C"]);
  assert.deepEqual(showOrder(["2C", "LB", "AH", "3S"], null), ["3S", "AH", "2C", "LB"]);
});
