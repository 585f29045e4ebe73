// The solver of a service has the answers of the one in the browser: needs a service, which tests/web/test_solvers.py
// starts and names in BACK_ALLEY_URL.
import assert from "node:assert/strict";
import { test } from "node:test";

import { asking, serviceAt } from "../../src/api/service.ts";
import { PRESETS } from "../../src/game/rules.ts";
import { HttpSolver } from "../../src/solver/http.ts";
import { Unsolved, type CardValues, type Solver } from "../../src/solver/solver.ts";
import { WasmSolver } from "../../src/solver/wasm.ts";
import { compiled, missing } from "./core.ts";
import { randomDeal, randomPosition, threads } from "./workers.ts";

const URL_OF_SERVICE = process.env["BACK_ALLEY_URL"];
const skip = missing || (URL_OF_SERVICE ? false : "no service: tests/web/test_solvers.py starts one");

async function both<T>(ask: (solvers: { here: Solver; there: Solver }) => Promise<T>): Promise<T> {
  const service = await serviceAt(new URL(URL_OF_SERVICE ?? ""));
  assert(service);
  const here = new WasmSolver(Promise.resolve(compiled()), threads().start, 1);
  const there = new HttpSolver(service);
  try {
    return await ask({ here, there });
  } finally {
    here.close();
    there.close();
  }
}

/** Without what differs from search to search: the service knows positions of earlier questions. */
function values(answer: object): object {
  const { nodes: _nodes, ms: _ms, rules: _rules, ...rest } = answer as CardValues & { rules?: unknown };
  return rest;
}

test("tables of random deals under all presets", { skip }, () =>
  both(async ({ here, there }) => {
    for (const [seed, rules] of Object.values(PRESETS).entries()) {
      for (const cards of [1, 2, 4, 7]) {
        const deal = randomDeal(cards, 10 * seed + cards, rules);
        assert.deepEqual(values(await here.table(deal)), values(await there.table(deal)));
      }
    }
  }),
);

test("cards of random positions, finished ones too", { skip }, () =>
  both(async ({ here, there }) => {
    for (const [place, rules] of Object.values(PRESETS).entries()) {
      for (const plays of [0, 1, 6, 11, 20, 24]) {
        const position = randomPosition(6, plays, 100 * place + plays, rules);
        assert.deepEqual(values(await here.cards(position)), values(await there.cards(position)));
      }
    }
  }),
);

test("the positions of a record", { skip }, () =>
  both(async ({ here, there }) => {
    const position = randomPosition(3, 12, 7);
    assert.deepEqual((await here.every(position)).map(values), (await there.every(position)).map(values));
  }),
);

test("what a service refuses, and what is given up", { skip }, () =>
  both(async ({ there }) => {
    const good = randomPosition(5, 4, 1);
    const wrong = there.cards({ ...good, play: [...good.play, good.play[0] ?? "AS"] });
    await assert.rejects(wrong, (error) => error instanceof Unsolved && error.kind === "refused" && /played/.test(error.message));
    const gone = new AbortController();
    const asked = there.table(randomDeal(13, 1), { signal: gone.signal });
    gone.abort();
    await assert.rejects(asked, (error) => error instanceof Unsolved && error.kind === "cancelled");
  }),
);

test("bids, reviews and deals come typed", { skip }, async () => {
  const service = asking(new URL(URL_OF_SERVICE ?? ""));
  const { deals } = await service.deals({ cards: 3, count: 1, seed: 5 });
  const [deal] = deals;
  assert(deal);
  const bids = await service.bids({ ...deal });
  assert.equal(Object.keys(bids.line).length, 4);
  const played = await service.review({ ...deal, bids: bids.line, play: [] });
  assert("account" in played);
  await assert.rejects(service.bids({ ...deal, dealer: "Q" }), { name: "Refused", status: 422 });
});
