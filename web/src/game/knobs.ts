/** What each knob of the house rules takes: its bounds and values, each said once, for reading JSON and for a form. */
import { BackAlleyError, type Fault, jsonPointer, repr } from "../errors.ts";
import { parseSuit } from "./cards.ts";
import type { KnobName } from "./rules.ts";

/** How a form shows a knob. */
export type Field =
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "number"; readonly low: number; readonly high: number }
  | { readonly kind: "numbers"; readonly low: number; readonly high: number; readonly most: number }
  | { readonly kind: "flag" };

export interface Knob {
  readonly field: Field;
  /** The rule of docs/rules.md that it changes. */
  readonly rule: string;
  /** The value that JSON gives; BackAlleyError where it is none. */
  read(name: string, value: unknown): unknown;
  /** BackAlleyError unless the value lies within the knob's bounds. */
  check(name: string, value: unknown): void;
}

/** A JSON value as Python shows it. */
export function pythonText(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return repr(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${repr(name)}: ${pythonText(item)}`)
    .join(", ")}}`;
}

/** A value in a message, cut where it is long. */
export function shownValue(value: unknown): string {
  const letters = Array.from(pythonText(value));
  return letters.length <= 40 ? letters.join("") : letters.slice(0, 37).join("") + "…";
}

function wrong(name: string, text: string, ...rules: string[]): BackAlleyError {
  const cited = rules.length ? ` (${rules.join(", ")})` : "";
  const told: Fault = { pointer: jsonPointer(name), message: `${name} ${text}${cited}`, rule: rules[0] ?? null };
  return new BackAlleyError("rules", [told]);
}

function whole(name: string, value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw wrong(name, `must be a whole number, not ${shownValue(value)}`);
  }
  return value;
}

function wholes(name: string, value: unknown): number[] {
  if (!Array.isArray(value) || value.length > 200) {
    throw wrong(name, `must be a list of at most 200 whole numbers, not ${shownValue(value)}`);
  }
  return value.map((item) => whole(name, item));
}

function inside(value: unknown, low: number, high: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && low <= value && value <= high;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function choice(rule: string, ...values: string[]): Knob {
  return {
    field: { kind: "choice", values },
    rule,
    read(name, value) {
      if (typeof value === "string" && values.includes(value)) return value;
      throw wrong(name, `must be one of ${values.join(", ")}, not ${shownValue(value)}`);
    },
    check() {},
  };
}

function points(rule: string): Knob {
  return {
    field: { kind: "number", low: 0, high: 1000 },
    rule,
    read: whole,
    check(name, value) {
      if (!inside(value, 0, 1000)) throw wrong(name, "must be from 0 to 1000", "R15", "R16");
    },
  };
}

const SIZES: Knob = {
  field: { kind: "numbers", low: 1, high: 13, most: 200 },
  rule: "R2",
  read: wholes,
  check(name, value) {
    const sizes = list(value);
    if (!sizes.length || !sizes.every((size) => inside(size, 1, 13))) {
      throw wrong(name, "must be a list of numbers from 1 to 13", "R2");
    }
  },
};

const LEVELS: Knob = {
  field: { kind: "numbers", low: 1, high: 100, most: 4 },
  rule: "R8",
  read: (name, value) => (value === "none" || value === null ? [] : wholes(name, value)),
  check(name, value) {
    const levels = list(value);
    if (levels.length > 4 || !levels.every((level) => inside(level, 1, 100))) {
      throw wrong(name, "takes up to four multipliers from 1 to 100, or 'none'", "R8");
    }
    if (levels.some((level, place) => place > 0 && Number(levels[place - 1]) > Number(level))) {
      throw wrong(name, "must not fall from one claim to the next", "R8");
    }
  },
};

const TRUMP_SOURCE: Knob = {
  field: { kind: "choice", values: ["upcard", "S", "H", "D", "C"] },
  rule: "R3",
  read(name, value) {
    if (value === "upcard") return value;
    try {
      if (typeof value === "string") return parseSuit(value);
    } catch {
      // said below, in the knob's words
    }
    throw wrong(name, `must be 'upcard' or a suit, not ${shownValue(value)}`);
  },
  check() {},
};

const FLAG: Knob = {
  field: { kind: "flag" },
  rule: "R1",
  read(name, value) {
    if (typeof value === "boolean") return value;
    throw wrong(name, `must be true or false, not ${shownValue(value)}`);
  },
  check() {},
};

/** Every knob by its name, in the order of the rules table. */
export const KNOBS: Readonly<Record<KnobName, Knob>> = {
  hand_sizes: SIZES,
  joker_upcard: choice("R4", "no_trump_exchange", "reflip", "no_trump_live"),
  trump_source: TRUMP_SOURCE,
  max_bid: choice("R7", "n_minus_1", "n"),
  side_total_cap: choice("R7", "none", "hand_size"),
  redeal_dealer: choice("R9", "next", "same"),
  break_on: choice("R12", "any_trump", "ruff_only", "never", "unrestricted"),
  board_lead_exemption: choice("R12", "claimant", "side", "anyone", "none"),
  big_led: choice("R13", "all_highest", "opponents_highest", "none"),
  little_led: choice("R13", "all_lowest", "opponents_lowest", "none"),
  trick_points: points("R15"),
  fail_points: points("R15"),
  board_points: points("R16"),
  board_levels: LEVELS,
  board_multiplier: choice("R16", "side_highest", "deal_highest"),
  rainbow_bonus: points("R15"),
  bloopers: FLAG,
};
export const KNOB_NAMES = Object.keys(KNOBS) as readonly KnobName[];
