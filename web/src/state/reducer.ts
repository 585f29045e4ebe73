/** The one place where the page's state changes: from a state and an action to the next state, and nothing else. */
import { bidFaults } from "../game/deal.ts";
import { type Card, holderOf, indexOf, isTrump, sideOf } from "../game/cards.ts";
import { fault } from "../errors.ts";
import { isFinished, turn, whyIllegal } from "../game/play.ts";
import { cleared, placed, removed, withHand, withRules, withSize, withTrump, withUpcard } from "./entry.ts";
import { emptyHand, equalSize, isWhole, leaderOf } from "./hand.ts";
import { lineEnd, movedTo, onLineOf } from "./line.ts";
import { bestOf, reviewLine } from "./review.ts";
import { positionAt, valuesAt } from "./selectors.ts";
import type { Action, Hand, Settings, State, StepTo } from "./state.ts";
import { cardsTo, named, pathTo, promoted, ROOT, variationOf, withCard, withoutNode } from "./tree.ts";

export const DEFAULT_SETTINGS: Settings = {
  // Without bids the page shows tricks all the same.
  units: "points",
  suits: "four",
  theme: "auto",
  colourSafe: false,
  letterKeys: true,
  showValues: true,
  language: "en",
};
/** Answers of the solver that are kept. */
export const MOST_VALUES = 4000;

/** The state of a page that has just been opened. */
export function firstState(hand: Hand = emptyHand, settings: Settings = DEFAULT_SETTINGS): State {
  return {
    hand,
    past: [],
    future: [],
    focus: { seat: "N", suit: "S" },
    sized: false,
    faults: [],
    list: null,
    costs: {},
    values: {},
    settings,
    view: isWhole(hand) ? "play" : "enter",
  };
}

/** The state after an action; the same one where the action changes nothing. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "place":
      return afterPlacing(state, action.card, action.seat ?? state.focus.seat);
    case "remove":
      return edited(state, removed(state.hand, action.card));
    case "setHand":
      return edited(state, withHand(state.hand, action.seat, action.cards));
    case "focus":
      return { ...state, focus: action.focus };
    case "size":
      return { ...edited(state, withSize(state.hand, action.size)), sized: true };
    case "trump":
      return edited(state, withTrump(state.hand, action.trump));
    case "upcard":
      return edited(state, withUpcard(state.hand, action.card));
    case "dealer":
      return edited(state, { ...state.hand, dealer: action.seat, bids: action.seat ? state.hand.bids : [] });
    case "rules":
      return edited(state, withRules(state.hand, action.rules));
    case "leader":
      return edited(state, { ...state.hand, leader: action.seat });
    case "exempt":
      return edited(state, { ...state.hand, exempt: action.seats });
    case "clear":
      if (action.what !== "all") return edited(state, cleared(state.hand, action.what));
      return { ...edited(state, { ...emptyHand, rules: state.hand.rules }), sized: false };
    case "load":
      return { ...edited(state, action.hand), sized: false, view: action.view ?? state.view };
    case "bid":
      return withBids(state, [...state.hand.bids, action.bid]);
    case "bids":
      return withBids(state, action.bids);
    case "unbid":
      return edited(state, { ...state.hand, bids: state.hand.bids.slice(0, -1) });
    case "play":
      return played(state, [action.card]);
    case "playLine":
      return played(state, action.cards);
    case "best": {
      const card = bestCard(state);
      return card === null ? state : played(state, [card]);
    }
    case "step":
      return moved(state, stepped(state, action.to));
    case "go":
      if (!state.hand.tree.nodes[action.node]) return state;
      return action.choose
        ? { ...state, hand: onLineOf(state.hand, action.node), faults: [] }
        : moved(state, action.node);
    case "name":
    case "delete":
    case "promote":
      return state.hand.tree.nodes[action.node] ? edited(state, replanted(state.hand, action)) : state;
    case "records":
      return {
        ...state,
        list: { name: action.name, records: action.records, selected: null, cut: action.cut },
        costs: {},
        faults: [],
      };
    case "select":
      return selected(state, action.index);
    case "cost":
      return state.list ? { ...state, costs: { ...state.costs, [action.index]: action.cost } } : state;
    case "closeList":
      return { ...state, list: null, costs: {} };
    case "faults":
      return { ...state, faults: action.faults };
    case "values":
      return { ...state, values: kept(state, action.key, action.values) };
    case "undo": {
      const before = state.past.at(-1);
      if (!before) return state;
      return {
        ...state,
        hand: before,
        past: state.past.slice(0, -1),
        future: [state.hand, ...state.future],
        sized: false,
        faults: [],
      };
    }
    case "redo": {
      const [next, ...future] = state.future;
      if (!next) return state;
      return { ...state, hand: next, past: [...state.past, state.hand], future, sized: false, faults: [] };
    }
    case "settings":
      return { ...state, settings: { ...state.settings, ...action.settings } };
    case "view":
      return { ...state, view: action.view };
  }
}

/** Another hand, the one before kept for undo. */
function edited(state: State, hand: Hand): State {
  if (hand === state.hand) return state.faults.length ? { ...state, faults: [] } : state;
  return { ...state, hand, past: [...state.past, state.hand], future: [], faults: [] };
}

/** Another cursor, which is nothing to undo. */
function moved(state: State, cursor: Hand["cursor"]): State {
  return cursor === state.hand.cursor ? state : { ...state, hand: movedTo(state.hand, cursor), faults: [] };
}

