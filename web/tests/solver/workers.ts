// Workers of node for the tests of the solver, and questions to ask them.
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { SEATS } from "../../src/game/cards.ts";
import { dealHands } from "../../src/game/dealing.ts";
import { afterCard, isFinished, legalCards, start, turn } from "../../src/game/play.ts";
import { STANDARD, type Rules } from "../../src/game/rules.ts";
import type { CardCode, Dealt, Position } from "../../src/solver/position.ts";
import type { StartWorker } from "../../src/solver/wasm.ts";
import { generator } from "../vectors.ts";

/** Starts a thread of node, and counts how many were. */
export function threads(): { start: StartWorker; started: () => Worker[] } {
  const all: Worker[] = [];
  return {
    started: () => all,
    start: (told, failed) => {
      const worker = new Worker(join(CHECKOUT, "web", "build", "tests", "solver", "node.worker.mjs"));
      let ended = false;
      all.push(worker);
      worker.on("message", told);
      worker.on("error", (error) => failed(error.message));
      worker.on("exit", () => ended || failed("it ended"));
      return {
        post: (asked) => worker.postMessage(asked),
        end: () => {
          ended = true;
          void worker.terminate();
        },
      };
    },
  };
}

export function randomDeal(cards: number, seed: number, rules: Rules = STANDARD): Dealt {
  const { hands, trump } = dealHands(cards, rules, seed);
  return { rules, hands: [hands.N, hands.E, hands.S, hands.W], trump };
}

/** A deal with `plays` random legal cards played, the leader and who is exempt at random as well. */
export function randomPosition(cards: number, plays: number, seed: number, rules: Rules = STANDARD): Position {
  const random = generator(seed);
  const deal = dealHands(cards, rules, seed);
  const leader = SEATS[random(4)] ?? "N";
  const exempt = SEATS.filter(() => random(4) === 0);
  let now = start(deal.hands, deal.trump, leader, exempt, rules);
  const play: CardCode[] = [];
  while (play.length < plays && !isFinished(now)) {
    const legal = legalCards(now);
    const card = legal[random(legal.length)];
    if (!card) throw new RangeError(`${turn(now)} has no legal card`);
    play.push(card);
    now = afterCard(now, card);
  }
  return { ...randomDeal(cards, seed, rules), play, leader, exempt };
}

