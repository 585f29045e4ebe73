import assert from "node:assert/strict";
import { test } from "node:test";

import {
  type Bid,
  auctionOf,
  contracts,
  contractWord,
  exempt,
  firstLeader,
  legalBids,
  nextBidder,
  passedOut,
  whyNotBid,
} from "../../src/game/auction.ts";
import { SIDES, type Seat } from "../../src/game/cards.ts";
import { rulesFrom } from "../../src/game/rules.ts";
import { dealScore, margins } from "../../src/game/scoring.ts";
import { vectors } from "../vectors.ts";

interface Bidding {
  rules: unknown;
  dealer: Seat;
  cards: number;
  rainbows: [number, number];
  steps: [Seat, number, 0 | 1, Record<string, string>, Bid][];
  contracts: [number | string, number | null, number, number][];
  leader: Seat | null;
  exempt: Seat[];
  passed_out: boolean;
  scores: [number, number][];
  too_many: string;
}

test("legal bids, refusals, contracts, leaders and scores are the house's", () => {
  let refusals = 0;
  let out = 0;
  for (const told of vectors<Bidding>("auctions")) {
    let auction = auctionOf(told.dealer, told.cards, rulesFrom(told.rules));
    for (const [seat, numbers, board, refused, made] of told.steps) {
      const legal: Bid[] = Array.from({ length: numbers }, (_, number) => number);
      if (board) legal.push("board");
      assert.equal(nextBidder(auction), seat);
      assert.deepEqual(legalBids(auction), legal);
      for (const [word, sentence] of Object.entries(refused)) {
        const why = whyNotBid(auction, word === "board" ? "board" : Number(word));
        assert.equal(`${why?.pointer}: ${why?.message}`, sentence);
        refusals += 1;
      }
      for (const bid of legal) assert.equal(whyNotBid(auction, bid), null);
      auction = auctionOf(told.dealer, told.cards, auction.rules, [...auction.bids, made]);
    }
    const due = contracts(auction);
    assert.deepEqual(
      SIDES.map((side) => [contractWord(due[side]), due[side].total, due[side].level, due[side].board_number]),
      told.contracts,
    );
    assert.equal(firstLeader(auction), told.leader);
    assert.deepEqual(exempt(auction), told.exempt);
    assert.equal(passedOut(auction), told.passed_out);
    assert.equal(nextBidder(auction), null);
    assert.deepEqual(legalBids(auction), []);
    const rainbows = { NS: told.rainbows[0], EW: told.rainbows[1] };
    const scores = told.scores.map((_, ns) => Object.values(dealScore(auction, ns, rainbows)));
    assert.deepEqual(scores, told.scores);
    assert.deepEqual(
      margins(auction, rainbows),
      told.scores.map(([ns, ew]) => ns - ew),
    );
    assert.throws(() => auctionOf(told.dealer, told.cards, auction.rules, [...auction.bids, 0]), {
      message: told.too_many,
    });
    out += Number(told.passed_out);
  }
  assert.ok(refusals > 100 && out > 2, `${refusals} refusals, ${out} passed out`);
});
