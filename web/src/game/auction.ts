/** The bidding: what each seat may bid, who leads, and what the two sides must make (R6 to R10, R12 a). */
import { BackAlleyError, failure, fault, jsonPointer, shorten } from "../errors.ts";
import { after, type BySide, bySide, clockwise, partner, SEATS, type Seat, type Side, sideOf, upper } from "./cards.ts";
import { type Rules, topBid } from "./rules.ts";

/** 0 for pass, a number of tricks, or board, as in JSON. */
export type Bid = number | "board";

const LEVEL_NAMES = ["", "board", "double board", "triple board", "quadruple board"] as const;
export type BoardName = (typeof LEVEL_NAMES)[1 | 2 | 3 | 4];

/**
 * What a side must make: `total` tricks, or all of them at multiplier `level`. `total` is null for a side in board;
 * `board_number` is then 1 … 4, which board of the deal the level comes from (R8, R16), else 0.
 */
export interface Contract {
  readonly side: Side;
  readonly total: number | null;
  readonly level: number;
  readonly board_number: number;
}

/** The bids so far, in bidding order from the dealer's left, for so many cards a hand. */
export interface Auction {
  readonly dealer: Seat;
  readonly cards: number;
  readonly rules: Rules;
  readonly bids: readonly Bid[];
}

const A_BID = "a bid is pass, a number up to 13, or board";

/** A number or its digits, `pass`, `P`, `board` or `B` in any case. */
export function parseBid(value: unknown): Bid {
  if (typeof value === "string") {
    const word = upper(value);
    if (word === "PASS" || word === "P") return 0;
    if (word === "BOARD" || word === "B") return "board";
    if (/^[0-9]{1,2}$/.test(word)) return parseBid(Number(word));
    throw failure("bid", `'${shorten(value)}' is no bid: use pass, a number or board`, "R7");
  }
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 13) return value;
  throw failure("bid", A_BID, "R7");
}

/** `pass`, the number, or `board`, as people say it. */
export function bidWord(bid: Bid): string {
  return bid === 0 ? "pass" : String(bid);
}

/** The seats as they bid, the dealer last (R6). */
export function biddingOrder(dealer: Seat): readonly [Seat, Seat, Seat, Seat] {
  return clockwise(after(dealer, 1));
}

function room(auction: Auction, before: readonly Bid[]): number {
  const partners = before.at(-2);
  if (auction.rules.side_total_cap === "none" || partners === undefined) return 13;
  return auction.cards - (partners === "board" ? 0 : partners);
}

function boards(bids: readonly Bid[]): number {
  return bids.filter((bid) => bid === "board").length;
}

function checkBid(auction: Auction, before: readonly Bid[], bid: Bid): void {
  const { rules, cards } = auction;
  const seat = biddingOrder(auction.dealer)[before.length];
  if (seat === undefined) throw failure("bid", "more than four bids: each seat bids once", "R6", "/bids");
  const pointer = jsonPointer("bids", seat);
  if (bid === "board") {
    if (boards(before) < rules.board_levels.length) return;
    const why = rules.board_levels.length ? "all levels of these rules are taken" : "these rules have none";
    throw failure("bid", `${seat} may not claim board: ${why}`, "R8", pointer);
  }
  const top = topBid(rules, cards);
  if (bid > top) {
    throw failure("bid", `${seat}'s ${bid} is above the highest bid, ${top} with ${cards} in hand`, "R7", pointer);
  }
  if (bid > room(auction, before)) {
    const theirs = before.at(-2) ?? 0;
    throw failure("bid", `${seat}'s ${bid} and partner's ${theirs} exceed the ${cards} cards in hand`, "R7", pointer);
  }
}

/** The auction, each bid checked; a BackAlleyError points to `/bids/<seat>`. */
export function auctionOf(dealer: Seat, cards: number, rules: Rules, bids: readonly Bid[] = []): Auction {
  if (cards < 1 || cards > 13) throw failure("bid", "a hand has 1 to 13 cards", "R2");
  const auction = { dealer, cards, rules, bids };
  bids.forEach((bid, place) => checkBid(auction, bids.slice(0, place), bid));
  return auction;
}

