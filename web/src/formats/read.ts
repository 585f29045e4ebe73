/**
 * Texts of many deals: JSON, JSON lines, deal lines, PBN and LIN, told apart by how the text begins.
 *
 * JSON is one deal, a list of deals, an object with `deals`, or one deal a line. In lines, blank ones and those that
 * begin with `#` are passed over. However long a text is, it is read in slices, between which the page lives on.
 */
import { BackAlleyError, failure, type Fault, under, jsonPointer } from "../errors.ts";
import type { Deal } from "../game/deal.ts";
import type { Rules } from "../game/rules.ts";
import { BLANKS, strip } from "../text.ts";
import { boardsOf, contractOf, dealerOf, fieldsOfBoard, type LinBoard } from "./bridge/lin.ts";
import { type PbnRecord, recordsOfPbn } from "./bridge/pbn_records.ts";
import { dealAndFaults, readRules } from "./deal_json.ts";
import { fieldsFromLine, loadsUnder } from "./line.ts";
import { fieldsOfRecord, type Told } from "./pbn.ts";
import { type Numbered, placeOf, type Scanned, scanned } from "./place.ts";
import { isJsonObject } from "./strict_json.ts";

/** What could be read of a record. */
export interface ReadDeal {
  /** As far as it could be read, where there are faults. */
  readonly deal: Deal;
  readonly faults: readonly Fault[];
  /** The error of a trump suit that a record of bridge does not tell, where the deal says no-trump. */
  readonly untold: Fault | null;
  /** What else the record tells, for people: its event, players, contract and result. */
  readonly title: string;
}

export type Sort = "pbn" | "lin" | "json" | "lines";

const S = `[${BLANKS}]`;
const PBN = new RegExp(`^(?:%|;|\\[${S}*[A-Za-z]|\\{(?!${S}*["}]|${S}*$))`);
const LIN = /^[A-Za-z]{2}\|/;
const DEAL_LINE = new RegExp(`^[^${BLANKS}]+${S}+[^${BLANKS}]+${S}+[A-Za-z]+:`);
const TAG = new RegExp(`^.*\\[[A-Za-z][\\p{L}\\p{N}_]*${S}+"`, "u");
const LONGEST_TAG = 4000;
const LINES_AHEAD = 20;
/** Characters of a text that are looked at, and of one whole JSON value. */
export const MOST_CHARACTERS = 4_000_000;
export const MOST_JSON = 1_000_000;
/** Records of a text that are read. */
export const MOST_RECORDS = 2000;
const SLICE_MS = 8;

/** The lines of a text with their numbers, one by one, whatever ends them. */
export function* linesOf(text: string): Generator<Numbered> {
  const ends = /\r\n|\r|\n/g;
  let place = 0;
  for (let number = 1; ; number += 1) {
    ends.lastIndex = place;
    const end = ends.exec(text);
    yield [number, text.slice(place, end ? end.index : text.length)];
    if (!end) return;
    place = ends.lastIndex;
  }
}

