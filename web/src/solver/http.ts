// The solver of a service: POST /v1/solve.
import { Refused, Unreachable, type Service } from "../api/service.ts";
import { SEATS } from "../game/cards.ts";
import { rulesValue } from "../game/rules.ts";
import { cancelled, everyPosition } from "./every.ts";
import type { Dealt, Position } from "./position.ts";
import { Unsolved, type Asking, type AskingEvery, type CardValues, type Solver, type TrickTable } from "./solver.ts";

export class HttpSolver implements Solver {
  readonly kind = "service";
  readonly #service: Service;
  readonly #closed = new AbortController();

  constructor(service: Service) {
    this.#service = service;
  }

  table(deal: Dealt, asking: Asking = {}): Promise<TrickTable> {
    return this.#solve(dealJson(deal), asking) as Promise<TrickTable>;
  }

  cards(position: Position, asking: Asking = {}): Promise<CardValues> {
    const { leader, exempt, play } = position;
    return this.#solve({ ...dealJson(position), leader, exempt: [...exempt], play: [...play] }, asking) as Promise<CardValues>;
  }

  every(position: Position, asking: AskingEvery = {}): Promise<CardValues[]> {
    return everyPosition(position, asking, (at) => this.cards(at, asking));
  }

  close(): void {
    this.#closed.abort();
  }

  async #solve(question: Record<string, unknown>, { signal }: Asking): Promise<unknown> {
    const ended = AbortSignal.any(signal ? [signal, this.#closed.signal] : [this.#closed.signal]);
    try {
      return await this.#service.solve(question, ended);
    } catch (error) {
      if (ended.aborted) throw cancelled();
      if (error instanceof Refused) throw new Unsolved(error.status >= 500 || error.status === 429 ? "busy" : "refused", error.message);
      if (error instanceof Unreachable) throw new Unsolved("unreachable", error.message);
      throw new Unsolved("trapped", String(error));
    }
  }
}

/** The deal in its JSON form; rules by their short form. */
function dealJson(deal: Dealt): Record<string, unknown> {
  const hands = Object.fromEntries(SEATS.map((seat, place) => [seat, [...(deal.hands[place] ?? [])]]));
  return { hands, trump: deal.trump, rules: rulesValue(deal.rules) };
}
