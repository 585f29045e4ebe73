// What any solver answers, in the browser or beside it: exact tricks with best play by all four, as POST /v1/solve.
import type { CardCode, Dealt, Position, Seat, Side } from "./position.ts";

/** Tricks of the whole deal by side; together as many as cards in a hand. */
export type Tricks = Readonly<Record<Side, number>>;

export interface TrickTable {
  /** Tricks by first leader, nobody in board. */
  readonly tricks: Readonly<Record<Seat, Tricks>>;
  /** Tricks by lone board claimant, who leads (R10); empty under rules without boards. */
  readonly board: Readonly<Partial<Record<Seat, Tricks>>>;
  /** The most each side takes over all of these. */
  readonly max_tricks: Tricks;
  readonly nodes: number;
  readonly ms: number;
}

export interface CardValues {
  /** Who plays next; null when the play is over. */
  readonly turn: Seat | null;
  /** Final tricks of the whole deal after each legal card, taken ones included. */
  readonly cards: Readonly<Partial<Record<CardCode, Tricks>>>;
  /** The legal cards that lose nothing. */
  readonly best: readonly CardCode[];
  /** One continuation to the end that is best for all. */
  readonly line: readonly CardCode[];
  /** Final tricks with best play. */
  readonly tricks: Tricks;
  /** Positions searched. */
  readonly nodes: number;
  /** Milliseconds of search. */
  readonly ms: number;
}

export interface Asking {
  /** Ends the question; its promise rejects with Unsolved of kind "cancelled". */
  readonly signal?: AbortSignal | undefined;
}

export interface AskingEvery extends Asking {
  /** Told of each position as soon as it is known: `played` cards of the record lie before it. */
  readonly known?: ((played: number, values: CardValues) => void) | undefined;
}

/** Every promise rejects with Unsolved, and with nothing else. */
export interface Solver {
  /** Where it solves, for the page to say. */
  readonly kind: "here" | "service";
  /** The tricks of a deal by first leader and by lone claimant. */
  table(deal: Dealt, asking?: Asking): Promise<TrickTable>;
  /** The value of each card that may be played next. */
  cards(position: Position, asking?: Asking): Promise<CardValues>;
  /**
   * The values before each card of `position.play` and after the last: one more than cards played.
   * Solved from the last position back, which costs little more than the first alone.
   */
  every(position: Position, asking?: AskingEvery): Promise<readonly CardValues[]>;
  /** Ends all questions and frees the workers; nothing may be asked afterwards. */
  close(): void;
}

/**
 * Why there is no answer.  `cancelled`: by its signal or by close.  `refused`: the position cannot be, or a card was
 * illegal.  `trapped`: the search failed; the next question is asked afresh.  `unreachable`: the service did not
 * answer.  `busy`: the service has too much to do or found no answer in its time.  `unsupported`: neither wasm nor a
 * service is there.
 */
export type UnsolvedKind = "cancelled" | "refused" | "trapped" | "unreachable" | "busy" | "unsupported";

export class Unsolved extends Error {
  override readonly name = "Unsolved";
  readonly kind: UnsolvedKind;

  constructor(kind: UnsolvedKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
