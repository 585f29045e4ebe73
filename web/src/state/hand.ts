/** A hand as a person enters it: from a deal and to one, the card that is certain, and what is wrong at its place. */
import { type Fault, fault } from "../errors.ts";
import { type Auction, auctionOf, exempt, firstLeader, isComplete, passedOut } from "../game/auction.ts";
import { type Card, holderOf, isBlooper, NO_CARDS, PACK, SEATS, type Seat, type Trump } from "../game/cards.ts";
import { bidFaults, type Deal, dealFaults, trumpFaults } from "../game/deal.ts";
import { type Position, start } from "../game/play.ts";
import { STANDARD } from "../game/rules.ts";
import type { Hand } from "./state.ts";
import { EMPTY_TREE, gameCards, ROOT, treeOf } from "./tree.ts";

export const emptyHand: Hand = {
  hands: NO_CARDS,
  size: 13,
  trump: "unknown",
  upcard: null,
  dealer: null,
  rules: STANDARD,
  bids: [],
  leader: null,
  exempt: [],
  tree: EMPTY_TREE,
  cursor: ROOT,
};

/** The hand of a deal, its play as the game; the cursor before the first card. */
export function handOfDeal(deal: Deal, untold = false): Hand {
  const first = deal.play[0];
  const told = deal.dealer !== null && deal.bids.length === 4;
  return {
    hands: deal.hands,
    size: Math.max(1, ...SEATS.map((seat) => Math.min(13, deal.hands[seat].length))),
    trump: untold ? "unknown" : deal.trump,
    upcard: deal.upcard,
    dealer: deal.dealer,
    rules: deal.rules,
    bids: deal.bids,
    leader: told || first === undefined ? null : holderOf(deal.hands, first),
    exempt: [],
    tree: treeOf([...new Set(deal.play)].filter((card) => holderOf(deal.hands, card) !== null)),
    cursor: ROOT,
  };
}

/** Cards a hand: that of all four, or 0 as long as they are not equal. */
export function equalSize(hand: Hand): number {
  const size = hand.hands.N.length;
  return SEATS.every((seat) => hand.hands[seat].length === size) ? size : 0;
}

/** Whether all cards and the trump are told, so that it may be played. */
export function isWhole(hand: Hand): boolean {
  return equalSize(hand) > 0 && hand.trump !== "unknown";
}

/** The hand as a deal with these cards played, its own where none are named; null as long as it is not whole. */
export function dealOf(hand: Hand, play: readonly Card[] = gameCards(hand.tree)): Deal | null {
  if (!isWhole(hand) || hand.trump === "unknown") return null;
  const { hands, trump, upcard, dealer, bids, rules } = hand;
  return { hands, trump, upcard, dealer, bids, play, rules };
}

/** The bidding so far; null without a dealer, hands that are equal, or with a bid that is not allowed. */
export function auctionIn(hand: Hand): Auction | null {
  const cards = equalSize(hand) || hand.size;
  if (hand.dealer === null || bidFaults({ ...asDeal(hand), cards }).length) return null;
  return auctionOf(hand.dealer, cards, hand.rules, hand.bids);
}

function asDeal(hand: Hand): Deal {
  const trump: Trump = hand.trump === "unknown" ? null : hand.trump;
  const { hands, upcard, dealer, bids, rules } = hand;
  return { hands, trump, upcard, dealer, bids, play: [], rules };
}

/** Who leads to the first trick: who a person says, else who the bids tell. */
export function leaderOf(hand: Hand): Seat | null {
  if (hand.leader !== null) return hand.leader;
  const auction = auctionIn(hand);
  return auction && firstLeader(auction);
}

/** Who may lead trumps at any time, as the bids tell where they are complete, else as a person says (R12 a). */
export function exemptOf(hand: Hand): readonly Seat[] {
  const auction = auctionIn(hand);
  return auction && isComplete(auction) && !passedOut(auction) ? exempt(auction) : hand.exempt;
}

/** The play before its first card; null where it cannot begin yet. */
export function opening(hand: Hand): Position | null {
  const leader = leaderOf(hand);
  if (leader === null || hand.trump === "unknown" || !isWhole(hand)) return null;
  return start(hand.hands, hand.trump, leader, exemptOf(hand), hand.rules);
}

/** The cards that may yet be in a hand. */
export function unplaced(hand: Hand): Card[] {
  const placed = new Set<Card>(SEATS.flatMap((seat) => hand.hands[seat]));
  const bare = hand.trump === null && hand.rules.joker_upcard !== "no_trump_live"; // R4
  return PACK.filter(
    (card) => !placed.has(card) && card !== hand.upcard && (!isBlooper(card) || (hand.rules.bloopers && !bare)),
  );
}

/** The hand with the last seat filled where only one set of cards is left for it. */
export function withCertain(hand: Hand): Hand {
  const short = SEATS.filter((seat) => hand.hands[seat].length < hand.size);
  const [seat] = short;
  if (short.length !== 1 || seat === undefined) return hand;
  const left = unplaced(hand);
  if (left.length !== hand.size - hand.hands[seat].length) return hand;
  return { ...hand, hands: { ...hand.hands, [seat]: [...hand.hands[seat], ...left] } };
}

/** Cards a hand that are known: as a person says, of hands that are equal, as aimed at below 13; else null. */
export function knownSize({ hand, sized }: { readonly hand: Hand; readonly sized: boolean }): number | null {
  if (sized) return hand.size;
  return equalSize(hand) || (hand.size < 13 ? hand.size : null);
}

/** How many cards each seat still lacks of so many; where nobody has said it, of as many as the longest hand has. */
export function missing(hand: Hand, size: number | null = hand.size): Record<Seat, number> {
  const aim = size ?? Math.max(...SEATS.map((seat) => hand.hands[seat].length));
  const lack = (seat: Seat) => Math.max(0, aim - hand.hands[seat].length);
  return { N: lack("N"), E: lack("E"), S: lack("S"), W: lack("W") };
}

/** What is wrong, each at its place, in the engine's words; cards that are yet to come are no fault. */
export function handFaults(hand: Hand): Fault[] {
  const deal = asDeal(hand);
  const counted = equalSize(hand);
  const faults: Fault[] = [];
  if (!counted && SEATS.every((seat) => hand.hands[seat].length >= hand.size)) return dealFaults(deal);
  for (const seat of SEATS) {
    const size = hand.hands[seat].length;
    if (size > 13) faults.push(fault(`/hands/${seat}`, `${seat} holds ${size} cards, and a hand has 1 to 13`, "R2"));
    if (!hand.rules.bloopers && hand.hands[seat].some(isBlooper)) {
      faults.push(fault(`/hands/${seat}`, `${seat} holds a blooper, and these rules have none`, "R1"));
    }
  }
  if (counted && hand.trump === "unknown") {
    faults.push(fault("/trump", "give trump (a suit or null) or the upcard", "R3"));
  } else if (hand.trump !== "unknown") faults.push(...trumpFaults(deal));
  faults.push(...bidFaults({ ...deal, cards: counted || hand.size }));
  if (counted && hand.trump !== "unknown" && !faults.length) faults.push(...dealFaults(deal));
  return faults;
}
