import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { isBlooper, SEATS, type Card, type Seat, type Trump, falling } from "../../src/game/cards.ts";
import { dealFaults } from "../../src/game/deal.ts";
import { dealHands, deals } from "../../src/game/dealing.ts";
import { sha512 } from "../../src/game/random.ts";
import { rulesFrom, STANDARD } from "../../src/game/rules.ts";
import { rainbows } from "../../src/game/scoring.ts";
import { vectors } from "../vectors.ts";

interface Dealt {
  cards: number;
  rules: unknown;
  seed: number | string;
  asked: Seat | null;
  dealer: Seat;
  hands: Record<Seat, string>;
  trump: Trump;
  upcard: Card | null;
  rainbows: [number, number];
}

test("a seed deals the house's cards", () => {
  let turned = 0;
  for (const told of vectors<Dealt>("deals")) {
    const deal = dealHands(told.cards, rulesFrom(told.rules), told.seed, told.asked);
    for (const seat of SEATS) assert.equal(falling(deal.hands[seat]).join(" "), told.hands[seat]);
    assert.deepEqual([deal.trump, deal.upcard, deal.dealer], [told.trump, told.upcard, told.dealer]);
    assert.deepEqual(Object.values(rainbows(deal.hands, deal.trump)), told.rainbows);
    assert.deepEqual(dealFaults(deal), []);
    turned += Number(deal.upcard !== null && isBlooper(deal.upcard));
  }
  assert.ok(turned >= 5, `${turned} bloopers turned`);
});

test("the second of some deals is the one of its own seed", () => {
  assert.deepEqual(deals(5, 2, "friday", STANDARD)[1], dealHands(5, STANDARD, "friday/1"));
  assert.throws(() => dealHands(14, STANDARD, 1), { message: "/cards: a hand has 1 to 13 cards (R2)" });
});

test("the digest is that of other programs, at every length around a block's end", () => {
  for (const length of [0, 1, 55, 110, 111, 112, 127, 128, 129, 240, 300]) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 7 + length) % 256);
    assert.equal(Buffer.from(sha512(bytes)).toString("hex"), createHash("sha512").update(bytes).digest("hex"));
  }
});
