/** What stands behind # in an address may be anything: a hand or one fault comes of it, and soon. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { handFromFragment, handToFragment } from "../../src/formats/fragment.ts";
import { toLetters } from "../../src/formats/mixed_radix.ts";

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function check(fragment: string): boolean {
  const began = process.cpuUsage();
  const read = handFromFragment(fragment);
  const took = process.cpuUsage(began).user / 1000; // of processor: others may have the machine
  assert.ok(took < 20_000, `${took} ms for ${fragment.slice(0, 80)} of ${fragment.length}`);
  if (read.hand === null) {
    if (read.fault !== null) assert.match(read.fault.message, /^the link is /);
    return false;
  }
  // A hand that was read is one that can be written, and is the same then.
  const again = handFromFragment(handToFragment(read.hand));
  assert.deepEqual(again.hand, read.hand);
  return true;
}

test("strings of any signs", () => {
  const chance = chances(1);
  const signs = ["0123456789", "ABCxyz", "#%&?/=.,;: \n", "\u0000\ud800\u202e♠é", "1".repeat(20)].join("");
  for (let round = 0; round < 4000; round += 1) {
    const length = Math.floor(chance() ** 4 * 400);
    const text = Array.from({ length }, () => signs.charAt(Math.floor(chance() * signs.length))).join("");
    check((chance() < 0.5 ? "#1" : "") + text);
  }
});

test("numbers of any size with their right check", () => {
  const chance = chances(2);
  let read = 0;
  for (let round = 0; round < 6000; round += 1) {
    const words = 1 + Math.floor(chance() ** 6 * 120);
    let whole = 0n;
    for (let word = 0; word < words; word += 1) whole = whole * 2n ** 32n + BigInt(Math.floor(chance() * 2 ** 32));
    read += Number(check(`1${toLetters(chance() < 0.3 ? whole >> BigInt(Math.floor(chance() * 200)) : whole)}`));
  }
  console.log(`${read} were hands`);
});

test("the longest, all kinds of them", () => {
  const chance = chances(3);
  for (const length of [59_990, 1_000_000]) {
    for (const digit of ["0", "1", "z"]) check(`1${digit.repeat(length)}`);
    const bits = BigInt(Math.floor(5.954 * length));
    if (length > 60_000) continue; // refused by its length alone
    check(`1${toLetters(2n ** bits - 1n)}`);
    let whole = 0n;
    for (let word = 0n; word < bits / 32n - 1n; word += 1n) whole = (whole << 32n) + BigInt(Math.floor(chance() * 2 ** 32));
    check(`1${toLetters(whole)}`);
  }
});
