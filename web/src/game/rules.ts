/**
 * The house rules (docs/rules.md, R1 to R18): one table's rules as its JSON has them, and the presets by name.
 * What a knob may hold and what its values mean stands in `knobs.ts`.
 */
import { BackAlleyError, failure, fault, jsonPointer } from "../errors.ts";
import type { Suit } from "./cards.ts";
import { KNOBS, KNOB_NAMES, shownValue } from "./knobs.ts";

export type JokerUpcard = "no_trump_exchange" | "reflip" | "no_trump_live";
export type MaxBid = "n_minus_1" | "n";
export type SideTotalCap = "none" | "hand_size";
export type RedealDealer = "next" | "same";
export type BreakOn = "any_trump" | "ruff_only" | "never" | "unrestricted";
export type BoardExemption = "claimant" | "side" | "anyone" | "none";
export type BigLed = "all_highest" | "opponents_highest" | "none";
export type LittleLed = "all_lowest" | "opponents_lowest" | "none";
export type BoardMultiplier = "side_highest" | "deal_highest";

/** One table's rules; sizes are cards a hand, points are score points; no `board_levels` mean no boards. */
export interface Rules {
  readonly hand_sizes: readonly number[];
  readonly joker_upcard: JokerUpcard;
  readonly trump_source: "upcard" | Suit;
  readonly max_bid: MaxBid;
  readonly side_total_cap: SideTotalCap;
  readonly redeal_dealer: RedealDealer;
  readonly break_on: BreakOn;
  readonly board_lead_exemption: BoardExemption;
  readonly big_led: BigLed;
  readonly little_led: LittleLed;
  readonly trick_points: number;
  readonly fail_points: number;
  readonly board_points: number;
  readonly board_levels: readonly number[];
  readonly board_multiplier: BoardMultiplier;
  readonly rainbow_bonus: number;
  readonly bloopers: boolean;
}
export type KnobName = keyof Rules;
export type PresetName = "standard" | "bab_online" | "spades_26" | "seven_card" | "whist";
/** A preset's name, or the knobs that differ from one. */
export type RulesValue = string | Readonly<Record<string, unknown>>;

function run(from: number, to: number): number[] {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, place) => from + step * place);
}

export const STANDARD: Rules = {
  hand_sizes: [...run(13, 1), ...run(2, 13)],
  joker_upcard: "no_trump_exchange",
  trump_source: "upcard",
  max_bid: "n_minus_1",
  side_total_cap: "none",
  redeal_dealer: "next",
  break_on: "any_trump",
  board_lead_exemption: "claimant",
  big_led: "all_highest",
  little_led: "all_lowest",
  trick_points: 5,
  fail_points: 5,
  board_points: 10,
  board_levels: [1, 2, 3, 4],
  board_multiplier: "side_highest",
  rainbow_bonus: 0,
  bloopers: true,
};

export const PRESETS: Readonly<Record<PresetName, Rules>> = {
  standard: STANDARD,
  bab_online: {
    ...STANDARD,
    hand_sizes: [12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13],
    joker_upcard: "no_trump_live",
    max_bid: "n",
    side_total_cap: "hand_size",
    redeal_dealer: "same",
    board_lead_exemption: "none",
    big_led: "opponents_highest",
    little_led: "none",
    trick_points: 10,
    fail_points: 10,
    board_points: 20,
    board_levels: [1, 2, 4, 8],
    rainbow_bonus: 10,
  },
  spades_26: { ...STANDARD, hand_sizes: [...run(13, 1), ...run(1, 13)], trump_source: "S" },
  seven_card: { ...STANDARD, hand_sizes: [...run(7, 1), ...run(1, 7)], joker_upcard: "reflip" },
  whist: { ...STANDARD, break_on: "unrestricted", big_led: "none", little_led: "none", bloopers: false },
};
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name);
}

export function preset(name: string): Rules {
  if (isPreset(name)) return PRESETS[name];
  throw failure("rules", `${shownValue(name)} is no preset of rules: use ${PRESET_NAMES.join(", ")}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A preset's name, or knobs with an optional `preset` to start from; a BackAlleyError points to the knob. */
export function rulesFrom(value: unknown): Rules {
  if (typeof value === "string") return preset(value);
  if (!isObject(value)) throw failure("rules", "rules must be a preset's name or an object of knobs");
  const start = Object.hasOwn(value, "preset") ? value["preset"] : "standard";
  if (typeof start !== "string") throw failure("rules", "preset must be a name", null, "/preset");
  const changes: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    if (name === "preset") continue;
    if (!isKnob(name)) {
      throw new BackAlleyError("rules", [
        fault(jsonPointer(name), `${shownValue(name)} is no knob: use ${KNOB_NAMES.join(", ")}`),
      ]);
    }
    changes[name] = KNOBS[name].read(name, given);
  }
  const rules = { ...preset(start), ...changes } as Rules;
  for (const name of KNOB_NAMES) KNOBS[name].check(name, rules[name]);
  return rules;
}

function isKnob(name: string): name is KnobName {
  return Object.hasOwn(KNOBS, name);
}

function plain(name: KnobName, value: unknown): unknown {
  return name === "board_levels" && Array.isArray(value) && value.length === 0 ? "none" : value;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The knobs in which the rules differ from these, as JSON. */
export function knobsThatDiffer(rules: Rules, from: Rules): Record<string, unknown> {
  const names = KNOB_NAMES.filter((name) => !same(rules[name], from[name]));
  return Object.fromEntries(names.map((name) => [name, plain(name, rules[name])]));
}

export function sameRules(a: Rules, b: Rules): boolean {
  return a === b || KNOB_NAMES.every((name) => same(a[name], b[name]));
}

/** The preset that the rules are, if they are one. */
export function presetOf(rules: Rules): PresetName | null {
  return PRESET_NAMES.find((name) => sameRules(PRESETS[name], rules)) ?? null;
}

/** The preset's name where the rules are one, else the knobs that differ from `standard`. */
export function rulesValue(rules: Rules): string | Record<string, unknown> {
  return presetOf(rules) ?? knobsThatDiffer(rules, STANDARD);
}

/** The highest number a seat may bid with so many cards in hand; 0 leaves pass and board (R7). */
export function topBid(rules: Rules, cards: number): number {
  return rules.max_bid === "n" ? cards : cards - 1;
}
