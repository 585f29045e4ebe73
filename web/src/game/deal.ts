/** A deal: the hands as dealt, trump, and what has been bid and played so far (R1 to R5), and what is wrong with it. */
import { BackAlleyError, failure, type Fault, fault, jsonPointer } from "../errors.ts";
import { type Auction, auctionOf, type Bid, exempt, firstLeader, passedOut } from "./auction.ts";
import { type Card, type Hands, holderOf, indexOf, isBlooper, SEATS, type Seat, suitOf, type Trump } from "./cards.ts";
import { playOut, type Position, start } from "./play.ts";
import type { Rules } from "./rules.ts";

/** `bids` are in bidding order and need the dealer, `play` in the order played; upcard and dealer may be unknown. */
export interface Deal {
  readonly hands: Hands;
  readonly trump: Trump;
  readonly upcard: Card | null;
  readonly dealer: Seat | null;
  readonly bids: readonly Bid[];
  readonly play: readonly Card[];
  readonly rules: Rules;
}

/** Cards a hand. */
export function cardsOf(deal: Pick<Deal, "hands">): number {
  return deal.hands.N.length;
}

/** The bidding so far; a BackAlleyError if the dealer is unknown. */
export function auctionOfDeal(deal: Deal): Auction {
  if (deal.dealer === null) throw failure("deal", "the bidding order needs the dealer", "R6", "/dealer");
  return auctionOf(deal.dealer, cardsOf(deal), deal.rules, deal.bids);
}

/** Every fault of the first group of checks that finds one; later checks lean on earlier ones. */
export function dealFaults(deal: Deal): Fault[] {
  for (const check of [handFaults, trumpFaults, bidFaults, playFaults]) {
    const faults = check(deal);
    if (faults.length) return faults;
  }
  return [];
}

/** The position after the cards of `deal.play`, each checked; without bids the holder of the first card leads. */
export function replay(deal: Deal, leader?: Seat, free?: readonly Seat[]): Position {
  const auction = deal.dealer !== null && deal.bids.length === 4 ? auctionOfDeal(deal) : null;
  const [first] = deal.play;
  let led = leader ?? (auction && firstLeader(auction));
  if (!led && first) {
    led = holderOf(deal.hands, first);
    if (!led) throw failure("play", `${first} is in no hand`, "R11", "/play/0");
  }
  if (!led) throw failure("play", "nobody leads: give a leader, or bids not all pass", "R10", "/leader");
  return playOut(start(deal.hands, deal.trump, led, free ?? (auction ? exempt(auction) : []), deal.rules), deal.play);
}

function handFaults(deal: Deal): Fault[] {
  const faults: Fault[] = [];
  const cards = cardsOf(deal);
  const seen = new Set<Card>();
  for (const seat of SEATS) {
    const hand = deal.hands[seat];
    const size = hand.length;
    const pointer = jsonPointer("hands", seat);
    if (size < 1 || size > 13) {
      faults.push(fault(pointer, `${seat} holds ${size} cards, and a hand has 1 to 13`, "R2"));
    } else if (size !== cards && cards >= 1 && cards <= 13) {
      faults.push(fault(pointer, `${seat} holds ${size} cards and N ${cards}: all hands are equal`, "R2"));
    }
    for (const card of [...hand].sort((a, b) => indexOf(a) - indexOf(b))) {
      if (seen.has(card)) faults.push(fault(pointer, `${card} is in two hands`, "R1"));
    }
    if (!deal.rules.bloopers && hand.some(isBlooper)) {
      faults.push(fault(pointer, `${seat} holds a blooper, and these rules have none`, "R1"));
    }
    for (const card of hand) seen.add(card);
  }
  return faults;
}

/** What is wrong with trump, upcard and bloopers (R1, R3, R4); the hands may lack cards. */
export function trumpFaults({ hands, trump, upcard, rules }: Deal): Fault[] {
  const faults: Fault[] = [];
  if (rules.trump_source !== "upcard") {
    if (trump !== rules.trump_source) {
      faults.push(fault("/trump", `trump is always ${rules.trump_source} under these rules`, "R3"));
    }
    if (upcard !== null) {
      faults.push(fault("/upcard", `no card is turned where trump is always ${rules.trump_source}`, "R3"));
      return faults;
    }
  }
  if (upcard !== null) {
    const holder = holderOf(hands, upcard);
    if (holder) faults.push(fault("/upcard", `the upcard ${upcard} is in ${holder}'s hand`, "R3"));
    if (isBlooper(upcard) && !rules.bloopers) {
      faults.push(fault("/upcard", `the upcard ${upcard} is not in the pack of these rules`, "R1"));
    } else if (isBlooper(upcard) && trump !== null) {
      faults.push(fault("/trump", `trump is ${trump}, and the upcard ${upcard} means no-trump`, "R4"));
    } else if (suitOf(upcard) !== trump) {
      const said = trump === null ? "no-trump" : `trump ${trump}`;
      faults.push(fault("/trump", `${said} and the upcard ${upcard} do not agree`, "R3"));
    }
  }
  if (trump === null) {
    const live = rules.joker_upcard === "no_trump_live";
    let held = 0;
    for (const seat of SEATS) {
      for (const card of [...hands[seat]].sort((a, b) => indexOf(a) - indexOf(b)).filter(isBlooper)) {
        held += 1;
        if (live) continue;
        const text = `${seat} holds ${card} in a no-trump deal, where no hand has a blooper`;
        faults.push(fault(jsonPointer("hands", seat), text, "R4"));
      }
    }
    if (live && held > 1) {
      faults.push(fault("/hands", "both bloopers are held in a no-trump deal: one is the upcard", "R4"));
    }
  }
  return faults;
}

function said(check: () => unknown): Fault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof BackAlleyError) return [...error.faults];
    throw error;
  }
}

/** What is wrong with the bids; `cards` a hand are those of N unless told. */
export function bidFaults(deal: Deal & { readonly cards?: number }): Fault[] {
  const { dealer, bids, rules, cards = cardsOf(deal) } = deal;
  if (!bids.length) return [];
  if (dealer === null) return [fault("/dealer", "bids need the dealer, who fixes their order", "R6")];
  return said(() => auctionOf(dealer, cards, rules, bids));
}

function playFaults(deal: Deal): Fault[] {
  const { play, hands, bids } = deal;
  if (!play.length) return [];
  const faults: Fault[] = [];
  const dealt = 4 * cardsOf(deal);
  if (play.length > dealt) faults.push(fault("/play", `${play.length} cards are played of ${dealt} dealt`, "R14"));
  const seen = new Set<Card>();
  play.forEach((card, index) => {
    const pointer = jsonPointer("play", index);
    if (seen.has(card)) faults.push(fault(pointer, `${card} is played twice`, "R1"));
    else if (!holderOf(hands, card)) faults.push(fault(pointer, `${card} is played and was in no hand`, "R11"));
    seen.add(card);
  });
  if (faults.length || bids.length < 4) return faults;
  if (passedOut(auctionOfDeal(deal))) return [fault("/play", "all four passed, so nothing is played", "R9")];
  return said(() => replay(deal));
}
