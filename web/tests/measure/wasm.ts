// The core in WebAssembly under node for scripts/measure/wasm.py: a deal a line on standard input, its table a line on
// standard output with its CPU time,
// and the wall clock from nothing to the first answer.
import { createInterface } from "node:readline";

import { newCore } from "../solver/core.ts";
import { type DealJson, dealtOf } from "../solver/deals.ts";

const began = performance.now();
const core = newCore();
const started = performance.now();
let first: number | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  const deal = dealtOf(JSON.parse(line) as DealJson);
  core.forget();
  const asked = performance.now();
  const before = process.cpuUsage();
  const { tricks, board, nodes } = core.table(deal);
  const { user, system } = process.cpuUsage(before);
  first ??= started - began + performance.now() - asked;
  const cpu_ms = (user + system) / 1000;
  const mb = core.bytes / 2 ** 20;
  const row = { tricks, board, nodes, cpu_ms, mb, start_ms: started - began, first_ms: first };
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
