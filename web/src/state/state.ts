/**
 * The whole state of the page, and every action that changes it. `reducer.ts` is the one place that does.
 *
 * What a person made (`hand`: entry, bids, tree of play, cursor) is one immutable value, so that undo keeps the ones
 * before; what the solver answered and what the page looks like is beside it and not undone.
 */
import type { Fault } from "../errors.ts";
import type { Bid } from "../game/auction.ts";
import type { Card, Hands, Seat, Suit, Trump } from "../game/cards.ts";
import type { Rules } from "../game/rules.ts";

/** The number of a node of the play; 0 is the root, before the first card. */
export type NodeId = number;

/** A card played, with what was played after it; the first child goes on with the line, others are variations. */
export interface PlayNode {
  readonly id: NodeId;
  /** Null at the root alone. */
  readonly card: Card | null;
  readonly parent: NodeId | null;
  readonly children: readonly NodeId[];
  /** What a person called the variation that begins here; "" is not named. */
  readonly name: string;
}

/** All that was played: the game is the root and first children all the way. */
export interface Tree {
  readonly nodes: Readonly<Record<NodeId, PlayNode>>;
  /** The number of the next node. */
  readonly next: NodeId;
}

/** A hand as a person enters it, cards missing and all. */
export interface Hand {
  /** As dealt, cards played included; any number of cards so far. */
  readonly hands: Hands;
  /** Cards a hand that are aimed at, 1 to 13. */
  readonly size: number;
  /** "unknown" until told by a person or an upcard. */
  readonly trump: Trump | "unknown";
  readonly upcard: Card | null;
  readonly dealer: Seat | null;
  readonly rules: Rules;
  /** In bidding order. */
  readonly bids: readonly Bid[];
  /** Who leads where the bids do not tell; null lets them tell. */
  readonly leader: Seat | null;
  /** Who may lead trumps at any time where the bids do not tell (R12 a). */
  readonly exempt: readonly Seat[];
  readonly tree: Tree;
  readonly cursor: NodeId;
  /** A node of the line that was chosen, where the cursor lies before it; absent, first children go on (`line.ts`). */
  readonly line?: NodeId;
}

/** NS tricks of the whole deal after each legal card, with best play from there. */
export type CardValues = Readonly<Partial<Record<Card, number>>>;

/** Where the next card goes that is tapped or typed. */
export interface Focus {
  readonly seat: Seat;
  readonly suit: Suit;
}

/** One record of a text or file. */
export interface ReadRecord {
  /** "line 7, board 3", "" where pointers alone say it. */
  readonly place: string;
  readonly board: string;
  /** Null where it could not be read at all. */
  readonly hand: Hand | null;
  /** What is wrong, in the engine's words; with a hand, as far as it could be read. */
  readonly faults: readonly Fault[];
  /** What a record of bridge tells beside the deal, as names of players and the result; "" for none. */
  readonly title: string;
}

export interface RecordList {
  readonly name: string;
  readonly records: readonly ReadRecord[];
  readonly selected: number | null;
  /** What of the text was not read, as it is more than the page takes. */
  readonly cut: Fault | null;
}

/** Costs of a whole record, once the solver has looked: tricks, and points where bids tell them. */
export interface RecordCost {
  readonly card: Card | null;
  readonly lossTricks: number;
  readonly lossPoints: number | null;
  readonly ns: number | null;
}

export interface Settings {
  readonly units: "tricks" | "points";
  readonly suits: "four" | "two";
  readonly theme: "auto" | "light" | "dark";
  /** Values also told by sign and pattern, for who does not see the colours apart. */
  readonly colourSafe: boolean;
  readonly showValues: boolean;
  /** Whether single letters are keys, which gets into the way of who speaks to the page. */
  readonly letterKeys: boolean;
  readonly language: string;
}

export type View = "enter" | "play" | "review" | "quiz";

export interface State {
  readonly hand: Hand;
  readonly past: readonly Hand[];
  readonly future: readonly Hand[];
  readonly focus: Focus;
  /** Whether a person has said how many cards a hand has. */
  readonly sized: boolean;
  /** Why the last text or link could not be read; what was there before stays. */
  readonly faults: readonly Fault[];
  readonly list: RecordList | null;
  readonly costs: Readonly<Record<number, RecordCost>>;
  /** What the solver has answered, by `positionKey`. */
  readonly values: Readonly<Record<string, CardValues>>;
  readonly settings: Settings;
  readonly view: View;
}

export type StepTo = "start" | "end" | "next" | "previous" | "trick" | "previousTrick" | "mistake" | "previousMistake";

export type Action =
  // Entry
  | { readonly type: "place"; readonly card: Card; readonly seat?: Seat }
  | { readonly type: "remove"; readonly card: Card }
  | { readonly type: "setHand"; readonly seat: Seat; readonly cards: readonly Card[] }
  | { readonly type: "focus"; readonly focus: Focus }
  | { readonly type: "size"; readonly size: number }
  | { readonly type: "trump"; readonly trump: Trump | "unknown" }
  | { readonly type: "upcard"; readonly card: Card | null }
  | { readonly type: "dealer"; readonly seat: Seat | null }
  | { readonly type: "rules"; readonly rules: Rules }
  | { readonly type: "leader"; readonly seat: Seat | null }
  | { readonly type: "exempt"; readonly seats: readonly Seat[] }
  | { readonly type: "clear"; readonly what: "all" | "play" | "bids" }
  | { readonly type: "load"; readonly hand: Hand; readonly view?: View }
  // Bids
  | { readonly type: "bid"; readonly bid: Bid }
  | { readonly type: "bids"; readonly bids: readonly Bid[] }
  | { readonly type: "unbid" }
  // Play
  | { readonly type: "play"; readonly card: Card }
  | { readonly type: "playLine"; readonly cards: readonly Card[] }
  | { readonly type: "best" }
  | { readonly type: "step"; readonly to: StepTo }
  | { readonly type: "go"; readonly node: NodeId; /** Leaves the shown line for the node's own. */ readonly choose?: true }
  | { readonly type: "name"; readonly node: NodeId; readonly name: string }
  | { readonly type: "delete"; readonly node: NodeId }
  | { readonly type: "promote"; readonly node: NodeId }
  // Texts and files
  | {
      readonly type: "records";
      readonly name: string;
      readonly records: readonly ReadRecord[];
      readonly cut: Fault | null;
    }
  | { readonly type: "select"; readonly index: number }
  | { readonly type: "cost"; readonly index: number; readonly cost: RecordCost }
  | { readonly type: "closeList" }
  | { readonly type: "faults"; readonly faults: readonly Fault[] }
  // The solver
  | { readonly type: "values"; readonly key: string; readonly values: CardValues }
  // The page
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "settings"; readonly settings: Partial<Settings> }
  | { readonly type: "view"; readonly view: View };
