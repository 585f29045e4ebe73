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
import { type Line, type Numbered, placeOf, type Scanned, scanned } from "./place.ts";
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
const LINES_A_PULSE = 500;
/** Characters of a text that are looked at, and of one whole JSON value. */
export const MOST_CHARACTERS = 4_000_000;
export const MOST_JSON = 500_000;
/** Records of a text that are read. */
export const MOST_RECORDS = 2000;
const SLICE_MS = 8;

/** The lines of a text with their numbers, one by one, whatever ends them; a pulse after every so many. */
export function* linesOf(given: string): Generator<Line> {
  const text = given.includes("\r") ? given.replace(/\r\n?/g, "\n") : given;
  let place = 0;
  for (let number = 1; ; number += 1) {
    const end = text.indexOf("\n", place);
    yield [number, text.slice(place, end < 0 ? text.length : end)];
    if (end < 0) return;
    place = end + 1;
    if (number % LINES_A_PULSE === 0) yield null;
  }
}

function* chain(head: readonly Line[], rest: Iterator<Line>): Generator<Line> {
  yield* head;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function take(lines: Iterator<Line>, count: number): Numbered[] {
  const taken: Numbered[] = [];
  while (taken.length < count) {
    const next = lines.next();
    if (next.done) break;
    if (next.value !== null) taken.push(next.value);
  }
  return taken;
}

/** What sort of text begins with these lines, and the lines that matter; pulses while it looks. */
export function* sortOf(lines: Iterator<Line>): Generator<null, [Sort, Iterable<Line>]> {
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (next.value === null) {
      yield null;
      continue;
    }
    const [number, line] = next.value;
    let start = strip(line).replace(/^\ufeff/, "");
    if (!start || start.startsWith("#")) continue;
    let head: Numbered[] = [[number, start]];
    if (start === "{") {
      for (let [later] = take(lines, 1); later; [later] = take(lines, 1)) {
        head.push(later);
        if (strip(later[1])) break;
      }
      start = head.map(([, each]) => strip(each)).join(" ");
    }
    if (!/^[{[]/.test(start) && !DEAL_LINE.test(start) && !LIN.test(start)) {
      head = [...head, ...take(lines, LINES_AHEAD - head.length)];
      if (head.some(([, each]) => each.length < LONGEST_TAG && TAG.test(each))) start = "[Tag";
    }
    const numbered = chain(head, lines);
    if (PBN.test(start)) return ["pbn", numbered];
    if (LIN.test(start)) return ["lin", numbered];
    const whole = start.startsWith("[") || (start.startsWith("{") && !start.endsWith("}"));
    return [whole ? "json" : "lines", numbered];
  }
  return ["lines", []];
}

/** What was read of each deal of a text, or what is wrong, with its place; `rules` serve where it names none. */
export function* scanRecords(text: string, rules: Rules | null = null): Generator<Scanned<ReadDeal>> {
  for (const record of scanSlices(text, rules)) if (record !== null) yield record;
}

/** The same, with null where who reads may rest. */
function* scanSlices(text: string, rules: Rules | null): Generator<Scanned<ReadDeal> | null> {
  const [sort, lines] = yield* sortOf(linesOf(text));
  if (sort === "json") yield* wholeJson(lines, rules);
  else if (sort === "lines") yield* eachLine(lines, rules);
  else if (sort === "pbn") {
    for (const told of recordsOfPbn(lines)) {
      if (told === null) yield null;
      else yield ofRecord(...told, rules);
    }
  } else {
    for (const board of boardsOf(lines)) yield board && ofBoard(board, rules);
  }
}

function ofRecord(record: PbnRecord, fault: BackAlleyError | null, rules: Rules | null): Scanned<ReadDeal> {
  return scanned(placeOf(record.line, record.board), record.board, () => {
    if (fault) throw fault;
    return ofBridge(fieldsOfRecord(record, rules), rules, titleOfRecord(record));
  });
}

function ofBoard(board: LinBoard, rules: Rules | null): Scanned<ReadDeal> {
  const name = strip(`${board.board} ${board.room}`);
  return scanned(placeOf(board.line, name), name, () =>
    ofBridge(fieldsOfBoard(board, rules), rules, titleOfBoard(board)),
  );
}

function* wholeJson(lines: Iterable<Line>, rules: Rules | null): Generator<Scanned<ReadDeal> | null> {
  const rows: string[] = [];
  for (const line of lines) {
    if (line === null) yield null;
    else rows.push(line[1]);
  }
  yield* dealsIn(rows.join("\n"), "", rules);
}

function* eachLine(lines: Iterable<Line>, rules: Rules | null): Generator<Scanned<ReadDeal> | null> {
  for (const line of lines) {
    if (line === null) {
      yield null;
      continue;
    }
    const start = strip(line[1]);
    if (start && !start.startsWith("#")) yield* dealsIn(start, placeOf(line[0]), rules);
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
    if (text.length > MOST_JSON) throw tooMuchJson(text);
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
export interface ReadText<T = Scanned<ReadDeal>> {
  readonly records: readonly T[];
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

function tooMuchJson(text: string): BackAlleyError {
  const told = `one JSON value of ${grouped(text.length)} characters is more than the page reads at once`;
  return failure("json", `${told}, ${grouped(MOST_JSON)}: write one deal a line`);
}

/** The records of a pasted text or a file, read in slices so that the page never stands still. */
export function readText(text: string, rules: Rules | null = null, signal?: AbortSignal): Promise<ReadText> {
  return readTextAs(text, (record) => record, rules, signal);
}

/** The same, each record made into something as it is read. */
export async function readTextAs<T>(
  text: string,
  make: (record: Scanned<ReadDeal>) => T,
  rules: Rules | null = null,
  signal?: AbortSignal,
): Promise<ReadText<T>> {
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
  let kept = text;
  let cut: Fault | null = null;
  if (text.length > MOST_CHARACTERS) {
    cut = cutFault(text);
    const end = Math.max(text.lastIndexOf("\n", MOST_CHARACTERS), 0);
    kept = text.slice(0, end || MOST_CHARACTERS);
  }
  const records: T[] = [];
  let began = performance.now();
  for (const record of scanSlices(kept, rules)) {
    if (record !== null && records.length === MOST_RECORDS) {
      cut ??= {
        pointer: "",
        message: `more than ${grouped(MOST_RECORDS)} records, of which these are the first`,
        rule: null,
      };
      break;
    }
    if (record !== null) records.push(make(record));
    if (performance.now() - began > SLICE_MS) {
      await pause();
      signal?.throwIfAborted();
      began = performance.now();
    }
  }
  if (!records.length) throw failure("deal", "no deal in it");
  return { records, cut };
}
