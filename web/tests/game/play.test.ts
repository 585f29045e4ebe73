import assert from "node:assert/strict";
import { test } from "node:test";

import { bySeat, type Card, type Seat, type Trump } from "../../src/game/cards.ts";
import {
  afterCard,
  isFinished,
  legalCards,
  playOut,
  start,
  touchingCards,
  turn,
  whyIllegal,
} from "../../src/game/play.ts";
import { rulesFrom } from "../../src/game/rules.ts";
import { vectors } from "../vectors.ts";

interface Play {
  rules: unknown;
  hands: Record<Seat, string>;
  trump: Trump;
  leader: Seat;
  exempt: Seat[];
  steps: [Seat, 0 | 1, string, Record<string, string>, Card][];
  tricks: [number, number];
  over: string;
}

function cards(text: string): Card[] {
  return text ? (text.split(" ") as Card[]) : [];
}

test("legal cards, and the sentence for every other card, are the house's", () => {
  let refusals = 0;
  for (const play of vectors<Play>("plays")) {
    const hands = bySeat((seat) => cards(play.hands[seat]));
    let position = start(hands, play.trump, play.leader, play.exempt, rulesFrom(play.rules));
    for (const [seat, broken, legal, why, card] of play.steps) {
      assert.equal(turn(position), seat);
      assert.equal(position.broken, broken === 1);
      assert.deepEqual(legalCards(position), cards(legal));
      for (const allowed of cards(legal)) assert.equal(whyIllegal(position, allowed), null);
      for (const [sentence, about] of Object.entries(why)) {
        for (const refused of cards(about)) {
          const told = whyIllegal(position, refused);
          assert.equal(told?.fault.message, sentence.replaceAll("%", refused));
          assert.ok(told.fault.message.endsWith(`(${told.rule})`));
          refusals += 1;
        }
      }
      position = afterCard(position, card);
    }
    assert.ok(isFinished(position));
    assert.deepEqual([position.tricks.NS, position.tricks.EW], play.tricks);
    assert.equal(whyIllegal(position, "2S")?.fault.message, play.over);
  }
  assert.ok(refusals > 600, `${refusals} refusals`);
});

test("an illegal card in a play is told with its place", () => {
  const hands = bySeat(
    (seat): Card[] => ({ N: ["AS", "2H"], E: ["KS", "3H"], S: ["QS", "4H"], W: ["JS", "5H"] })[seat] as Card[],
  );
  const position = start(hands, "C", "N", [], rulesFrom("standard"));
  assert.throws(() => playOut(position, ["AS", "3H"]), {
    message: "/play/1: E must follow S with KS, not 3H (R11)",
  });
});

test("neighbours in rank touch, over cards of earlier tricks too, and bloopers never", () => {
  const hands = bySeat(
    (seat): Card[] => ({ N: ["AS", "KS", "JS", "BB", "LB"], E: ["TS"], S: ["9S"], W: ["8S"] })[seat] as Card[],
  );
  const position = start(hands, "H", "N", [], rulesFrom("standard"));
  const free = { ...position, broken: true };
  assert.deepEqual(touchingCards(free), [["BB"], ["LB"], ["AS", "KS", "JS"]]); // the queen is gone
  assert.deepEqual(touchingCards(position), [["AS", "KS", "JS"]]);
  const held = { ...free, hands: { ...hands, W: ["QS", "8S"] as Card[] } };
  assert.deepEqual(touchingCards(held), [["BB"], ["LB"], ["AS", "KS"], ["JS"]]);
});