/** The card placed, and the focus on the next seat that lacks cards where this one is full. */
function afterPlacing(state: State, card: Card, seat: typeof state.focus.seat): State {
  const { hand } = state;
  if (hand.hands[seat].length >= 13 && !hand.hands[seat].includes(card)) {
    return { ...state, faults: [fault(`/hands/${seat}`, "a hand has at most 13 cards", "R2")] };
  }
  const next = edited(state, placed(hand, card, seat));
  if (next.hand.hands[seat].length < next.hand.size) return next;
  const order = ["N", "E", "S", "W"] as const;
  const start = order.indexOf(seat);
  const short = [1, 2, 3]
    .map((steps) => order[(start + steps) % 4] ?? seat)
    .find((other) => next.hand.hands[other].length < next.hand.size);
  return short ? { ...next, focus: { seat: short, suit: "S" } } : next;
}

function withBids(state: State, bids: Hand["bids"]): State {
  const { hand } = state;
  const faults = bidFaults({
    hands: hand.hands,
    trump: null,
    upcard: null,
    dealer: hand.dealer,
    bids,
    play: [],
    rules: hand.rules,
    cards: equalSize(hand) || hand.size,
  });
  return faults.length ? { ...state, faults } : edited(state, { ...hand, bids });
}

/** The cards played at the cursor, each checked; the first that may not be ends it with its reason. */
function played(state: State, cards: readonly Card[]): State {
  let { hand } = state;
  for (const card of cards) {
    if (leaderOf(hand) === null && hand.cursor === ROOT) hand = { ...hand, leader: holderOf(hand.hands, card) };
    const position = positionAt(hand);
    if (position === null) {
      const why = fault("/play", "nobody leads: give a leader, or bids not all pass", "R10");
      return { ...state, faults: [why] };
    }
    const why = whyIllegal(position, card);
    if (why) return { ...state, faults: [why.fault] };
    const [tree, cursor] = withCard(hand.tree, hand.cursor, card);
    hand = movedTo({ ...hand, tree }, cursor);
  }
  // To go on along a line that is there is a step, and nothing to undo.
  return hand.tree === state.hand.tree && hand.leader === state.hand.leader
    ? moved(state, hand.cursor)
    : edited(state, hand);
}

/** The best card at the cursor: the line's own where it is one, else the lowest, trumps last; null if not known. */
export function bestCard(state: State): Card | null {
  const position = positionAt(state.hand);
  const values = valuesAt(state);
  if (!position || !values || isFinished(position)) return null;
  const best = bestOf(values, sideOf(turn(position)));
  const good = (Object.keys(values) as Card[]).filter((card) => values[card] === best);
  const { tree, cursor } = state.hand;
  const own = cardsTo(tree, lineEnd(state.hand))[pathTo(tree, cursor).length] ?? null;
  if (own !== null && good.includes(own)) return own;
  const worth = (card: Card) => (isTrump(card, position.trump) ? 100 + indexOf(card) : indexOf(card) % 13);
  return good.sort((a, b) => worth(a) - worth(b))[0] ?? null;
}

function stepped(state: State, to: StepTo): Hand["cursor"] {
  const { tree, cursor } = state.hand;
  const nodes = pathTo(tree, lineEnd(state.hand));
  const place = pathTo(tree, cursor).length;
  const node = (cards: number) => (cards <= 0 ? ROOT : (nodes[Math.min(cards, nodes.length) - 1] ?? ROOT));
  switch (to) {
    case "start":
      return ROOT;
    case "end":
      return lineEnd(state.hand);
    case "next":
      return node(place + 1);
    case "previous":
      return node(place - 1);
    case "trick":
      return node(Math.floor(place / 4) * 4 + 4);
    case "previousTrick":
      return node(Math.ceil(place / 4) * 4 - 4);
    case "mistake":
    case "previousMistake": {
      const costly = reviewLine(state).flatMap((review, index) => (review?.lossTricks ? [index + 1] : []));
      const places =
        to === "mistake" ? costly.filter((each) => each > place) : costly.filter((each) => each < place).reverse();
      return places[0] === undefined ? cursor : node(places[0]);
    }
  }
}

function replanted(hand: Hand, action: Extract<Action, { type: "name" | "delete" | "promote" }>): Hand {
  if (action.type === "name") {
    const head = variationOf(hand.tree, action.node);
    return head === null ? hand : { ...hand, tree: named(hand.tree, head, action.name) };
  }
  if (action.type === "promote") return { ...hand, tree: promoted(hand.tree, action.node) };
  const [tree, cursor] = withoutNode(hand.tree, action.node, hand.cursor);
  return { ...hand, tree, cursor };
}

function selected(state: State, index: number): State {
  const record = state.list?.records[index];
  if (!state.list || !record) return state;
  const list = { ...state.list, selected: index };
  if (record.hand === null) return { ...state, list, faults: record.faults };
  return { ...edited(state, record.hand), sized: false, list, faults: record.faults, view: isWhole(record.hand) ? "play" : "enter" };
}

/** The answers with one more; the oldest go where there are too many. */
function kept(state: State, key: string, values: State["values"][string]): State["values"] {
  const all = { ...state.values, [key]: values };
  const keys = Object.keys(all);
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_VALUES))) delete all[old];
  return all;
}
