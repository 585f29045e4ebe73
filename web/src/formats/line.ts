/**
 * The deal line: a deal, its bids and its play as one line of text,
 * `W H N:hand hand hand hand 5 2 0 B KH.2H.… up=7H rules=bab_online`.
 */
import { BackAlleyError, failure, jsonPointer, shorten } from "../errors.ts";
import { clockwise, parseSuit, SEATS, type Seat } from "../game/cards.ts";
import type { Deal } from "../game/deal.ts";
import { type Rules, rulesValue } from "../game/rules.ts";
import { BLANKS, length, partition, split, strip } from "../text.ts";
import { BID_WORD, bidsInOrder, seatNamed } from "./bid_words.ts";
import { MAX_LINE, NO_TRUMP } from "./deal_json.ts";
import { handToHolding } from "./holding.ts";
import { loads } from "./strict_json.ts";

const BRACED_RULES = new RegExp(`[${BLANKS}]rules=(\\{[^\\n]*\\})$`);
const AFTER_COLON = new RegExp(`:[${BLANKS}]+`, "g");
const NAMED_FIELD = /^(up|rules)=(.*)$/s;
const FIRST_SEAT = /^[A-Za-z]+:/;
const NAMED = /^(?:up|upcard|rules)(?![\p{L}\p{N}_]).*$/iu;
const LINE_FORM = "a deal line is: dealer trump N:hand hand hand hand, then bids, play, up=, rules=";

/** How a line ends that names the rules: with a blank before, and nothing for those that go without saying. */
function rulesWord(rules: Rules): string {
  const value = rulesValue(rules);
  if (value === "standard") return "";
  return ` rules=${typeof value === "string" ? value : JSON.stringify(value)}`;
}

/** The deal on one line, hands from N; what is unknown or standard is left out. */
export function dealToLine(deal: Deal): string {
  const words: string[] = deal.bids.map((bid) => (bid === "board" ? "B" : String(bid)));
  if (deal.play.length) words.push(deal.play.join("."));
  if (deal.upcard !== null) words.push(`up=${deal.upcard}`);
  const hands = SEATS.map((seat) => handToHolding(deal.hands[seat])).join(" ");
  return [deal.dealer ?? "-", deal.trump ?? "N", `N:${hands}`, ...words].join(" ") + rulesWord(deal.rules);
}

function trumpWord(word: string): string {
  try {
    if (!NO_TRUMP.includes(word.toUpperCase())) parseSuit(word);
  } catch (error) {
    if (!(error instanceof BackAlleyError)) throw error;
    throw failure("deal", `'${shorten(word)}' is no trump: use S, H, D or C, or N for none`, "R3", "/trump");
  }
  return word;
}

/** The error of a hand of several cards that has no dots at all. */
function checkHolding(holding: string, pointer: string): void {
  if (holding.includes(".") || holding.includes(",") || length(holding) <= 3) return;
  const form = "spades, hearts, diamonds, clubs with dots between, as 7.7.J.7";
  throw failure("deal", `'${shorten(holding)}' is no hand of a deal line: ${form}`, "R1", pointer);
}

/** A JSON value, its faults placed under the pointer. */
export function loadsUnder(text: string, pointer = ""): unknown {
  try {
    return loads(text);
  } catch (error) {
    if (!(error instanceof BackAlleyError)) throw error;
    throw new BackAlleyError(
      "deal",
      error.faults.map((each) => ({ ...each, pointer: pointer + each.pointer })),
    );
  }
}

/** The fields of a deal's JSON form that a deal line holds, most of them not yet checked. */
export function fieldsFromLine(given: string): Record<string, unknown> {
  if (given.length > MAX_LINE && length(given) > MAX_LINE) {
    throw failure("deal", `the line has ${length(given)} characters: ${LINE_FORM}`);
  }
  const fields: Record<string, unknown> = {};
  let line = strip(given);
  const braced = BRACED_RULES.exec(line);
  if (braced) {
    fields["rules"] = loadsUnder(braced[1] ?? "", "/rules");
    line = line.slice(0, braced.index);
  }
  const words = split(line.replace(AFTER_COLON, ":"));
  for (;;) {
    const named = NAMED_FIELD.exec(words.at(-1) ?? "");
    if (!named) break;
    const field = named[1] === "up" ? "upcard" : "rules";
    if (Object.hasOwn(fields, field)) throw failure("deal", `${named[1]}= is given twice`, null, jsonPointer(field));
    fields[field] = named[2];
    words.pop();
  }
  const [dealer = "", trump = "", third = "", ...rest] = words;
  if (words.length < 6 || !FIRST_SEAT.test(third)) throw failure("deal", LINE_FORM);
  const [first, , hand] = partition(third, ":");
  const holdings = [hand, ...rest.slice(0, 3)];
  const seats = clockwise(seatNamed(first, "/hands"));
  const hands = new Map<Seat, string>(seats.map((seat, place) => [seat, holdings[place] ?? ""]));
  fields["hands"] = Object.fromEntries(hands);
  for (const [seat, holding] of hands) checkHolding(holding, jsonPointer("hands", seat));
  fields["trump"] = trumpWord(trump);
  const tail = rest.slice(3).flatMap((word) => word.split(",").filter((part) => part));
  const stop = tail.findIndex((word) => !BID_WORD.test(word));
  const bids = stop < 0 ? tail : tail.slice(0, stop);
  const played = tail.slice(bids.length);
  const stray = played.find((word) => NAMED.test(word));
  if (stray !== undefined) {
    throw failure("deal", `'${shorten(stray)}' is no card: up=7H and rules=standard are one word each, without blanks`);
  }
  if (dealer !== "-") fields["dealer"] = seatNamed(dealer, "/dealer");
  if (bids.length) fields["bids"] = bidsInOrder(bids, (fields["dealer"] as Seat | undefined) ?? null);
  if (played.length) fields["play"] = played.join(".");
  return fields;
}
