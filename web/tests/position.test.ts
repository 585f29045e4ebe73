import assert from "node:assert/strict";
import { test } from "node:test";

import { SEATS, SUITS } from "../src/solver/position.ts";

test("seats go clockwise from North and suits from spades", () => {
  assert.equal(SEATS.join(""), "NESW");
  assert.equal(SUITS.join(""), "SHDC");
});
