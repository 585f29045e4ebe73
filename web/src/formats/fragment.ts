/**
 * The whole hand in an address: as entered so far, rules, bids, play with its variations and their names, and the
 * cursor, in what follows `#`; not which line was chosen where the cursor lies before it. The first digit is the
 * version of the form; the rest is one number (`mixed_radix.ts`).
 */
import { type Fault, fault } from "../errors.ts";
import type { Bid } from "../game/auction.ts";
import { type Card, cardAt, PACK, SEATS, type Seat, SUITS, type Trump } from "../game/cards.ts";
import { type Field, KNOB_NAMES, KNOBS } from "../game/knobs.ts";
import { knobsThatDiffer, PRESET_NAMES, PRESETS, type Rules } from "../game/rules.ts";
import { emptyHand } from "../state/hand.ts";
import type { Hand } from "../state/state.ts";
import { type Coder, fromLetters, Reader, toLetters, Writer } from "./mixed_radix.ts";
import { codeTree } from "./tree_code.ts";

const VERSION = "1";
/** No hand needs a longer one. */
export const MOST_LETTERS = 60_000;

/** The hand that a fragment holds, or why it holds none; neither where it is empty. */
export type ReadFragment =
  { readonly hand: Hand; readonly fault: null } | { readonly hand: null; readonly fault: Fault | null };

/** The hand as a fragment, without its `#`: letters and digits alone. */
export function handToFragment(hand: Hand): string {
  const writer = new Writer();
  codeHand(writer, hand);
  return VERSION + toLetters(writer.whole());
}