function* chain(head: readonly Numbered[], rest: Iterator<Numbered>): Generator<Numbered> {
  yield* head;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function take(lines: Iterator<Numbered>, count: number): Numbered[] {
  const taken: Numbered[] = [];
  while (taken.length < count) {
    const next = lines.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** What sort of text begins with these lines, and the lines that matter. */
export function sortOf(lines: Iterator<Numbered>): [Sort, Iterable<Numbered>] {
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const [number, line] = next.value;
    let start = strip(line).replace(/^\ufeff/, "");
    if (!start || start.startsWith("#")) continue;
    let head: Numbered[] = [[number, start]];
    if (start === "{") {
      for (let later = lines.next(); !later.done; later = lines.next()) {
        head.push(later.value);
        if (strip(later.value[1])) break;
      }
      start = head.map(([, each]) => strip(each)).join(" ");
    }
    if (!/^[{[]/.test(start) && !DEAL_LINE.test(start) && !LIN.test(start)) {
      const ahead = take(lines, LINES_AHEAD);
      if (ahead.some(([, each]) => each.length < LONGEST_TAG && TAG.test(each))) start = "[Tag";
      head = [...head, ...ahead];
    }
    const numbered = chain(head, lines);
    if (PBN.test(start)) return ["pbn", numbered];
    if (LIN.test(start)) return ["lin", numbered];
    const whole = start.startsWith("[") || (start.startsWith("{") && !start.endsWith("}"));
    return [whole ? "json" : "lines", numbered];
  }
  return ["lines", []];
}

/** What was read of each deal of a text, or what is wrong with it, with its place; `rules` serve where it names none. */
export function* scanRecords(text: string, rules: Rules | null = null): Generator<Scanned<ReadDeal>> {
  const [sort, lines] = sortOf(linesOf(text));
  if (sort === "pbn") {
    for (const [record, fault] of recordsOfPbn(lines)) {
      yield scanned(placeOf(record.line, record.board), record.board, () => {
        if (fault) throw fault;
        return ofBridge(fieldsOfRecord(record, rules), rules, titleOfRecord(record));
      });
    }
  } else if (sort === "lin") {
    for (const board of boardsOf(lines)) {
      const name = strip(`${board.board} ${board.room}`);
      yield scanned(placeOf(board.line, name), name, () =>
        ofBridge(fieldsOfBoard(board, rules), rules, titleOfBoard(board)),
      );
    }
  } else if (sort === "json") {
    const whole = [...lines].map(([, line]) => line).join("\n");
    yield* dealsIn(whole, "", rules);
  } else {
    for (const [number, line] of lines) {
      const start = strip(line);
      if (start && !start.startsWith("#")) yield* dealsIn(start, placeOf(number), rules);
    }
  }
}

function ofBridge({ fields, untold }: Told, rules: Rules | null, title: string): ReadDeal {
  return { ...dealAndFaults(fields, rules), untold: untold?.first ?? null, title };
}

function titleOf(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part).join(", ");
}

function titleOfRecord(record: PbnRecord): string {
  const names = ["North", "East", "South", "West"].map((seat) => record.value(seat));
  const [contract, declarer, result] = ["Contract", "Declarer", "Result"].map((name) => record.value(name));
  const bid = contract && declarer ? `${contract} by ${declarer}` : contract;
  return titleOf([record.value("Event"), titleOf(names), bid, result]);
}

function titleOfBoard(board: LinBoard): string {
  const contract = contractOf(board);
  const bid = contract?.level ? `${contract.level}${contract.trump ?? "NT"}` : "";
  const seat = contract?.declarer ?? dealerOf(board);
  return titleOf([titleOf(board.names), bid && contract?.declarer ? `${bid} by ${seat}` : bid]);
}

/** One value of a list or a line: a deal's JSON form, or an object that holds its line. */
function ofValue(value: unknown, rules: Rules | null): ReadDeal {
  const line = isJsonObject(value) && Object.keys(value).length === 1 ? value["deal"] : undefined;
  const fields = typeof line !== "string" ? value : /^\s*\{/.test(line) ? loadsUnder(line) : fieldsFromLine(line);
  return { ...dealAndFaults(fields, rules), untold: null, title: "" };
}

/** The deals of one JSON value or of one deal line. */
function* dealsIn(text: string, place: string, standing: Rules | null): Generator<Scanned<ReadDeal>> {
  let rules = standing;
  let list: unknown[] = [];
  let prefix = "";
  const first = scanned(place, "", (): ReadDeal | null => {
    if (!/^[{[]/.test(text)) return { ...dealAndFaults(fieldsFromLine(text), rules), untold: null, title: "" };
    let value = loadsUnder(text);
    if (isJsonObject(value) && Object.hasOwn(value, "deals")) {
      if (Object.hasOwn(value, "rules")) rules = readRules(value["rules"]);
      [value, prefix] = [value["deals"], "/deals"];
      if (!Array.isArray(value)) throw failure("deal", "expected a list of deals", null, prefix);
    }
    if (!Array.isArray(value)) return ofValue(value, rules);
    list = value;
    return null;
  });
  if (first.error !== null) {
    yield first;
    return;
  }
  if (first.item !== null) {
    yield { ...first, item: first.item };
    return;
  }
  for (const [index, value] of list.entries()) {
    const where = prefix + jsonPointer(index);
    const read = scanned(place, "", () => ofValue(value, rules));
    if (read.error !== null) {
      const faults = read.error.faults.map((each) => under(where, each));
      yield { ...read, error: new BackAlleyError("deal", faults, place) };
    } else yield { ...read, item: { ...read.item, faults: read.item.faults.map((each) => under(where, each)) } };
  }
}

/** What reading a text comes to. */
export interface ReadText {
  readonly records: readonly Scanned<ReadDeal>[];
  /** What could not be looked at, as one sentence; null where all was. */
  readonly cut: Fault | null;
}

function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function cutFault(text: string): Fault {
  return {
    pointer: "",
    message: `the text has ${grouped(text.length)} characters, of which the page reads ${grouped(MOST_CHARACTERS)}`,
    rule: null,
  };
}

/** The records of a pasted text or a file, read in slices so that the page never stands still. */
export async function readText(text: string, rules: Rules | null = null, signal?: AbortSignal): Promise<ReadText> {
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
  let kept = text;
  let cut: Fault | null = null;
  if (text.length > MOST_CHARACTERS) {
    cut = cutFault(text);
    const end = Math.max(text.lastIndexOf("\n", MOST_CHARACTERS), 0);
    kept = text.slice(0, end || MOST_CHARACTERS);
  }
  const [sort] = sortOf(linesOf(kept));
  if (sort === "json" && text.length > MOST_JSON) {
    const told = `one JSON value of ${grouped(text.length)} characters is more than the page reads at once, ${grouped(MOST_JSON)}`;
    throw failure("json", `${told}: write one deal a line`);
  }
  const records: Scanned<ReadDeal>[] = [];
  let began = performance.now();
  for (const record of scanRecords(kept, rules)) {
    if (records.length === MOST_RECORDS) {
      cut ??= { pointer: "", message: `more than ${grouped(MOST_RECORDS)} records, of which these are the first`, rule: null };
      break;
    }
    records.push(record);
    if (performance.now() - began > SLICE_MS) {
      await pause();
      signal?.throwIfAborted();
      began = performance.now();
    }
  }
  if (!records.length) throw failure("deal", "no deal in it");
  return { records, cut };
}
