/** Short words beside a seat's name: what it is, has bid, may do and must do. */
import { bidsBySeat } from "../game/auction.ts";
import { isTrump, type Seat } from "../game/cards.ts";
import { rulesAtWork } from "../state/selectors.ts";
import type { Moment } from "./moment.ts";
import { bidSpoken } from "./parts/spoken.ts";
import type { Strings } from "./strings/strings.ts";

export function notesOf(moment: Moment, seat: Seat, words: Strings): string[] {
  const { hand, position } = moment;
  const notes: string[] = [];
  if (hand.dealer === seat) notes.push(words.table.dealer);
  if (moment.auction) {
    const bid = bidsBySeat(moment.auction)[seat];
    if (bid !== undefined) notes.push(words.table.bid(bidSpoken(bid, words)));
  }
  if (!position) return notes;
  const held = position.hands[seat];
  const trumps = held.filter((card) => isTrump(card, position.trump)).length;
  if (!position.broken && trumps > 0) {
    if (position.exempt.includes(seat)) notes.push(words.table.exempt);
    else if (trumps === held.length && position.trick.length === 0 && position.leader === seat) {
      notes.push(words.table.mustTrump);
    }
  }
  const forced = rulesAtWork(position).forced[seat];
  const still = (SEAT_STEPS[seat] - SEAT_STEPS[position.leader] + 4) % 4 >= position.trick.length;
  if (forced && still && trumps > 0) {
    notes.push(forced === "highest" ? words.table.forcedBig : words.table.forcedLittle);
  }
  return notes;
}

const SEAT_STEPS: Record<Seat, number> = { N: 0, E: 1, S: 2, W: 3 };
