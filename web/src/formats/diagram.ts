/** A deal as a text diagram: the four hands around a compass and what is known, as `solver/formats/diagram.py`. */
import { bidsBySeat, bidWord, biddingOrder, contracts, contractWord, firstLeader, passedOut } from "../game/auction.ts";
import {
  type Card,
  falling,
  isBlooper,
  SEAT_NAMES,
  SEATS,
  type Seat,
  SIDES,
  type Suit,
  SUITS,
  suitOf,
} from "../game/cards.ts";
import { auctionOfDeal, cardsOf, type Deal } from "../game/deal.ts";
import { rulesValue } from "../game/rules.ts";

const GAP = 4;
const SYMBOLS: Readonly<Record<Suit, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** `A`, `10`; `BB` and `LB` for bloopers. */
export function rankText(card: Card): string {
  return isBlooper(card) ? card : card.charAt(0).replace("T", "10");
}

/** `TH` or `10♥`; bloopers by their letters. */
export function cardText(card: Card, symbols = false): string {
  const suit = suitOf(card);
  return suit === null || !symbols ? card : rankText(card) + SYMBOLS[suit];
}

function ranks(cards: readonly Card[]): string {
  return cards.map(rankText).join(" ") || "-";
}

function block(deal: Deal, seat: Seat, symbols: boolean): string[] {
  const hand = falling(deal.hands[seat]);
  const bloopers = hand.filter(isBlooper);
  const rows = [SEAT_NAMES[seat] + (seat === deal.dealer ? " (dealer)" : "")];
  for (const suit of SUITS) {
    const cards = hand.filter((card) => suitOf(card) === suit);
    rows.push(`${symbols ? SYMBOLS[suit] : suit} ${ranks(suit === deal.trump ? [...bloopers, ...cards] : cards)}`);
  }
  const live = deal.trump === null && SEATS.some((other) => deal.hands[other].some(isBlooper));
  return live ? [...rows, `* ${ranks(bloopers)}`] : rows;
}

function notes(deal: Deal, symbols: boolean): string[] {
  const trump = deal.trump === null ? "No-trump" : `Trump ${symbols ? SYMBOLS[deal.trump] : deal.trump}`;
  const cards = cardsOf(deal);
  const rules = rulesValue(deal.rules);
  const first = [trump, ...(deal.upcard ? [`upcard ${cardText(deal.upcard, symbols)}`] : [])];
  first.push(`${cards} ${cards === 1 ? "card" : "cards"} a hand`, `${typeof rules === "string" ? rules : "own"} rules`);
  const rows = [first.join(", ")];
  if (deal.bids.length && deal.dealer !== null) {
    const auction = auctionOfDeal(deal);
    const bids = bidsBySeat(auction);
    const told = biddingOrder(deal.dealer).flatMap((seat) => {
      const bid = bids[seat];
      return bid === undefined ? [] : [`${seat} ${bidWord(bid)}`];
    });
    rows.push(`Bids ${told.join(", ")}`);
    const leader = firstLeader(auction);
    if (passedOut(auction)) rows.push("All pass: the same hand size is dealt again");
    else if (leader !== null) {
      const due = contracts(auction);
      rows.push(`${leader} leads; contracts ${SIDES.map((side) => `${side} ${contractWord(due[side])}`).join(", ")}`);
    }
  }
  if (deal.play.length) {
    rows.push("Play");
    for (let start = 0; start < deal.play.length; start += 4) {
      const trick = deal.play.slice(start, start + 4).map((card) => cardText(card, symbols));
      rows.push(`${String(start / 4 + 1).padStart(4)}  ${trick.join(" ")}`);
    }
  }
  return rows;
}

/** North above, West and East beside, South below; one row a suit, the bloopers in the row of trumps. */
export function diagram(deal: Deal, symbols = false): string {
  const [north = [], east = [], south = [], west = []] = SEATS.map((seat) => block(deal, seat, symbols));
  const widest = (rows: readonly string[]) => Math.max(...rows.map((row) => row.length));
  const left = widest(west) + GAP;
  const middle = widest([...north, ...south]) + GAP;
  const indent = " ".repeat(left);
  const beside = west.map((row, place) => row.padEnd(left) + " ".repeat(middle) + (east[place] ?? ""));
  return [
    ...north.map((row) => indent + row),
    ...beside,
    ...south.map((row) => indent + row),
    "",
    ...notes(deal, symbols),
  ]
    .map((row) => row.trimEnd())
    .join("\n");
}
