/**
 * The records of a PBN file: tags with what stands under them, remarks and escapes apart, inherited values filled in.
 * A record ends at a blank line outside a remark in braces, and before an Event that is its second or a Board that is
 * another. `#` takes a tag's value of the record before, `##` sets it for all that follow (PBN 2.1, 4.8).
 */
import { type BackAlleyError, failure, shorten } from "../../errors.ts";
import { BLANKS, length, split, strip } from "../../text.ts";
import type { Line } from "../place.ts";

/** A tag, its value unescaped, and the words that stand under it, remarks left out. */
export interface PbnTag {
  readonly name: string;
  readonly value: string;
  readonly words: readonly string[];
  readonly inherits: "" | "#" | "##";
}

const REMARK = "\x01";
const SPACE = `[${BLANKS}]`;
const TAG = new RegExp(`\\[${SPACE}*([\\p{L}\\p{N}_]+)${SPACE}*"([^"\\\\]*(?:\\\\[^][^"\\\\]*)*)"${SPACE}*\\]`, "gu");
const TAG_STARTS_LINE = new RegExp(`^${SPACE}*\\[${SPACE}*[A-Za-z][\\p{L}\\p{N}_]*${SPACE}*"`, "u");
const QUOTED = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;
const MOST_CHARACTERS = 100_000;
const DECISIVE = ["Deal", "Dealer", "Trump", "Upcard", "Bids", "Rules", "Contract", "Declarer", "Result", "Play"];
const NAMES = [...DECISIVE, "Auction", "Board", "Event", "Vulnerable"];
const CANONICAL: ReadonlyMap<string, string> = new Map(NAMES.map((name) => [name.toLowerCase(), name]));
const ANY = NAMES.join("|");
const BROKEN_TAG = new RegExp(
  `(?<![^\\n])[ \\t]*(?:\\[${SPACE}*(?:${ANY})(?![\\p{L}\\p{N}_])|(?:${ANY})${SPACE}*"[^"\\n]*"${SPACE}*\\])[^\\n]*`,
  "iu",
);
const SHARED = ["Board", "Dealer", "Vulnerable", "Deal"];
const OF_A_TABLE = ["Contract", "Declarer", "Auction", "Play", "Result"];

/** One record; `line` is its first line's number. */
export class PbnRecord {
  constructor(
    readonly line: number,
    readonly tags: readonly PbnTag[],
  ) {}

  /** The first tag of this name. */
  tag(name: string): PbnTag | null {
    return this.tags.find((tag) => tag.name === name) ?? null;
  }

  /** The tag's value without blanks around it; null where there is none, or it says that it is not known. */
  value(name: string): string | null {
    const value = strip(this.tag(name)?.value ?? "");
    return ["", "?", "-"].includes(value) ? null : value;
  }

  get board(): string {
    return this.value("Board") ?? "";
  }
}

interface Rows {
  first: number;
  rows: string[];
  /** Characters of all rows, those that were too many to keep included. */
  size: number;
  fault: BackAlleyError | null;
}

/** The records that have tags, in order, each with what is wrong with its text, if anything is. */
export function* recordsOfPbn(lines: Iterable<Line>): Generator<[PbnRecord, BackAlleyError | null] | null> {
  const heirloom = new Inheritance();
  for (const record of inRecords(lines)) {
    if (record === null) {
      yield null;
      continue;
    }
    const { first, rows, size, fault: told } = record;
    if (rows.length > 1 && rows.every((row) => row.startsWith("[Deal "))) {
      for (const [place, row] of rows.entries()) yield [tagsOf(first + place, row), told ?? brokenTag(row)];
      continue;
    }
    let text = rows.join("\n");
    let fault = told;
    if (size > MOST_CHARACTERS) {
      fault ??= failure("deal", `a PBN record of ${size} characters is no deal`);
      text = text.slice(0, MOST_CHARACTERS);
    }
    const read = tagsOf(first, text);
    if (!read.tags.length) {
      if (fault || rows.some((row) => strip(row).startsWith("["))) {
        yield [read, fault ?? failure("deal", "no tag of the PBN record can be read")];
      }
      continue;
    }
    if (heirloom.isHeader(read)) {
      heirloom.fill(read);
      continue;
    }
    const filled = heirloom.fill(read);
    yield [filled, fault ?? brokenTag(text) ?? contradiction(filled)];
  }
}

function unclosed(line: number): BackAlleyError {
  return failure("deal", `the remark that begins with { in line ${line} is never closed`);
}

/** First line, rows with a mark for each remark, and the fault of each record. */
function* inRecords(lines: Iterable<Line>): Generator<Rows | null> {
  let now: Rows = { first: 0, rows: [], size: -1, fault: null };
  let began = 0; // where the remark that is open began; 0 if none is
  let gap = false; // whether a blank line stands in it
  const next = (): Rows => ({ first: now.first, rows: [], size: -1, fault: null });
  for (const numbered of lines) {
    if (numbered === null) {
      yield null;
      continue;
    }
    const [number, line] = numbered;
    const row = line.replaceAll(REMARK, " ");
    if (began && TAG_STARTS_LINE.test(row)) {
      now.fault ??= unclosed(began);
      began = 0;
      if (gap) {
        yield now;
        now = next();
      }
    }
    if (!began) {
      if (!strip(row)) {
        if (now.rows.length) yield now;
        now = next();
        continue;
      }
      if (row.startsWith("%")) continue;
      if ((row.startsWith("[Event ") && isWhole(now.rows)) || isAnotherBoard(row, now.rows)) {
        yield now;
        now = next();
      }
      if (!now.rows.length) now.first = number;
      gap = false;
    }
    gap ||= !strip(row);
    const open = began > 0;
    const [plain, still] = apart(row, open);
    if (plain || !open) {
      if (now.size <= MOST_CHARACTERS) now.rows.push(plain.slice(0, 2 * MOST_CHARACTERS));
      now.size += length(plain) + 1;
    }
    began = still === "none" ? 0 : still === "new" ? number : began;
  }
  if (began) now.fault ??= unclosed(began);
  if (now.rows.length) yield now;
}

