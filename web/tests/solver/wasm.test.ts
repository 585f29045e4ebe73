// The workers: answers like one core's, questions given up, traps, and workers that never begin.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Unsolved, type CardValues, type UnsolvedKind } from "../../src/solver/solver.ts";
import { WasmSolver, type StartWorker } from "../../src/solver/wasm.ts";
import { compiled, missing, newCore } from "./core.ts";
import { trapping } from "./trap.ts";
import { randomDeal, randomPosition, threads } from "./workers.ts";

function unsolved(kind: UnsolvedKind): (error: unknown) => boolean {
  return (error) => error instanceof Unsolved && error.kind === kind;
}

function plain({ nodes: _nodes, ms: _ms, ...values }: CardValues): Omit<CardValues, "nodes" | "ms"> {
  return values;
}

function solverOn(start: StartWorker, most = 2): WasmSolver {
  return new WasmSolver(Promise.resolve(compiled()), start, most);
}

test("many questions at once have the answers of one core", { skip: missing }, async () => {
  const solver = solverOn(threads().start, 3);
  const core = newCore();
  try {
    const positions = Array.from({ length: 40 }, (_, seed) => randomPosition(1 + (seed % 9), seed % 23, seed));
    const answers = await Promise.all(positions.map((position) => solver.cards(position)));
    const tables = await Promise.all(positions.map((position) => solver.table(position)));
    positions.forEach((position, index) => {
      const [cards, table] = [answers[index], tables[index]];
      assert(cards && table);
      assert.deepEqual(plain(cards), plain(core.cards(position)));
      const { nodes: _nodes, ms: _ms, ...values } = table;
      const { nodes: _own, ms: _time, ...own } = core.table(position);
      assert.deepEqual(values, own);
    });
  } finally {
    solver.close();
  }
});

test("the positions of a record are told from the last one back", { skip: missing }, async () => {
  const solver = solverOn(threads().start);
  const core = newCore();
  try {
    const position = randomPosition(6, 24, 5);
    const told: number[] = [];
    const values = await solver.every(position, { known: (played) => told.push(played) });
    assert.deepEqual(told, Array.from({ length: 25 }, (_, index) => 24 - index));
    values.forEach((value, played) => {
      assert.deepEqual(plain(value), plain(core.cards({ ...position, play: position.play.slice(0, played) })));
    });
    assert.equal(values.at(-1)?.turn, null);
  } finally {
    solver.close();
  }
});

test("a question given up rejects at once, and others go on", { skip: missing }, async () => {
  const { start, started } = threads();
  const solver = solverOn(start, 1);
  try {
    const gone = new AbortController();
    const hard = Array.from({ length: 30 }, (_, seed) => solver.table(randomDeal(13, seed), { signal: gone.signal }));
    const kept = solver.cards(randomPosition(5, 3, 1));
    gone.abort();
    for (const each of hard) await assert.rejects(each, unsolved("cancelled"));
    assert.deepEqual(plain(await kept), plain(newCore().cards(randomPosition(5, 3, 1))));
    await assert.rejects(solver.table(randomDeal(3, 1), { signal: gone.signal }), unsolved("cancelled"));
    assert(started().length <= 2, "at most the one whose question was given up is replaced");
  } finally {
    solver.close();
  }
});

test("a record that is given up tells nothing more", { skip: missing }, async () => {
  const solver = solverOn(threads().start, 1);
  try {
    const gone = new AbortController();
    const told: number[] = [];
    const every = solver.every(randomPosition(7, 28, 3), {
      signal: gone.signal,
      known: (played) => {
        told.push(played);
        if (played === 20) gone.abort();
      },
    });
    await assert.rejects(every, unsolved("cancelled"));
    assert.equal(told.at(-1), 20);
  } finally {
    solver.close();
  }
});

test("who looks at one position goes before the rest of a record", { skip: missing }, async () => {
  const solver = solverOn(threads().start, 1);
  try {
    const order: string[] = [];
    const every = solver.every(randomPosition(6, 24, 8), { known: (played) => order.push(String(played)) });
    const one = solver.cards(randomPosition(6, 1, 9)).then(() => order.push("one"));
    await Promise.all([every, one]);
    assert(order.indexOf("one") <= 2, order.join());
  } finally {
    solver.close();
  }
});

