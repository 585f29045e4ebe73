/** Deals as JSON, read leniently where nothing is ambiguous and with the place of every fault. */
import { BackAlleyError, type Fault, fault, jsonPointer, MAX_FAULTS, shorten } from "../errors.ts";
import { type Bid, biddingOrder, parseBid } from "../game/auction.ts";
import {
  bySeat,
  type Card,
  parseCard,
  parseSeat,
  parseSuit,
  SEATS,
  type Seat,
  showOrder,
  suitOf,
  type Trump,
} from "../game/cards.ts";
import { type Deal, dealFaults } from "../game/deal.ts";
import { type Rules, rulesFrom, rulesValue, STANDARD } from "../game/rules.ts";
import { BLANKS, length, split, strip } from "../text.ts";
import { boardNumberTold, wrongBoardNumber } from "./bid_words.ts";
import { cardsFromHolding } from "./holding.ts";
import { isJsonObject, type JsonObject } from "./strict_json.ts";

const MAX_WORD = 20;
const MAX_TEXT = 400;
/** No deal is longer as a line. */
export const MAX_LINE = 10 * MAX_TEXT;
const MAX_CARDS = 54;
export const NO_TRUMP: readonly string[] = ["N", "NT"];
const FIELDS = ["hands", "trump", "upcard", "dealer", "bids", "play", "rules"] as const;
const CARDS_APART = new RegExp(`[.,${BLANKS}]+`);

/** The deal's JSON form with every field; hands in display order, bids by seat in bidding order. */
export function dealToJson(deal: Deal): Record<string, unknown> {
  const order = deal.dealer === null ? [] : biddingOrder(deal.dealer);
  return {
    hands: bySeat((seat) => showOrder(deal.hands[seat], deal.trump)),
    trump: deal.trump,
    upcard: deal.upcard,
    dealer: deal.dealer,
    bids: Object.fromEntries(deal.bids.slice(0, order.length).map((bid, place) => [order[place], bid])),
    play: [...deal.play],
    rules: rulesValue(deal.rules),
  };
}

/** The deal in its JSON form, checked whole; `rules` serve where it names none. */
export function dealFrom(value: unknown, rules: Rules | null = null): Deal {
  const { deal, faults } = dealAndFaults(value, rules);
  if (faults.length) throw new BackAlleyError("deal", faults);
  return deal;
}

/** What could be read of the deal, and everything that is wrong with it. */
export function dealAndFaults(value: unknown, rules: Rules | null = null): { deal: Deal; faults: Fault[] } {
  const reader = new DealReader();
  const deal = reader.deal(value, rules ?? STANDARD);
  if (reader.faults.length) return { deal, faults: reader.faults.slice(0, MAX_FAULTS) };
  return {
    deal,
    faults: dealFaults(deal)
      .slice(0, MAX_FAULTS)
      .map((each) => reader.relocated(each)),
  };
}

/** The trump suit that the fields of a deal's JSON form tell; null for no-trump. */
export function trumpOfFields(fields: JsonObject, rules: Rules | null = null): Trump {
  const reader = new DealReader();
  const table = reader.rules(fields["rules"], rules ?? STANDARD);
  const upcard = reader.card(fields["upcard"], "/upcard");
  const trump = reader.trump(fields, upcard, table);
  if (reader.faults.length) throw new BackAlleyError("deal", reader.faults);
  return trump;
}

/** A preset's name or an object of knobs; the error points to the knob at fault. */
export function readRules(value: unknown, pointer = "/rules"): Rules {
  try {
    return rulesFrom(value);
  } catch (error) {
    if (!(error instanceof BackAlleyError)) throw error;
    throw new BackAlleyError(
      "deal",
      error.faults.map((each) => ({ ...each, pointer: pointer + each.pointer })),
    );
  }
}

