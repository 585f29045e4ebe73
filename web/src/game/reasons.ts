/** Why a card may not be played, as words with places to fill in: the sentences of `solver/game/play.py` as data. */
import { type Fault, fault } from "../errors.ts";

/** Each reason with its sentence and its rule; a translation has the same keys. */
export const REASONS = {
  over: ["{card} is one card too many: the play is over", "R14"],
  not_held: ["{seat} is to play and does not hold {card}", "R11"],
  not_broken: ["{seat} may not lead the trump {card}: trump is not broken", "R12"],
  highest_on_blooper: ["{seat} must play the highest trump {only} on a led {led}, not {card}", "R13"],
  lowest_on_blooper: ["{seat} must play the lowest trump {only} on a led {led}, not {card}", "R13"],
  follow_with: ["{seat} must follow {suit} with {only}, not {card}", "R11"],
  follow: ["{seat} must follow {suit} and may not play {card}", "R11"],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export type ReasonKey = keyof typeof REASONS;
export type ReasonArguments = Readonly<Partial<Record<"seat" | "card" | "only" | "led" | "suit", string>>>;

/** Why a card may not be played now: the key of the sentence, what fills it in, and the fault in English. */
export interface Reason {
  readonly key: ReasonKey;
  readonly filled: ReasonArguments;
  readonly rule: string;
  readonly fault: Fault;
}

/** The sentence with its places filled in. */
export function fill(sentence: string, filled: ReasonArguments): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => filled[name as keyof ReasonArguments] ?? "");
}

export function reason(key: ReasonKey, filled: ReasonArguments, pointer = ""): Reason {
  const [sentence, rule] = REASONS[key];
  return { key, filled, rule, fault: fault(pointer, fill(sentence, filled), rule) };
}