test("after a trap another worker goes on", { skip: missing }, async () => {
  const { start, started } = threads();
  // The first worker is given a core that traps.
  const first: StartWorker = (told, failed) => {
    const line = start(told, failed);
    const spoilt = started().length === 1;
    return { ...line, post: (asked) => line.post(spoilt && "module" in asked ? { module: trapping() } : asked) };
  };
  const solver = solverOn(first, 1);
  try {
    const position = randomPosition(5, 2, 4);
    const [trapped, next] = await Promise.allSettled([solver.cards(position), solver.cards(position)]);
    assert(trapped.status === "rejected" && unsolved("trapped")(trapped.reason));
    assert(next.status === "fulfilled");
    assert.deepEqual(plain(next.value), plain(newCore().cards(position)));
    assert.equal(started().length, 2);
  } finally {
    solver.close();
  }
});

test("a worker that breaks down is replaced", { skip: missing }, async () => {
  const { start, started } = threads();
  const solver = solverOn(start, 1);
  try {
    await solver.ready();
    const asked = solver.every(randomPosition(8, 0, 2));
    void started()[0]?.terminate();
    await assert.rejects(asked, unsolved("trapped"));
    assert.equal((await solver.cards(randomPosition(4, 0, 2))).line.length, 16);
  } finally {
    solver.close();
  }
});

test("what cannot be is refused by its reason, and the worker lives on", { skip: missing }, async () => {
  const { start, started } = threads();
  const solver = solverOn(start, 1);
  try {
    const good = randomPosition(5, 4, 1);
    const [n, e, s, w] = good.hands;
    const wrong = [
      [{ ...good, hands: [n, e, s, w.slice(1)] as const }, /as many cards/],
      [{ ...good, hands: [n, e, s, [...w.slice(1), n[0] ?? "AS"]] as const }, /no position/],
      [{ ...good, play: [...good.play, good.play[0] ?? "AS"] }, /may not be played as card 5/],
      [{ ...good, play: [...good.play, "1Z" as "AS"] }, /1Z is no card/],
      [{ ...good, play: Array.from({ length: 300 }, () => "AS" as const) }, /more cards are played/],
      [{ ...good, leader: "X" as "N" }, /no position/],
      [{ ...good, rules: { ...good.rules, break_on: "sometimes" as "never" } }, /rules of play/],
    ] as const;
    for (const [position, words] of wrong) {
      await assert.rejects(solver.cards(position), (error) => unsolved("refused")(error) && words.test(String(error)));
    }
    assert.equal((await solver.cards(good)).line.length, 16);
    assert.equal(started().length, 1);
  } finally {
    solver.close();
  }
});

test("without a worker or a core there is one answer: unsupported", { skip: missing }, async () => {
  const never: StartWorker = (_told, failed) => {
    queueMicrotask(() => failed("it does not load"));
    return { post: () => undefined, end: () => undefined };
  };
  for (const solver of [
    solverOn(never),
    new WasmSolver(Promise.reject(new Error("404")), threads().start, 1),
    new WasmSolver(Promise.resolve(new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))), threads().start, 1),
  ]) {
    const asked = solver.table(randomDeal(3, 1));
    await assert.rejects(solver.ready(), unsolved("unsupported"));
    await assert.rejects(asked, unsolved("unsupported"));
    await assert.rejects(solver.table(randomDeal(3, 1)), unsolved("unsupported"));
    solver.close();
  }
});

test("who closes it cancels what is asked", { skip: missing }, async () => {
  const solver = solverOn(threads().start, 1);
  const asked = [solver.table(randomDeal(13, 1)), solver.every(randomPosition(5, 3, 1))];
  solver.close();
  for (const each of asked) await assert.rejects(each, unsolved("cancelled"));
  await assert.rejects(solver.table(randomDeal(2, 1)), unsolved("cancelled"));
});