/** The hand in a fragment, with or without its `#`; what a chat put behind it is passed over. */
export function handFromFragment(fragment: string): ReadFragment {
  const text = fragment.replace(/^#/, "").replace(/[^0-9A-Za-z]+$/, "");
  if (!text) return { hand: null, fault: null };
  if (/^[2-9]/.test(text) && /^[0-9A-Za-z]+$/.test(text)) {
    const told = `the link is of version ${text.charAt(0)} of this page, which reads version ${VERSION}`;
    return { hand: null, fault: fault("", `${told}: open it where it was made`) };
  }
  const broken = fault("", "the link is broken: a part of it is missing, or was changed on its way");
  if (!text.startsWith(VERSION) || text.length > MOST_LETTERS) return { hand: null, fault: broken };
  const whole = fromLetters(text.slice(VERSION.length));
  if (whole === null) return { hand: null, fault: broken };
  try {
    const reader = new Reader(whole);
    const hand = codeHand(reader, emptyHand);
    return reader.done ? { hand, fault: null } : { hand: null, fault: broken };
  } catch (error) {
    if (error instanceof RangeError) return { hand: null, fault: broken };
    throw error;
  }
}

function codeHand(coder: Coder, hand: Hand): Hand {
  const rules = codeRules(coder, hand.rules);
  const hands = codeHands(coder, hand);
  const size = 1 + coder.code(hand.size - 1, 13);
  const trumps: (Trump | "unknown")[] = [...SUITS, null, "unknown"];
  const trump = one(coder, hand.trump, trumps);
  const upcard = one<Card | null>(coder, hand.upcard, [null, ...PACK]);
  const seats: (Seat | null)[] = [null, ...SEATS];
  const dealer = one(coder, hand.dealer, seats);
  const bids = codeBids(coder, hand.bids);
  const leader = one(coder, hand.leader, seats);
  const exempt = some(coder, hand.exempt);
  const bare: Hand = {
    hands,
    size,
    trump,
    upcard,
    dealer,
    rules,
    bids,
    leader,
    exempt,
    tree: hand.tree,
    cursor: hand.cursor,
  };
  return { ...bare, ...codeTree(coder, bare) };
}

function one<T>(coder: Coder, value: T, values: readonly T[]): T {
  return values[coder.code(Math.max(0, values.indexOf(value)), values.length)] as T;
}

function some(coder: Coder, seats: readonly Seat[]): Seat[] {
  if (!coder.code(Number(seats.length > 0), 2)) return [];
  return SEATS.filter((seat) => coder.code(Number(seats.includes(seat)), 2));
}

function codeBids(coder: Coder, bids: readonly Bid[]): Bid[] {
  const count = coder.code(Math.min(bids.length, 4), 5);
  const numbers: Bid[] = Array.from({ length: 14 }, (_, number) => number);
  return Array.from({ length: count }, (_, place) => one<Bid>(coder, bids[place] ?? 0, [...numbers, "board"]));
}

/** Who holds each card, as the number of that deal among all with hands of these sizes. */
function codeHands(coder: Coder, hand: Hand): Record<Seat, Card[]> {
  const owners = PACK.map((card) => (SEATS.findIndex((seat) => hand.hands[seat].includes(card)) + 5) % 5);
  const held = SEATS.map((_, place) => owners.filter((owner) => owner === place).length);
  const [first = 0] = held;
  const same = coder.code(Number(first <= 13 && held.every((size) => size === first)), 2);
  const sizes = same
    ? Array<number>(4).fill(coder.code(first, 14))
    : held.map((size) => coder.code(size, PACK.length + 1));
  if (sizes.reduce((sum, size) => sum + size, 0) > PACK.length) throw new RangeError("more cards than there are");
  const left = [...sizes, PACK.length - sizes.reduce((sum, size) => sum + size, 0)];
  const all = deals(left);
  const rank = coder.large(rankOf(owners, left, all), all);
  const hands: Record<Seat, Card[]> = { N: [], E: [], S: [], W: [] };
  ownersOf(rank, left, all).forEach((owner, index) => {
    const seat = SEATS[owner];
    if (seat) hands[seat].push(cardAt(index));
  });
  return hands;
}

/** In how many ways the pack may be dealt to owners who get so many cards each. */
function deals(sizes: readonly number[]): bigint {
  let [ways, dealt] = [1n, 0n];
  for (const size of sizes) {
    for (let card = 1n; card <= BigInt(size); card += 1n) {
      dealt += 1n;
      ways = (ways * dealt) / card;
    }
  }
  return ways;
}

function rankOf(owners: readonly number[], sizes: readonly number[], all: bigint): bigint {
  const left = [...sizes];
  let [rank, ways] = [0n, all];
  owners.forEach((owner, index) => {
    const cards = BigInt(PACK.length - index);
    for (let before = 0; before < owner; before += 1) rank += (ways * BigInt(left[before] ?? 0)) / cards;
    ways = (ways * BigInt(left[owner] ?? 0)) / cards;
    left[owner] = (left[owner] ?? 0) - 1;
  });
  return rank;
}

function ownersOf(rank: bigint, sizes: readonly number[], all: bigint): number[] {
  const left = [...sizes];
  let [rest, ways] = [rank, all];
  return PACK.map((_, index) => {
    const cards = BigInt(PACK.length - index);
    let owner = 0;
    for (; owner < left.length - 1; owner += 1) {
      const here = (ways * BigInt(left[owner] ?? 0)) / cards;
      if (rest < here) break;
      rest -= here;
    }
    ways = (ways * BigInt(left[owner] ?? 0)) / cards;
    left[owner] = (left[owner] ?? 0) - 1;
    return owner;
  });
}

/** A preset, or the one that is nearest with the knobs that differ. */
function codeRules(coder: Coder, rules: Rules): Rules {
  const nearest = PRESET_NAMES.map((name) => Object.keys(knobsThatDiffer(rules, PRESETS[name])).length);
  const place = coder.code(nearest.indexOf(Math.min(...nearest)), PRESET_NAMES.length);
  const base = PRESETS[PRESET_NAMES[place] ?? "standard"];
  const changed = knobsThatDiffer(rules, base);
  if (!coder.code(Number(Object.keys(changed).length > 0), 2)) return base;
  const own: Record<string, unknown> = { ...base };
  for (const name of KNOB_NAMES) {
    if (coder.code(Number(Object.hasOwn(changed, name)), 2))
      own[name] = codeKnob(coder, KNOBS[name].field, rules[name]);
  }
  return own as unknown as Rules;
}

function codeKnob(coder: Coder, field: Field, value: unknown): unknown {
  switch (field.kind) {
    case "choice":
      return one(coder, String(value), field.values);
    case "flag":
      return coder.code(Number(value === true), 2) === 1;
    case "number":
      return field.low + coder.code(Number(value) - field.low || 0, field.high - field.low + 1);
    case "numbers": {
      const list = Array.isArray(value) ? value.map(Number) : [];
      const count = coder.code(list.length, field.most + 1);
      const radix = field.high - field.low + 1;
      return Array.from(
        { length: count },
        (_, index) => field.low + coder.code((list[index] ?? field.low) - field.low, radix),
      );
    }
  }
}