/** What a value of the wrong type is, in JSON's words. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return "a text";
  if (typeof value === "number") return "a number";
  return Array.isArray(value) ? "a list" : "an object";
}

function has(members: JsonObject, name: string): boolean {
  return Object.hasOwn(members, name);
}

class DealReader {
  readonly faults: Fault[] = [];
  private readonly boardNumbers = new Map<Seat, [number, unknown]>();
  /** The pointer in the JSON given, by canonical pointer, where the two differ. */
  private readonly written = new Map<string, string>();

  relocated(told: Fault): Fault {
    return { ...told, pointer: this.written.get(told.pointer) ?? told.pointer };
  }

  deal(value: unknown, standing: Rules): Deal {
    const none = { hands: bySeat(() => []), trump: null, upcard: null, dealer: null, bids: [], play: [] };
    if (!isJsonObject(value)) {
      this.add("", `a deal is an object, not ${kindOf(value)}`);
      return { ...none, rules: standing };
    }
    for (const name of Object.keys(value)) {
      if ((FIELDS as readonly string[]).includes(name)) continue;
      this.add(jsonPointer(name), `not a field of a deal, which has ${FIELDS.join(", ")}`);
      if (this.faults.length > MAX_FAULTS) break;
    }
    const rules = this.rules(value["rules"], standing);
    const hands = this.hands(value);
    const upcard = this.card(value["upcard"], "/upcard");
    const trump = this.trump(value, upcard, rules);
    const dealer = this.seat(value["dealer"], "/dealer");
    const bids = this.bids(value["bids"], dealer);
    const play = this.play(value["play"]);
    return { hands, trump, upcard, dealer, bids, play, rules };
  }

  rules(value: unknown, standing: Rules): Rules {
    if (value === null || value === undefined) return standing;
    return this.attempt(() => readRules(value), standing, "");
  }

  card(value: unknown, pointer: string): Card | null {
    return this.parsed(value, pointer, "a card", parseCard);
  }

  trump(fields: JsonObject, upcard: Card | null, rules: Rules): Trump {
    const source = rules.trump_source === "upcard" ? null : rules.trump_source;
    if (!has(fields, "trump")) {
      if (upcard !== null) return suitOf(upcard);
      if ((fields["upcard"] ?? null) === null && source === null) {
        this.add("/trump", "give trump (a suit or null) or the upcard", "R3");
      }
      return source;
    }
    const value = fields["trump"];
    if (value === null) return null;
    const word = this.word(value, "/trump", "a suit", "R3");
    if (word === null || NO_TRUMP.includes(strip(word).toUpperCase())) return null;
    try {
      return parseSuit(word);
    } catch (error) {
      if (!(error instanceof BackAlleyError)) throw error;
      this.add("/trump", `${error.message}, or null for no-trump`, "R3");
      return null;
    }
  }

  private add(pointer: string, text: string, rule: string | null = null): void {
    this.faults.push(fault(pointer, text, rule));
  }

  /** What `read` gives; its faults are kept, and `otherwise` stands for it. */
  private attempt<T>(read: () => T, otherwise: T, under: string): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BackAlleyError)) throw error;
      this.faults.push(...error.faults.map((each) => ({ ...each, pointer: under + each.pointer })));
      return otherwise;
    }
  }

  private word(value: unknown, pointer: string, what: string, rule: string): string | null {
    if (typeof value !== "string") this.add(pointer, `expected ${what}, not ${kindOf(value)}`);
    else if (length(value) > MAX_WORD) this.add(pointer, `'${shorten(value)}' is no ${what.split(" ").at(-1)}`, rule);
    else return value;
    return null;
  }

  private parsed<T>(value: unknown, pointer: string, what: string, parse: (word: string) => T): T | null {
    if (value === null || value === undefined) return null;
    const word = this.word(value, pointer, what, "R1");
    if (word === null) return null;
    try {
      return parse(word);
    } catch (error) {
      if (!(error instanceof BackAlleyError)) throw error;
      this.add(pointer, error.message, "R1");
      return null;
    }
  }

  private seat(value: unknown, pointer: string): Seat | null {
    return this.parsed(value, pointer, "a seat", parseSeat);
  }

  /** The members of an object whose names are seats. */
  private seats(value: JsonObject, pointer: string): Map<Seat, unknown> {
    const members = new Map<Seat, unknown>();
    for (const [name, item] of Object.entries(value)) {
      const place = pointer + jsonPointer(name);
      const seat = this.seat(name, place);
      if (seat === null) {
        if (this.faults.length > MAX_FAULTS) break;
      } else if (members.has(seat)) this.add(place, `${seat} is named twice`, "R1");
      else {
        members.set(seat, item);
        this.written.set(`${pointer}/${seat}`, place);
      }
    }
    return members;
  }

  private place(group: string, seat: Seat): string {
    return this.written.get(jsonPointer(group, seat)) ?? jsonPointer(group, seat);
  }

  private hands(fields: JsonObject): Record<Seat, Card[]> {
    const hands: Record<Seat, Card[]> = { N: [], E: [], S: [], W: [] };
    const value = fields["hands"];
    if (!isJsonObject(value)) {
      const kind = has(fields, "hands") ? kindOf(value) : "nothing";
      this.add("/hands", `expected an object with the hands of N, E, S and W, not ${kind}`, "R1");
      return hands;
    }
    const given = this.seats(value, "/hands");
    const owners = new Map<Card, Seat>();
    for (const seat of SEATS) {
      if (!given.has(seat)) {
        this.add("/hands", `${seat} has no hand`, "R1");
        continue;
      }
      for (const [card, where] of this.hand(given.get(seat), this.place("hands", seat))) {
        const owner = owners.get(card);
        if (owner !== undefined) {
          this.add(where, `${card} is ${owner === seat ? "twice in one hand" : `in ${owner}'s hand too`}`, "R1");
        }
        owners.set(card, seat);
        if (!hands[seat].includes(card)) hands[seat].push(card);
      }
    }
    return hands;
  }

  /** The cards of one hand, each with its place, read one by one, so that faults come in their order. */
  private *hand(value: unknown, pointer: string): Generator<[Card, string]> {
    if (typeof value === "string") {
      if (length(value) > MAX_TEXT) {
        this.add(pointer, "a hand has at most 13 cards, and this text is far longer", "R2");
      } else if (value.includes(".")) {
        try {
          for (const card of cardsFromHolding(value)) yield [card, pointer];
        } catch (error) {
          if (!(error instanceof BackAlleyError)) throw error;
          this.add(pointer, error.message, "R1");
        }
      } else yield* this.cards(split(value.replaceAll(",", " ")), pointer, false);
    } else if (Array.isArray(value)) {
      if (value.length > MAX_CARDS) this.add(pointer, `${value.length} cards, and a hand has at most 13`, "R2");
      else yield* this.cards(value, pointer);
    } else this.add(pointer, `expected a list of cards or a holding, not ${kindOf(value)}`);
  }

  private *cards(values: readonly unknown[], pointer: string, indexed = true): Generator<[Card, string]> {
    for (const [index, item] of values.entries()) {
      const where = indexed ? pointer + jsonPointer(index) : pointer;
      if (item === null) this.add(where, "expected a card, not null");
      const card = this.card(item, where);
      if (card) yield [card, where];
    }
  }

  private bids(value: unknown, dealer: Seat | null): Bid[] {
    const given = new Map<Seat, Bid>();
    if (value !== null && value !== undefined && !isJsonObject(value)) {
      this.add("/bids", `expected an object of bids by seat, not ${kindOf(value)}`, "R6");
    } else if (isJsonObject(value)) {
      for (const [seat, item] of this.seats(value, "/bids")) {
        const number = boardNumberTold(item);
        if (number !== null) {
          given.set(seat, "board");
          this.boardNumbers.set(seat, [number, item]);
        } else if (item !== null) {
          const bid = this.attempt<Bid | null>(() => parseBid(item), null, this.place("bids", seat));
          if (bid !== null) given.set(seat, bid);
        }
      }
    }
    if (!given.size) return [];
    if (dealer === null) {
      this.add("/dealer", "bids need the dealer, who fixes their order", "R6");
      return [];
    }
    const order = biddingOrder(dealer);
    const late = order.find((seat, place) => given.has(seat) && place > 0 && !given.has(order[place - 1] ?? seat));
    if (late) {
      const before = order[order.indexOf(late) - 1];
      this.add(this.place("bids", late), `${late} has bid out of turn: ${before} bids before and has not`, "R6");
    }
    order
      .filter((seat) => given.get(seat) === "board")
      .forEach((seat, place) => {
        const [number, said] = this.boardNumbers.get(seat) ?? [place + 1, ""];
        if (number !== place + 1) this.add(this.place("bids", seat), wrongBoardNumber(said, number, place + 1), "R8");
      });
    return order.flatMap((seat) => given.get(seat) ?? []);
  }

  private play(given: unknown): Card[] {
    if (given === null || given === undefined) return [];
    const short = typeof given === "string" && length(given) <= MAX_TEXT;
    const value = short ? given.split(CARDS_APART).filter((word) => word) : given;
    if (!Array.isArray(value)) {
      this.add("/play", `expected a list of cards or of tricks, not ${kindOf(value)}`);
      return [];
    }
    if (value.length > MAX_CARDS) {
      this.add("/play", `${value.length} cards are played, more than there are`, "R14");
      return [];
    }
    if (!value.some(Array.isArray)) return Array.from(this.cards(value, "/play"), ([card]) => card);
    const played: Card[] = [];
    value.forEach((trick: unknown, index) => {
      const where = jsonPointer("play", index);
      if (!Array.isArray(trick)) {
        this.add(where, `expected a trick, a list of cards as before, not ${kindOf(trick)}`);
      } else if (trick.length > 4 || (trick.length < 4 && index < value.length - 1)) {
        this.add(where, `a trick has 4 cards, not ${trick.length}; only the last may have fewer`, "R11");
      } else {
        for (const [card, place] of this.cards(trick, where)) {
          this.written.set(jsonPointer("play", played.length), place);
          played.push(card);
        }
      }
    });
    return played;
  }
}
