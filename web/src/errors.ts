/** What can be wrong, said in one sentence with place and rule: the same tree of words as `solver/errors.py`. */

export const MAX_FAULTS = 20;

/** One thing wrong: `pointer` into the deal's JSON ("" is all of it), a sentence, the rule ("R12") or null. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
  readonly rule: string | null;
}

/** A fault whose sentence ends in its rule. */
export function fault(pointer: string, text: string, rule: string | null = null): Fault {
  return { pointer, message: rule ? `${text} (${rule})` : text, rule };
}

/** The same fault with `prefix` before its pointer. */
export function under(prefix: string, inner: Fault): Fault {
  return { ...inner, pointer: prefix + inner.pointer };
}

/** `jsonPointer("hands", "N", 3)` is `/hands/N/3`; `~` and `/` are escaped, long steps cut. */
export function jsonPointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => "/" + shorten(String(step)).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}

/** Characters that Python does not count as printable, a blank apart. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const EVERY_UNPRINTABLE = new RegExp(UNPRINTABLE.source, "gu");
const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escaped(letter: string): string {
  const short = SHORT_ESCAPES[letter];
  if (short !== undefined) return short;
  const code = letter.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return "\\x" + digits.padStart(2, "0");
  return code < 0x10000 ? "\\u" + digits.padStart(4, "0") : "\\U" + digits.padStart(8, "0");
}

/** A text as Python's `repr` shows it, without the quotes around it where `bare`. */
export function repr(text: string, bare = false): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inner = text.replaceAll("\\", "\\\\").replace(EVERY_UNPRINTABLE, escaped);
  if (quote === "'") inner = inner.replaceAll("'", "\\'");
  return bare ? inner : quote + inner + quote;
}

/** Printable and at most `limit` characters, so that no input can blow up a message. */
export function shorten(text: string, limit = 40): string {
  const head = text.length > 2 * limit ? text.slice(0, 2 * limit + 2) : text;
  const letters = Array.from(head);
  const shown =
    letters.length <= limit && head.length === text.length ? text : letters.slice(0, limit - 1).join("") + "…";
  return UNPRINTABLE.test(shown) ? repr(shown, true) : shown;
}

export type ErrorKind = "card" | "rules" | "deal" | "bid" | "play" | "json" | "fragment";

/** `faults` is never empty and holds at most MAX_FAULTS; `place` says where in a file the deal stands. */
export class BackAlleyError extends Error {
  readonly faults: readonly Fault[];

  constructor(
    readonly kind: ErrorKind,
    faults: readonly Fault[],
    readonly place = "",
  ) {
    const kept = faults.slice(0, MAX_FAULTS);
    super((place ? place + ": " : "") + (kept[0] ? sentence(kept[0]) : "something is wrong"));
    this.faults = kept;
    this.name = "BackAlleyError";
  }

  get first(): Fault {
    return this.faults[0] ?? fault("", this.message);
  }
}

/** The fault as one line, its pointer first. */
export function sentence(told: Fault): string {
  return told.pointer ? `${told.pointer}: ${told.message}` : told.message;
}

/** An error with one fault. */
export function failure(kind: ErrorKind, text: string, rule: string | null = null, pointer = ""): BackAlleyError {
  return new BackAlleyError(kind, [fault(pointer, text, rule)]);
}
