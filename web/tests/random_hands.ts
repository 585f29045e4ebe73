/** Random hands as people enter them: whole and partial, all rules, bids, plays with variations, names and cursors. */
import { auctionOf, type Bid, legalBids } from "../src/game/auction.ts";
import { type Card, cardAt, SEATS } from "../src/game/cards.ts";
import { dealHands } from "../src/game/dealing.ts";
import { KNOB_NAMES, KNOBS } from "../src/game/knobs.ts";
import { legalCards } from "../src/game/play.ts";
import { PRESET_NAMES, PRESETS, type Rules, rulesFrom } from "../src/game/rules.ts";
import { handOfDeal } from "../src/state/hand.ts";
import { reduce, firstState } from "../src/state/reducer.ts";
import { positionAt } from "../src/state/selectors.ts";
import type { Hand, State } from "../src/state/state.ts";
import { generator } from "./vectors.ts";

export type Pick = (limit: number) => number;

export function choose<T>(pick: Pick, items: readonly T[]): T {
  const item = items[pick(items.length)];
  if (item === undefined) throw new RangeError("nothing to choose from");
  return item;
}

export function randomRules(pick: Pick): Rules {
  const base = choose(pick, PRESET_NAMES);
  if (pick(2)) return PRESETS[base];
  const value: Record<string, unknown> = { preset: base };
  for (const name of KNOB_NAMES) {
    if (pick(4)) continue;
    const { field } = KNOBS[name];
    if (field.kind === "choice") value[name] = choose(pick, field.values);
    else if (field.kind === "flag") value[name] = pick(2) === 1;
    else if (field.kind === "number") value[name] = field.low + pick(field.high - field.low + 1);
    else {
      const list = Array.from({ length: 1 + pick(Math.min(field.most, 30)) }, () => field.low + pick(field.high));
      value[name] = name === "board_levels" ? list.slice(0, 4).sort((a, b) => a - b) : list;
    }
  }
  return rulesFrom(value);
}

function randomBids(pick: Pick, hand: Hand, cards: number): Hand {
  let auction = auctionOf(hand.dealer ?? "N", cards, hand.rules);
  const bids: Bid[] = [];
  for (let count = choose(pick, [0, 0, 1, 3, 4, 4, 4, 4]); count > 0; count -= 1) {
    bids.push(choose(pick, legalBids(auction)));
    auction = { ...auction, bids };
  }
  return { ...hand, bids };
}

function played(pick: Pick, state: State, count: number): State {
  let now = state;
  for (let left = count; left > 0; left -= 1) {
    const position = positionAt(now.hand);
    const legal = position ? legalCards(position) : [];
    if (!legal.length) break;
    now = reduce(now, { type: "play", card: choose(pick, legal) });
  }
  return now;
}

/** A hand of a seed, the same on every run. */
export function randomHand(seed: number): Hand {
  const pick = generator(seed);
  const rules = randomRules(pick);
  const cards = pick(3) ? 1 + pick(13) : 13;
  const whole = handOfDeal(dealHands(cards, rules, seed));
  if (pick(4) === 0) return partial(pick, whole);
  let state = firstState(randomBids(pick, whole, cards));
  if (pick(3) === 0) state = reduce(state, { type: "leader", seat: choose(pick, SEATS) });
  if (pick(4) === 0) state = reduce(state, { type: "exempt", seats: SEATS.filter(() => pick(2)) });
  state = played(pick, state, pick(2) ? 4 * cards : pick(4 * cards));
  for (let variations = pick(3) ? 0 : pick(5); variations > 0; variations -= 1) {
    const ids = Object.keys(state.hand.tree.nodes).map(Number);
    state = played(pick, reduce(state, { type: "go", node: choose(pick, ids) }), 1 + pick(6));
    const name = choose(pick, ["", "", "hold up", "♥ first, then the board", "Ağ", "ลอง"]);
    state = reduce(state, { type: "name", node: state.hand.cursor, name });
  }
  return reduce(state, { type: "go", node: choose(pick, Object.keys(state.hand.tree.nodes).map(Number)) }).hand;
}

function partial(pick: Pick, whole: Hand): Hand {
  const hands = Object.fromEntries(SEATS.map((seat) => [seat, whole.hands[seat].filter(() => pick(3))]));
  return {
    ...whole,
    hands: hands as unknown as Record<(typeof SEATS)[number], Card[]>,
    size: 1 + pick(13),
    trump: choose(pick, ["S", "H", "D", "C", null, "unknown"]),
    upcard: pick(2) ? cardAt(pick(54)) : null,
    dealer: choose(pick, [null, ...SEATS]),
  };
}
