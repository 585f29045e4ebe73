// The page's way to its solver on a page without anything else, for tests/web/test_solver_in_browser.py and
// scripts/measure/page_start.py, which call `backAlley`.
import { choose, type Choice } from "../../src/solver/choose.ts";
import type { Position } from "../../src/solver/position.ts";
import { type DealJson, dealtOf } from "../solver/deals.ts";

export interface Files {
  readonly wasm: string;
  readonly worker: string;
  readonly service: string;
}

let choice: Choice | undefined;
const longest = { task: 0 };
const violations: string[] = [];

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longest.task = Math.max(longest.task, entry.duration);
}).observe({ type: "longtask", buffered: true });
document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));

function address(text: string): URL {
  return new URL(text, document.baseURI);
}

function positionOf(deal: DealJson): Position {
  return { ...dealtOf(deal), play: deal.play ?? [], leader: "N", exempt: [] };
}

function solver(): NonNullable<Choice["solver"]> {
  if (!choice?.solver) throw new Error("there is no solver");
  return choice.solver;
}

const backAlley = {
  /** What the page would choose: who solves, and why nothing is solved here; `early`: before a service had answered. */
  async choose({ wasm, worker, service }: Files, cores: number) {
    const means = { wasm: address(wasm), worker: address(worker), service: address(service), cores };
    let early: string | null = null;
    choice = await choose(means, (first) => (early = first.solver?.kind ?? null));
    return {
      early,
      kind: choice.solver?.kind ?? null,
      why: choice.why?.message ?? null,
      service: choice.service !== null,
    };
  },
  table: (deal: DealJson) => solver().table(dealtOf(deal)),
  cards: (deal: DealJson) => solver().cards(positionOf(deal)),
  every: (deal: DealJson) => solver().every(positionOf(deal)),
  /** A question given up after `ms`, and the next one's answer. */
  async give_up(hard: DealJson, ms: number, next: DealJson) {
    const error = await solver()
      .table(dealtOf(hard), { signal: AbortSignal.timeout(ms) })
      .then(() => null, (reason: { kind?: string }) => reason.kind ?? null);
    return { error, next: await solver().table(dealtOf(next)) };
  },
  /** Milliseconds since the page was asked for. */
  now: () => performance.now(),
  longest_task: () => longest.task,
  violations: () => violations,
};

export type BackAlley = typeof backAlley;
Object.assign(window, { backAlley });
