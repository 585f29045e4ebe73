/** How entering changes a hand: cards, size, trump, upcard, dealer, rules. Nothing is lost that still fits. */
import { type Card, isBlooper, SEATS, type Seat, suitOf, type Trump } from "../game/cards.ts";
import type { Rules } from "../game/rules.ts";
import { withCertain } from "./hand.ts";
import type { Hand } from "./state.ts";
import { EMPTY_TREE, ROOT, withinCards } from "./tree.ts";

/** The play keeps no card that nobody holds. */
function fitting(hand: Hand): Hand {
  const held = new Set<Card>(SEATS.flatMap((seat) => hand.hands[seat]));
  const [tree, cursor] = withinCards(hand.tree, held, hand.cursor);
  return tree === hand.tree ? hand : { ...hand, tree, cursor };
}

function without(hand: Hand, card: Card): Hand {
  const holder = SEATS.find((seat) => hand.hands[seat].includes(card));
  const bare = hand.upcard === card ? { ...hand, upcard: null } : hand;
  if (holder === undefined) return bare;
  return { ...bare, hands: { ...bare.hands, [holder]: bare.hands[holder].filter((held) => held !== card) } };
}

/** The card in the seat's hand and nowhere else; the last hand filled where it is certain. */
export function placed(hand: Hand, card: Card, seat: Seat): Hand {
  if (hand.hands[seat].includes(card) || hand.hands[seat].length >= 13) return hand;
  const bare = without(hand, card);
  const hands = { ...bare.hands, [seat]: [...bare.hands[seat], card] };
  return fitting(withCertain({ ...bare, hands, size: Math.max(bare.size, hands[seat].length) }));
}

export function removed(hand: Hand, card: Card): Hand {
  return fitting(without(hand, card));
}

/** These cards as the seat's whole hand, taken from wherever they were. */
export function withHand(hand: Hand, seat: Seat, cards: readonly Card[]): Hand {
  const own = [...new Set(cards)].slice(0, 13);
  const bare = own.reduce(without, { ...hand, hands: { ...hand.hands, [seat]: [] } });
  return fitting(
    withCertain({ ...bare, hands: { ...bare.hands, [seat]: own }, size: Math.max(bare.size, own.length) }),
  );
}

export function withSize(hand: Hand, size: number): Hand {
  const whole = Math.min(13, Math.max(1, Math.trunc(size) || 1));
  return withCertain({ ...hand, size: whole });
}

/** Trump as said; an upcard that says another is put back. */
export function withTrump(hand: Hand, trump: Trump | "unknown"): Hand {
  const agrees = hand.upcard === null || trump === suitOf(hand.upcard);
  return withCertain({ ...hand, trump, upcard: agrees ? hand.upcard : null });
}

/** The upcard, which is in no hand and tells trump (R3, R4). */
export function withUpcard(hand: Hand, card: Card | null): Hand {
  if (card === null) return { ...hand, upcard: null };
  return fitting(withCertain({ ...without(hand, card), upcard: card, trump: suitOf(card) }));
}

/** Other rules: a trump that they fix is set, and bloopers that they do not have are taken out. */
export function withRules(hand: Hand, rules: Rules): Hand {
  const fixed = rules.trump_source !== "upcard";
  let changed: Hand = { ...hand, rules };
  if (rules.trump_source !== "upcard") changed = { ...changed, trump: rules.trump_source, upcard: null };
  else if (hand.rules.trump_source !== "upcard" && !fixed) changed = { ...changed, trump: "unknown" };
  if (rules.bloopers) return changed;
  const hands = Object.fromEntries(SEATS.map((seat) => [seat, hand.hands[seat].filter((card) => !isBlooper(card))]));
  const upcard = changed.upcard !== null && isBlooper(changed.upcard) ? null : changed.upcard;
  return fitting({ ...changed, hands: hands as Record<Seat, Card[]>, upcard });
}

/** Without its play, its bids, or anything. */
export function cleared(hand: Hand, what: "play" | "bids"): Hand {
  const bare = { ...hand, tree: EMPTY_TREE, cursor: ROOT };
  return what === "play" ? bare : { ...bare, bids: [], leader: null };
}
