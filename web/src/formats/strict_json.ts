/** JSON as strict as its standard (RFC 8259), each fault with its place, in the words of `formats/strict_json.py`. */
import { BackAlleyError, failure, type Fault, fault, jsonPointer, MAX_FAULTS } from "../errors.ts";
import { length, strip } from "../text.ts";

export const MAX_DEPTH = 32;
const MAX_DIGITS = 18;
const MOST_NESTED = 900;

/** An object of JSON; its members are its own, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Bad);
}

/** Stands for a number that JSON does not have. */
class Bad {
  constructor(readonly why: string) {}
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\x00-\x1f]*/y;
const WORDS: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", new Bad("NaN is no JSON number")],
  ["Infinity", new Bad("Infinity is no JSON number")],
  ["-Infinity", new Bad("-Infinity is no JSON number")],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Parser {
  private place = 0;
  private depth = 0;
  /** The member that an object names twice. */
  readonly doubled = new WeakMap<object, string>();

  constructor(private readonly text: string) {}

  whole(): unknown {
    this.blanks();
    const value = this.value();
    this.blanks();
    if (this.place < this.text.length) throw this.wrong("extra data", this.place);
    return value;
  }

  private wrong(what: string, place: number): BackAlleyError {
    const before = this.text.slice(0, place);
    if (openIn(before) > MAX_DEPTH) return tooDeep();
    const line = before.split("\n").length;
    const column = length(before.slice(before.lastIndexOf("\n") + 1)) + 1;
    return failure("json", `line ${line}, column ${column}: ${what}`);
  }

  private blanks(): void {
    for (let code = this.text.charCodeAt(this.place); ; code = this.text.charCodeAt(this.place)) {
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.place += 1;
    }
  }

  private value(): unknown {
    const letter = this.text.charAt(this.place);
    if (letter === '"') return this.string();
    if (letter === "{" || letter === "[") {
      this.depth += 1;
      if (this.depth > MOST_NESTED) throw tooDeep();
      const value = letter === "{" ? this.object() : this.list();
      this.depth -= 1;
      return value;
    }
    for (const [word, value] of "ntfNI-".includes(letter) ? WORDS : []) {
      if (this.text.startsWith(word, this.place)) {
        this.place += word.length;
        return value;
      }
    }
    NUMBER.lastIndex = this.place;
    const match = NUMBER.exec(this.text);
    if (!match) throw this.wrong("expecting value", this.place);
    this.place = NUMBER.lastIndex;
    const [digits, fraction, exponent] = match;
    if (fraction !== undefined || exponent !== undefined) {
      return Math.abs(Number(digits)) < 1e300 ? Number(digits) : new Bad("the number is out of range");
    }
    const count = digits.length - Number(digits.startsWith("-"));
    return count > MAX_DIGITS ? new Bad(`a number of ${count} digits is out of range`) : Number(digits);
  }

  private object(): JsonObject {
    const members = Object.create(null) as Record<string, unknown>;
    const counts = new Map<string, number>();
    this.place += 1;
    this.blanks();
    if (this.text.charAt(this.place) !== "}") {
      for (;;) {
        if (this.text.charAt(this.place) !== '"') {
          throw this.wrong("expecting property name enclosed in double quotes", this.place);
        }
        const name = this.string();
        this.blanks();
        if (this.text.charAt(this.place) !== ":") throw this.wrong("expecting ':' delimiter", this.place);
        this.place += 1;
        this.blanks();
        members[name] = this.value();
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (!this.goesOn("}")) break;
      }
    }
    this.place += 1;
    const most = Math.max(0, ...counts.values());
    if (most > 1) this.doubled.set(members, [...counts].find(([, count]) => count === most)?.[0] ?? "");
    return members;
  }

  private list(): unknown[] {
    const items: unknown[] = [];
    this.place += 1;
    this.blanks();
    if (this.text.charAt(this.place) !== "]") {
      if (this.place >= this.text.length) throw this.wrong("expecting value", this.place);
      do items.push(this.value());
      while (this.goesOn("]"));
    }
    this.place += 1;
    return items;
  }

  /** Whether a comma says that more is to come. */
  private goesOn(end: string): boolean {
    this.blanks();
    const letter = this.text.charAt(this.place);
    if (letter === end) return false;
    if (letter !== ",") throw this.wrong("expecting ',' delimiter", this.place);
    this.place += 1;
    this.blanks();
    return true;
  }

  private string(): string {
    const begin = this.place;
    let value = "";
    for (let place = begin + 1; ;) {
      PLAIN.lastIndex = place;
      PLAIN.test(this.text);
      const end = PLAIN.lastIndex;
      value += this.text.slice(place, end);
      if (end >= this.text.length) throw this.wrong("unterminated string starting", begin);
      const letter = this.text.charAt(end);
      if (letter === '"') {
        this.place = end + 1;
        return value;
      }
      if (letter !== "\\") throw this.wrong("invalid control character", end);
      if (end + 1 >= this.text.length) throw this.wrong("unterminated string starting", begin);
      const kind = this.text.charAt(end + 1);
      if (kind === "u") {
        const digits = this.text.slice(end + 2, end + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.wrong("invalid \\uXXXX escape", end + 1);
        value += String.fromCharCode(parseInt(digits, 16));
        place = end + 6;
      } else {
        const escape = ESCAPES[kind];
        if (escape === undefined) throw this.wrong("invalid \\escape", end);
        value += escape;
        place = end + 2;
      }
    }
  }
}

function tooDeep(): BackAlleyError {
  return failure("json", `nested more than ${MAX_DEPTH} levels deep`);
}

/** How many lists and objects are open at the end of a text that is JSON up to there. */
function openIn(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\[^])*"?/g, "");
  return bare.replace(/[^[{]/g, "").length - bare.replace(/[^\]}]/g, "").length;
}

/** The value of one JSON text; a BackAlleyError with a sentence and, inside a value, its pointer. */
export function loads(given: string): unknown {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  if (!strip(text)) throw failure("json", "nothing there: expected a JSON value");
  const parser = new Parser(text);
  const value = parser.whole();
  const faults = faultsIn(value, parser.doubled);
  if (faults.length) throw new BackAlleyError("json", faults);
  return value;
}

function isEmpty(value: object): boolean {
  return Array.isArray(value) ? !value.length : !(value instanceof Bad) && !Object.keys(value).length;
}

/** Where the value holds what JSON does not have. */
function faultsIn(value: unknown, doubled: WeakMap<object, string>): Fault[] {
  const faults: Fault[] = [];
  const todo: [unknown, (string | number)[]][] = [[value, []]];
  while (todo.length && faults.length < MAX_FAULTS) {
    const [node, path] = todo.pop() ?? [null, []];
    if (node instanceof Bad) {
      faults.push(fault(jsonPointer(...path), node.why));
      continue;
    }
    if (typeof node !== "object" || node === null) continue;
    if (path.length >= MAX_DEPTH) throw tooDeep();
    const name = doubled.get(node);
    if (name !== undefined) faults.push(fault(jsonPointer(...path, name), "named twice in one object"));
    const items: [string | number, unknown][] = Array.isArray(node)
      ? node.map((item, place): [number, unknown] => [place, item])
      : Object.entries(node);
    for (const [key, item] of items.reverse()) {
      if (typeof item === "object" && item !== null && !isEmpty(item)) todo.push([item, [...path, key]]);
    }
  }
  return faults;
}