/** Whether a record that has these rows is one that another Event cannot belong to. */
function isWhole(rows: readonly string[]): boolean {
  return ["[Event ", "[Deal "].every((start) => rows.some((row) => row.startsWith(start)));
}

/** Whether a row names a board, and the rows before it, which have a deal, name another. */
function isAnotherBoard(row: string, rows: readonly string[]): boolean {
  const named = strip(row);
  if (!named.startsWith("[Board ") || !rows.some((before) => before.startsWith("[Deal "))) return false;
  return rows.some((before) => before.startsWith("[Board ") && strip(before) !== named);
}

/** What is wrong with a row that means to be a tag and is none. */
function brokenTag(text: string): BackAlleyError | null {
  const broken = BROKEN_TAG.exec(text.replace(TAG, ""));
  if (!broken) return null;
  const shown = shorten(strip(broken[0]).replaceAll(REMARK, "{}"));
  return failure("deal", `'${shown}' is no tag, which reads [Name "value"]`);
}

/** A row with a mark for each remark, and whether one goes on: the one that was open, or one that is new. */
function apart(row: string, open: boolean): [string, "none" | "same" | "new"] {
  let state: "none" | "same" | "new" = open ? "same" : "none";
  let plain = "";
  let place = 0;
  let quotes = true; // whether a quote may still be closed
  for (;;) {
    if (state !== "none") {
      const end = row.indexOf("}", place) + 1;
      if (!end) return [plain, state];
      [state, place] = ["none", end];
    }
    const marks = quotes ? /[{;"]/g : /[{;]/g;
    marks.lastIndex = place;
    const mark = marks.exec(row);
    if (!mark) return [plain + row.slice(place), "none"];
    if (mark[0] === '"') {
      QUOTED.lastIndex = mark.index;
      const quoted = QUOTED.exec(row);
      const end = quoted ? QUOTED.lastIndex : mark.index + 1;
      quotes = quotes && quoted !== null; // no quote that comes later is closed either
      plain += row.slice(place, end);
      place = end;
      continue;
    }
    plain += row.slice(place, mark.index) + REMARK;
    place = mark.index;
    if (mark[0] === ";") return [plain, "none"];
    state = "new";
  }
}

/** The record in a text in which marks stand for its remarks. */
function tagsOf(first: number, text: string): PbnRecord {
  const matches = [...text.matchAll(TAG)];
  const tags = matches.map((match, place): PbnTag => {
    const end = matches[place + 1]?.index ?? text.length;
    const body = text.slice(match.index + match[0].length, end);
    const [, name = "", raw = ""] = match;
    const inherits = raw.startsWith("##") ? "##" : raw === "#" ? "#" : "";
    const value = raw.slice(inherits.length).replace(/\\([^\n])/g, "$1");
    return {
      name: CANONICAL.get(name.toLowerCase()) ?? name,
      value,
      words: split(body.replaceAll(REMARK, " ")),
      inherits,
    };
  });
  return new PbnRecord(first, tags);
}

/** What a tag that stands twice is wrong with, if it says two things. */
function contradiction(record: PbnRecord): BackAlleyError | null {
  const said = new Map<string, string>();
  for (const { name, value } of record.tags) {
    if (!DECISIVE.includes(name)) continue;
    if ((said.get(name) ?? value) !== value) return failure("deal", `the tag ${name} stands twice in one record`);
    said.set(name, value);
  }
  return null;
}

/** Values that later records take over: of the record before by `#`, of a header by `##`. */
class Inheritance {
  private readonly before = new Map<string, PbnTag>();
  private readonly header = new Map<string, PbnTag>();

  /** Whether it only sets values for the records to come. */
  isHeader(record: PbnRecord): boolean {
    return record.tag("Deal") === null && record.tags.every((tag) => tag.inherits === "##");
  }

  /** The record with real values. */
  fill(record: PbnRecord): PbnRecord {
    const tags = record.tags.map((given): PbnTag => {
      let tag = given;
      if (tag.inherits === "#") {
        const before = this.before.get(tag.name) ?? { name: tag.name, value: "", words: [], inherits: "" };
        tag = tag.words.length ? { ...tag, value: before.value, inherits: "" } : before;
      } else if (tag.inherits || this.header.has(tag.name)) this.header.set(tag.name, tag);
      return tag;
    });
    const named = new Map(tags.map((tag) => [tag.name, tag.value]));
    const plain = (tag: PbnTag): PbnTag => ({ name: tag.name, value: tag.value, words: [], inherits: "" });
    const inherited = [...this.header.values()].filter((tag) => !named.has(tag.name)).map(plain);
    if (this.sharesDeal(named)) {
      for (const name of SHARED) {
        const tag = this.before.get(name);
        if (tag && !named.has(name)) inherited.push(plain(tag));
      }
    }
    const all = [...inherited, ...tags];
    for (const tag of all) this.before.set(tag.name, tag);
    return new PbnRecord(record.line, all);
  }

  /** Whether the record is of another table that played the deal before. */
  private sharesDeal(named: ReadonlyMap<string, string>): boolean {
    const board = this.before.get("Board");
    const same = board === undefined || (named.get("Board") ?? board.value) === board.value;
    return !named.has("Deal") && this.before.has("Deal") && same && OF_A_TABLE.some((name) => named.has(name));
  }
}