/** What forbids the bid now, as one fault; null if it may be made. */
export function whyNotBid(auction: Auction, bid: Bid): ReturnType<typeof fault> | null {
  try {
    checkBid(auction, auction.bids, bid);
    return null;
  } catch (error) {
    if (error instanceof BackAlleyError) return error.first;
    throw error;
  }
}

export function isComplete(auction: Auction): boolean {
  return auction.bids.length >= 4;
}

/** Who bids next; null when all four have. */
export function nextBidder(auction: Auction): Seat | null {
  return biddingOrder(auction.dealer)[auction.bids.length] ?? null;
}

/** The bids made, by seat. */
export function bidsBySeat(auction: Pick<Auction, "dealer" | "bids">): Partial<Record<Seat, Bid>> {
  const order = biddingOrder(auction.dealer);
  return Object.fromEntries(auction.bids.slice(0, 4).map((bid, place) => [order[place], bid]));
}

/** What the next seat may bid, ascending, board last; none when the auction is complete (R7). */
export function legalBids(auction: Auction): Bid[] {
  if (isComplete(auction)) return [];
  const top = Math.min(topBid(auction.rules, auction.cards), room(auction, auction.bids));
  const numbers: Bid[] = Array.from({ length: top + 1 }, (_, number) => number);
  return boards(auction.bids) < auction.rules.board_levels.length ? [...numbers, "board"] : numbers;
}

/** All four passed: no score, the same hand size is dealt again (R9). */
export function passedOut(auction: Auction): boolean {
  return isComplete(auction) && auction.bids.every((bid) => bid === 0);
}

/** Who claimed board, in the order of the bids (R8). */
export function claimants(auction: Pick<Auction, "dealer" | "bids">): Seat[] {
  return biddingOrder(auction.dealer).filter((_, place) => auction.bids[place] === "board");
}

/** Who leads to the first trick (R10); null when nobody does or not all have bid. */
export function firstLeader(auction: Auction): Seat | null {
  if (!isComplete(auction) || passedOut(auction)) return null;
  const claimed = claimants(auction).at(-1);
  if (claimed) return claimed;
  const highest = Math.max(...auction.bids.map(Number));
  return biddingOrder(auction.dealer)[auction.bids.indexOf(highest)] ?? null; // the first of equal numbers
}

/** Who may lead trump at any time when these seats claimed board (R12 a), N E S W. */
export function exemptSeats(claimed: readonly Seat[], rules: Rules): Seat[] {
  switch (rules.board_lead_exemption) {
    case "claimant":
      return SEATS.filter((seat) => claimed.includes(seat));
    case "side":
      return SEATS.filter((seat) => claimed.includes(seat) || claimed.includes(partner(seat)));
    case "anyone":
      return claimed.length ? [...SEATS] : [];
    case "none":
      return [];
  }
}

/** Who may lead trump at any time thanks to a board. */
export function exempt(auction: Auction): Seat[] {
  return exemptSeats(claimants(auction), auction.rules);
}

/** What each side must make, as far as has been bid. */
export function contracts(auction: Auction): BySide<Contract> {
  const claims = claimants(auction).map(sideOf);
  const order = biddingOrder(auction.dealer);
  return bySide((side) => {
    const own = claims.includes(side);
    const last = auction.rules.board_multiplier === "deal_highest" ? claims.length : claims.lastIndexOf(side) + 1;
    const board_number = own ? last : 0;
    const numbers = auction.bids.map((bid, place) => {
      const seat = order[place];
      return bid !== "board" && seat && sideOf(seat) === side ? bid : 0;
    });
    const total = own ? null : numbers.reduce<number>((sum, number) => sum + number, 0);
    return { side, total, level: auction.rules.board_levels[board_number - 1] ?? 0, board_number };
  });
}

/** The total as a number, or `board`, `double board` …, as JSON has it. */
export function contractWord(contract: Contract): number | BoardName {
  return contract.total ?? (LEVEL_NAMES[contract.board_number] as BoardName);
}

/** Whether so many tricks of so many are enough (R15, R16). */
export function isMade(contract: Contract, tricks: number, cards: number): boolean {
  return contract.total === null ? tricks === cards : tricks >= contract.total;
}
