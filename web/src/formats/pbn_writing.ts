/** Portable Bridge Notation: writing a deal. */
import { failure, jsonPointer } from "../errors.ts";
import { after, clockwise, holderOf, isBlooper, SEATS, type Seat, stepsTo } from "../game/cards.ts";
import { cardsOf, type Deal } from "../game/deal.ts";
import { trickWinner } from "../game/play.ts";
import { rulesValue } from "../game/rules.ts";
import { handToHolding } from "./holding.ts";

function tag(name: string, value: string): string {
  const escaped = value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `[${name} "${value.startsWith("#") ? "\\" : ""}${escaped}"]`;
}

/** One PBN record; an error if cards were played out of turn, which PBN cannot say. */
export function dealToPbn(deal: Deal, board = 1): string {
  const rules = rulesValue(deal.rules);
  const tags: [string, string | null][] = [
    ["Event", "Back Alley"],
    ["Board", String(board)],
    ["Dealer", deal.dealer ?? "?"],
    ["Vulnerable", "None"],
    ["Deal", `N:${SEATS.map((seat) => handToHolding(deal.hands[seat])).join(" ")}`],
    ["Trump", deal.trump ?? "NT"],
    ["Upcard", deal.upcard],
    ["Bids", deal.bids.map((bid) => (bid === "board" ? "B" : String(bid))).join(" ") || null],
    ["Rules", typeof rules === "string" ? rules : JSON.stringify(rules)],
  ];
  const rows = tags.flatMap(([name, value]) => (value === null ? [] : [tag(name, value)]));
  if (!deal.rules.bloopers && cardsOf(deal) === 13) rows.push(...rowsForOthers(deal));
  return `${[...rows, ...playRows(deal)].join("\n")}\n`;
}

/** A PBN file of the deals, numbered from board 1. */
export function dealsToPbn(deals: readonly Deal[]): string {
  return deals.map((deal, index) => dealToPbn(deal, index + 1)).join("\n");
}

/** What other programs want: an auction to read the dealer, a contract to read the play. */
function rowsForOthers(deal: Deal): string[] {
  const [first] = deal.play;
  const leader = first ? holderOf(deal.hands, first) : null;
  if (leader === null) return deal.dealer === null ? [] : [`${tag("Auction", deal.dealer)}\n*`];
  return [
    tag("Declarer", after(leader, 3)),
    `${tag("Contract", `1${deal.trump ?? "NT"}`)} { trump alone is known, no level }`,
  ];
}

/** The Play section: a row a trick, its columns clockwise from the first leader. */
function playRows(deal: Deal): string[] {
  const [lead] = deal.play;
  if (lead === undefined) return [];
  const first = holderOf(deal.hands, lead) as Seat;
  const rows = [tag("Play", first)];
  let leader = first;
  for (let start = 0; start < deal.play.length; start += 4) {
    const trick = deal.play.slice(start, start + 4);
    const row = ["-", "-", "-", "-"];
    const order = clockwise(leader);
    trick.forEach((card, place) => {
      const seat = order[place] as Seat;
      if (holderOf(deal.hands, card) !== seat) {
        throw failure("deal", `${card} is played out of turn`, "R11", jsonPointer("play", start + place));
      }
      row[stepsTo(first, seat)] = isBlooper(card) ? card : card.charAt(1) + card.charAt(0);
    });
    rows.push(row.join(" "));
    leader = trickWinner(trick, leader, deal.trump);
  }
  if (deal.play.length < 4 * cardsOf(deal)) rows.push("*");
  return rows;
}
