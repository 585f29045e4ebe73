// The core in WebAssembly has the answers of the engine and visits the very nodes that the engine visits.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SEATS, type Seat } from "../../src/game/cards.ts";
import { biddingOrder, exemptSeats } from "../../src/game/auction.ts";
import type { RulesKnobs } from "../../src/solver/position.ts";
import type { Lead } from "../../src/solver/leads.ts";
import { fixture } from "../vectors.ts";
import { missing, newCore } from "./core.ts";
import { type DealJson, dealtOf } from "./deals.ts";

interface Fixture {
  readonly name: string;
  readonly deal: DealJson & { readonly leader?: Seat };
}

interface Answer {
  readonly name: string;
  readonly ns: readonly number[];
  readonly claims?: readonly number[];
  readonly position?: Record<"turn" | "cards" | "best" | "tricks", unknown>;
}

function lines<T>(path: string): T[] {
  return fixture(path)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** The leads that the engine asks of a deal: by leader, then by the set of claimants (R10). */
function leadsOf(dealer: Seat | undefined, rules: RulesKnobs): Lead[] {
  const leads: Lead[] = SEATS.map((leader) => ({ leader, exempt: [] }));
  if (dealer === undefined || rules.board_levels.length === 0) return leads;
  for (let mask = 1; mask < 16; mask++) {
    const claimants = biddingOrder(dealer).filter((seat) => (mask >> SEATS.indexOf(seat)) & 1);
    const leader = claimants.at(-1);
    if (leader) leads.push({ leader, exempt: exemptSeats(claimants, rules) });
  }
  return leads;
}

/** Who led the first card: its holder. */
function leaderOf(deal: DealJson): Seat {
  const leader = SEATS.find((seat) => deal.hands[seat].includes(deal.play?.[0] ?? "BB"));
  assert(leader);
  return leader;
}

test("answers and node counts of fixtures/ are those of the engine", { skip: missing }, () => {
  const answers = new Map(lines<Answer>("answers.jsonl").map((answer) => [answer.name, answer]));
  const signature = JSON.parse(fixture("signature.json")) as { total: number; deals: Record<string, number> };
  const core = newCore();
  let total = 0;
  for (const { name, deal } of lines<Fixture>("deals.jsonl")) {
    const answer = answers.get(name);
    assert(answer, name);
    const dealt = dealtOf(deal);
    core.forget();
    const tricks = core.leads(dealt, leadsOf(deal.dealer, dealt.rules));
    let nodes = core.nodes;
    assert.deepEqual(tricks.slice(0, 4), answer.ns, name);
    assert.deepEqual(tricks.slice(4), answer.claims ?? [], name);
    if (deal.play?.length) {
      core.forget();
      const values = core.cards({ ...dealt, play: deal.play, leader: leaderOf(deal), exempt: [] });
      nodes += values.nodes;
      const { turn, cards, best, tricks } = values;
      assert.deepEqual({ turn, cards, best, tricks }, answer.position, name);
    }
    assert.equal(nodes, signature.deals[name], `nodes of ${name}`);
    total += nodes;
  }
  assert.equal(total, signature.total);
});
