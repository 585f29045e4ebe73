/** Bids as words of a line or a tag, in bidding order; a board may say its level: `double`, `2B`, `double board`. */
import { BackAlleyError, failure, shorten } from "../errors.ts";
import { biddingOrder } from "../game/auction.ts";
import { parseSeat, type Seat } from "../game/cards.ts";
import { length, split } from "../text.ts";

const LEVELS = ["SINGLE", "DOUBLE", "TRIPLE", "QUADRUPLE"];
const ORDINALS = ["first", "second", "third", "fourth"];
const BOARD = `(?:([1-4])[ -]?B(?:OARD)?|(${LEVELS.join("|")})(?:[ -]?BOARD)?)`;
const WHOLE_BOARD = new RegExp(`^${BOARD}$`);
/** A word of a deal line that is a bid. */
export const BID_WORD = new RegExp(`^(?:[0-9]+|[PB]|PASS|BOARD|${BOARD})$`, "i");

/** Which board of the deal, 1 to 4, the bid says it is; null where it says no such thing. */
export function boardNumberTold(value: unknown): number | null {
  if (typeof value !== "string" || length(value) > 20) return null;
  const match = WHOLE_BOARD.exec(split(value.toUpperCase()).join(" "));
  if (!match) return null;
  return match[1] ? Number(match[1]) : LEVELS.indexOf(match[2] ?? "") + 1;
}

/** Why a bid that says it is board `told` cannot be the `place`-th board of its deal. */
export function wrongBoardNumber(value: unknown, told: number, place: number): string {
  const right = place === 1 ? "board" : `${LEVELS[place - 1]?.toLowerCase()} or board`;
  const [said, now] = [ORDINALS[told - 1], ORDINALS[place - 1]];
  return `'${String(value)}' is the ${said} claim of board in a deal, and this is the ${now}: bid ${right}`;
}

/** The seat that a word of a line or tag names; the error points to where it stands. */
export function seatNamed(word: string, pointer: string): Seat {
  try {
    return parseSeat(shorten(word, 20));
  } catch (error) {
    if (error instanceof BackAlleyError) throw failure("deal", error.message, "R1", pointer);
    throw error;
  }
}

/** The words of bids by seat, from the dealer's left on. */
export function bidsInOrder(words: readonly string[], dealer: Seat | null): Record<string, string> {
  const bids = joinedBoards(words);
  if (bids.length > 4) throw failure("deal", "more than four bids: each seat bids once", "R6", "/bids");
  if (dealer === null) throw failure("deal", "bids need the dealer, who fixes their order", "R6", "/dealer");
  const order = biddingOrder(dealer);
  return Object.fromEntries(bids.map((bid, place) => [order[place], bid]));
}

function joinedBoards(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (word.toUpperCase() === "BOARD" && last !== undefined && LEVELS.includes(last.toUpperCase())) {
      joined[joined.length - 1] = `${last} ${word}`;
    } else joined.push(word);
  }
  if (words.length === 4 && joined.length < 4) {
    throw failure("deal", "'double board' may be one bid here or two: write double or 2B", "R8", "/bids");
  }
  return joined;
}
