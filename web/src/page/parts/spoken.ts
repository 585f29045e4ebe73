/** Cards, bids and worths as they are said and written on the page. */
import type { Bid, Contract } from "../../game/auction.ts";
import { type Card, isBlooper, type Suit, suitOf, type Trump } from "../../game/cards.ts";
import type { Strings } from "../strings/strings.ts";

const SIGNS: Record<Suit, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

export function rankShown(card: Card): string {
  if (isBlooper(card)) return card.charAt(0);
  return card.charAt(0) === "T" ? "10" : card.charAt(0);
}

/** "king of hearts", "Big Blooper": for ears. */
export function cardSpoken(card: Card, words: Strings): string {
  const suit = suitOf(card);
  if (suit === null) return card === "BB" ? words.bigBlooper : words.littleBlooper;
  return words.card(card.charAt(0), suit);
}

/** "K♥", "BB": for lines of text, where suits may stand as signs. */
export function cardShort(card: Card): string {
  const suit = suitOf(card);
  return suit === null ? card : rankShown(card) + SIGNS[suit];
}

export function bidSpoken(bid: Bid, words: Strings): string {
  return bid === 0 ? words.pass : bid === "board" ? words.board : String(bid);
}

export function trumpSpoken(trump: Trump, words: Strings): string {
  return trump === null ? words.noTrump : words.suits[trump];
}

export function contractSpoken(contract: Contract, words: Strings): string {
  return contract.total === null ? (words.levels[contract.board_number - 1] ?? words.board) : String(contract.total);
}
