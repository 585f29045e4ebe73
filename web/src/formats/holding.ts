/** Hands as PBN holdings: `AKQ.JT9.876.543` is S.H.D.C; a fifth group has the bloopers, `BL`. */
import { BackAlleyError, failure, jsonPointer, shorten } from "../errors.ts";
import {
  BIG,
  type Card,
  falling,
  isBlooper,
  LITTLE,
  PACK,
  RANKS,
  SEATS,
  type Seat,
  SUITS,
  suitOf,
} from "../game/cards.ts";
import { strip } from "../text.ts";

const LETTERED = /^S([^SHDC.]*)\.?H([^SHDC.]*)\.?D([^SHDC.]*)\.?C([^SHDC.]*)$/;
const LETTERS = "B is the Big Blooper, L the Little Blooper, BL both";

/** `AKQ.JT9.876.543`, with a fifth group for bloopers if there are any. */
export function handToHolding(hand: readonly Card[]): string {
  const cards = falling(hand);
  const groups = SUITS.map((suit) =>
    cards
      .filter((card) => suitOf(card) === suit)
      .map((card) => card.charAt(0))
      .join(""),
  );
  const bloopers = cards.filter(isBlooper).map((card) => card.charAt(0));
  return [...groups, ...(bloopers.length ? [bloopers.join("")] : [])].join(".");
}

/** The cards as they are written, doubles and all; a BackAlleyError of kind card if the text is no holding. */
export function cardsFromHolding(text: string): Card[] {
  const groups = withoutSuitLetters(strip(text).toUpperCase().replaceAll("10", "T")).split(".");
  if (groups.length < 4 || groups.length > 5) {
    const missing = groups.length === 3 ? "; a dot is missing between two suits" : "";
    throw failure(
      "card",
      `'${shorten(text)}' is no holding: it has ${groups.length} groups, not S.H.D.C or S.H.D.C.BL${missing}`,
    );
  }
  const cards: Card[] = [];
  SUITS.forEach((suit, place) => {
    for (const letter of Array.from(groups[place] ?? "")) {
      const rank = RANKS.find((known) => known === letter);
      if (rank === undefined) {
        const where = `'${shorten(letter)}' in the holding '${shorten(text)}'`;
        throw failure("card", `${where} is no rank: use A K Q J T 9 … 2`);
      }
      cards.push(`${rank}${suit}`);
    }
  });
  const bloopers = Array.from(groups[4] ?? "");
  for (const letter of bloopers) {
    if (letter !== "B" && letter !== "L") {
      throw failure(
        "card",
        `'${shorten(letter)}' in the fifth group of '${shorten(text)}' is neither B nor L: ${LETTERS}`,
      );
    }
    cards.push(letter === "B" ? BIG : LITTLE);
  }
  if (new Set(bloopers).size < bloopers.length) {
    throw failure("card", `the fifth group of '${shorten(text)}' names a blooper twice: ${LETTERS}`);
  }
  return cards;
}

/** A holding without the letters of its suits: `SA7.H864.D.CK` and `SA7H864DCK` are `A7.864..K`. */
export function withoutSuitLetters(text: string): string {
  const match = LETTERED.exec(text);
  return match ? match.slice(1).join(".") : text;
}

/** The error of a deal of which these hands are not told. */
export function handsNotKnown(seats: readonly Seat[]): BackAlleyError {
  const listed = `${seats.slice(0, -1).join(", ")} and ${seats.at(-1)}`;
  const whose = seats.length === 1 ? `${seats[0]}'s hand is` : `the hands of ${listed} are`;
  return failure("deal", `${whose} not known, and all four are needed`, "R1", jsonPointer("hands", seats[0] ?? ""));
}

/** The holding of the 13 plain cards that three hands leave. */
export function fourthHand(known: ReadonlyMap<Seat, string>): string {
  const missing = SEATS.filter((seat) => !known.has(seat));
  const owners = new Map<Card, Seat>();
  for (const [seat, holding] of known) {
    const pointer = jsonPointer("hands", seat);
    let cards: Card[];
    try {
      cards = cardsFromHolding(holding);
    } catch (error) {
      if (error instanceof BackAlleyError) throw failure("deal", error.first.message, "R1", pointer);
      throw error;
    }
    for (const card of cards) {
      const owner = owners.get(card);
      if (owner !== undefined) {
        const whose = owner === seat ? "twice in one hand" : `in ${owner}'s hand too`;
        throw failure("deal", `${card} is ${whose}`, "R1", pointer);
      }
      owners.set(card, seat);
    }
    if (cards.length !== 13 || cards.some(isBlooper)) throw handsNotKnown(missing);
  }
  return handToHolding(PACK.filter((card) => !isBlooper(card) && !owners.has(card)));
}
