// The search core as WebAssembly: solver/core/wasm/door.cpp tells what its calls take and give.
import { indexOf, PACK, SEATS, SUITS } from "../game/cards.ts";
import { exemptThatMatters, tableLeads, tableOf, tricksOf, type Lead } from "./leads.ts";
import type { CardCode, Dealt, Position, RulesKnobs, Seat } from "./position.ts";
import { Unsolved, type CardValues, type TrickTable, type Tricks } from "./solver.ts";

interface Door {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  room(): number;
  open(breakOn: number, bigLed: number, littleLed: number, megabytes: number): number;
  table(): number;
  cards(): number;
  nodes(): number;
  bytes(): number;
}

const ROOM = 256;
const BREAK_ON = ["any_trump", "ruff_only", "never", "unrestricted"] as const;
const BIG_LED = ["none", "opponents_highest", "all_highest"] as const;
const LITTLE_LED = ["none", "opponents_lowest", "all_lowest"] as const;
const ILLEGAL = 16;

/** Memory that a table of positions may take, in MB; past it the table starts afresh. */
export const MEGABYTES = 256;

/**
 * One instance of the core.  Its table stays warm from question to question under the same rules of play.  A call throws
 * Unsolved of kind "refused" for what cannot be; anything else that it throws is a trap, after which the instance is dead.
 */
export class Core {
  readonly #door: Door;
  readonly #megabytes: number;
  #rules = "";

  constructor(module: WebAssembly.Module, megabytes = MEGABYTES) {
    this.#door = new WebAssembly.Instance(module, {}).exports as unknown as Door;
    this.#door._initialize();
    this.#megabytes = megabytes;
  }

  get nodes(): number {
    return this.#door.nodes();
  }

  /** Size of the table. */
  get bytes(): number {
    return this.#door.bytes();
  }

  /** Forgets every position, as a new instance would know none. */
  forget(): void {
    this.#rules = "";
  }

  table(deal: Dealt): TrickTable {
    const leads = tableLeads(deal.rules);
    return this.#timed(deal.rules, () => tableOf(sizeOf(deal), leads, this.#values(deal, leads)));
  }

  /** North-South tricks of each of at most 19 leads; those that cannot differ are searched once. */
  leads(deal: Dealt, leads: readonly Lead[]): number[] {
    this.#open(deal.rules);
    return this.#values(deal, leads);
  }

  cards(position: Position): CardValues {
    return this.#timed(position.rules, () => this.#cards(position));
  }

  #values(deal: Dealt, leads: readonly Lead[]): number[] {
    const keys = leads.map(({ leader, exempt }) => `${leader}${exemptThatMatters(deal, exempt).join("")}`);
    const distinct = [...new Set(keys)];
    const cases = distinct.flatMap((key) => [place(key[0] as Seat), mask([...key.slice(1)] as Seat[])]);
    this.#ask("table", [...dealt(deal, "N", []), distinct.length, ...cases], deal);
    const room = this.#room();
    const values = new Map(distinct.map((key, index) => [key, room[index] ?? 0]));
    return keys.map((key) => values.get(key) ?? 0);
  }

  #cards(position: Position): Omit<CardValues, "nodes" | "ms"> {
    const size = sizeOf(position);
    const play = position.play.map(number);
    this.#ask("cards", [...dealt(position, position.leader, position.exempt), play.length, ...play], position);
    const [turn = -1, taken = 0, count = 0, ...rest] = this.#room();
    const seat = SEATS[turn];
    if (seat === undefined) return { turn: null, cards: {}, best: [], line: [], tricks: tricksOf(taken, size) };
    const values = Array.from({ length: count }, (_, i) => ({ card: card(rest[2 * i]), ns: rest[2 * i + 1] ?? 0 }));
    const ns = values.map((value) => value.ns);
    const best = seat === "N" || seat === "S" ? Math.max(...ns) : Math.min(...ns);
    const cards: Partial<Record<CardCode, Tricks>> = {};
    for (const value of values) cards[value.card] = tricksOf(value.ns, size);
    return {
      turn: seat,
      cards,
      best: values.filter((value) => value.ns === best).map((value) => value.card),
      line: rest.slice(2 * count, 2 * count + 4 * size - play.length).map(card),
      tricks: tricksOf(best, size),
    };
  }

  #timed<T>(rules: RulesKnobs, search: () => T): T & { nodes: number; ms: number } {
    this.#open(rules);
    const nodes = this.nodes;
    const began = performance.now();
    const answer = search();
    return { ...answer, nodes: this.nodes - nodes, ms: Math.round((performance.now() - began) * 1000) / 1000 };
  }

  /** The table holds what is true under some rules of play, and serves no others. */
  #open(rules: RulesKnobs): void {
    const key = [rules.break_on, rules.big_led, rules.little_led].join();
    if (key === this.#rules) return;
    const numbers = [BREAK_ON.indexOf(rules.break_on), BIG_LED.indexOf(rules.big_led), LITTLE_LED.indexOf(rules.little_led)];
    const [breakOn = -1, bigLed = -1, littleLed = -1] = numbers;
    if (this.#door.open(breakOn, bigLed, littleLed, this.#megabytes) !== 0) {
      throw new Unsolved("refused", "these rules of play are unknown to the search (R12, R13)");
    }
    this.#rules = key;
  }

  #ask(call: "table" | "cards", question: readonly number[], asked: Dealt & { readonly play?: readonly CardCode[] }): void {
    if (question.length > ROOM) throw new Unsolved("refused", "more cards are played than were dealt");
    this.#room().set(question);
    const refusal = this.#door[call]();
    if (refusal === 0) return;
    const illegal = asked.play?.[refusal - ILLEGAL];
    throw new Unsolved(
      "refused",
      illegal === undefined
        ? "this is no position: four hands of 1 to 13 cards, all as many, no card twice, and no more played than dealt"
        : `${illegal} may not be played as card ${refusal - ILLEGAL + 1} (R11 to R13)`,
    );
  }

  /** The room anew each time: memory that grows takes its old views away. */
  #room(): Int32Array {
    return new Int32Array(this.#door.memory.buffer, this.#door.room(), ROOM);
  }
}

function sizeOf(deal: Dealt): number {
  return deal.hands[0].length;
}

function dealt(deal: Dealt, leader: Seat, exempt: readonly Seat[]): number[] {
  const size = sizeOf(deal);
  if (deal.hands.some((hand) => hand.length !== size)) {
    throw new Unsolved("refused", "the four hands hold as many cards as one another (R2)");
  }
  const trump = deal.trump === null ? -1 : SUITS.indexOf(deal.trump);
  return [trump, place(leader), mask(exempt), size, ...deal.hands.flat().map(number)];
}

/** A seat's place, 0 to 3; -1, which the core refuses, for what is none. */
function place(seat: Seat): number {
  return SEATS.indexOf(seat);
}

function mask(seats: readonly Seat[]): number {
  return seats.reduce((bits, seat) => bits | (1 << place(seat)), 0);
}

/** Cards have the same numbers here and in the core. */
function number(card: CardCode): number {
  const index = indexOf(card);
  if (index < 0) throw new Unsolved("refused", `${String(card)} is no card (R1)`);
  return index;
}

function card(number: number | undefined): CardCode {
  const known = PACK[number ?? -1];
  if (known === undefined) throw new RangeError("the core answered with what is no card");
  return known;
}
