/** What letters in a field mean: the ranks of its suit, or a whole hand. */
import { cardsFromHolding } from "../../formats/holding.ts";
import type { Card, Suit } from "../../game/cards.ts";

const RANK = /10|[AKQJT2-9]/g;

export interface Typed {
  readonly cards: readonly Card[];
  /** Letters that are no rank. */
  readonly rest: string;
}

/** The cards of a suit among typed letters, doubles and all, and the letters that are none. */
export function typedCards(text: string, suit: Suit | "B"): Typed {
  const upper = text.toUpperCase().replace(/[\s,.-]/g, "");
  if (suit === "B") {
    const cards = Array.from(upper.replace(/[^BL]/g, ""), (letter): Card => (letter === "B" ? "BB" : "LB"));
    return { cards, rest: upper.replace(/[BL]/g, "") };
  }
  const ranks = (upper.match(RANK) ?? []).map((rank) => (rank === "10" ? "T" : rank));
  // A "1" alone is the beginning of a ten.
  return { cards: ranks.map((rank) => `${rank}${suit}` as Card), rest: upper.replace(RANK, "").replace(/^1$|1$/, "") };
}

/** The suits of a whole hand between dots, or between blanks with "-" for none; null where they are not four or five. */
function suitsOf(text: string): readonly string[] | null {
  const bare = text.trim();
  const parts = bare.includes(".") ? bare.replace(/\s/g, "").split(".") : bare.split(/\s+/);
  return parts.length === 4 || parts.length === 5 ? parts.map((part) => part.replace(/-/g, "")) : null;
}

export function isWholeHand(text: string): boolean {
  return suitsOf(text) !== null;
}

/** The cards of a whole hand such as AKQ.JT9.876.543 or AKQ - 876 543; null where the text is none. */
export function wholeHand(text: string): readonly Card[] | null {
  const suits = suitsOf(text);
  try {
    return suits && cardsFromHolding(suits.join("."));
  } catch {
    return null;
  }
}
