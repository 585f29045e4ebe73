/**
 * Portable Bridge Notation: what a record tells of a deal. Bloopers are a fifth group of a holding; trump, upcard, bids
 * and rules have tags of ours. A record that has none of these, but a contract, calls or play, is a deal of bridge: its
 * rules are `whist`, its trump is that of the contract, and declarer's left leads.
 */
import { BackAlleyError, failure, shorten } from "../errors.ts";
import { after, type Card, clockwise, parseCard, SEATS, type Seat, stepsTo, type Trump } from "../game/cards.ts";
import { trickWinner } from "../game/play.ts";
import type { Rules } from "../game/rules.ts";
import { length, partition, split } from "../text.ts";
import { bidsInOrder, seatNamed } from "./bid_words.ts";
import { noTrumpTold, trumpField } from "./bridge/contract.ts";
import type { PbnRecord } from "./bridge/pbn_records.ts";
import { auctionOf, bridgeContract, declarerOf, isBridge, untilEnd, withoutAnnotation } from "./bridge/pbn_tags.ts";
import { trumpOfFields } from "./deal_json.ts";
import { fourthHand, handsNotKnown, withoutSuitLetters } from "./holding.ts";
import { loads } from "./strict_json.ts";

/** The deal's JSON form as a record tells it, and the error of a trump that it does not tell. */
export interface Told {
  readonly fields: Record<string, unknown>;
  readonly untold: BackAlleyError | null;
}

const OF_A_CONTRACT = ["Contract", "Declarer", "Result", "Auction", "Trump"];

/** The record as the deal's JSON form, its play put in order and not checked. */
export function fieldsOfRecord(record: PbnRecord, rules: Rules | null): Told {
  const deal = record.tag("Deal");
  if (deal === null) throw failure("deal", "the PBN record has no [Deal] tag", null, "/hands");
  const bridge = isBridge(record);
  const dealer = record.value("Dealer");
  const fields: Record<string, unknown> = { dealer, upcard: record.value("Upcard") };
  const named = record.value("Rules");
  if (named !== null) fields["rules"] = named.startsWith("{") ? rulesJson(named) : named;
  else if (bridge && rules === null) fields["rules"] = "whist";
  const hands = handsOf(deal.value, bridge);
  fields["hands"] = hands;
  let untold: BackAlleyError | null = null;
  try {
    Object.assign(fields, trumpOf(record, rules, bridge));
  } catch (error) {
    if (!(error instanceof BackAlleyError)) throw error;
    [fields["trump"], untold] = [null, error];
  }
  const bids = split(record.value("Bids") ?? "");
  if (bids.length) fields["bids"] = bidsInOrder(bids, dealer === null ? null : seatNamed(dealer, "/dealer"));
  let trump: Trump;
  try {
    trump = trumpOfFields(fields, rules);
  } catch (error) {
    if (error instanceof BackAlleyError) return { fields, untold }; // whoever reads the deal tells of it
    throw error;
  }
  const play = playOf(record, trump, declarerOf(record));
  if (play.length) fields["play"] = play;
  return { fields, untold };
}

function rulesJson(text: string): unknown {
  try {
    return loads(text);
  } catch (error) {
    if (error instanceof BackAlleyError) throw failure("deal", error.first.message, null, "/rules");
    throw error;
  }
}

function handsOf(text: string, bridge: boolean): Record<string, string> {
  const [seat, colon, rest] = partition(text, ":");
  const holdings = split(rest);
  if (!colon || holdings.length !== 4) {
    throw failure("deal", "the tag Deal reads N:hand hand hand hand", null, "/hands");
  }
  const order = clockwise(seatNamed(seat, "/hands"));
  const hands = new Map<Seat, string>(
    order.map((owner, place) => [owner, withoutSuitLetters((holdings[place] ?? "").toUpperCase())]),
  );
  const unknown = SEATS.filter((owner) => /^[-?xX]*$/.test(hands.get(owner) ?? ""));
  const [only] = unknown;
  if (bridge && unknown.length === 1 && only) {
    hands.delete(only);
    hands.set(only, fourthHand(hands));
  } else if (unknown.length) throw handsNotKnown(unknown);
  return Object.fromEntries(hands);
}

/** The field `trump`, as far as it is told and not the upcard's or the rules'. */
function trumpOf(record: PbnRecord, rules: Rules | null, bridge: boolean): { trump?: Trump | string } {
  const named = record.value("Trump");
  if (named !== null) return { trump: named };
  if (record.value("Upcard") !== null) return {};
  if (rules !== null && rules.trump_source !== "upcard") return {};
  let contract: ReturnType<typeof bridgeContract>;
  try {
    contract = bridgeContract(record);
  } catch (error) {
    if (error instanceof BackAlleyError) throw noTrumpTold(error.first.message);
    throw error;
  }
  const alone = !bridge && OF_A_CONTRACT.every((name) => record.tag(name) === null);
  if (contract === null && alone) {
    const plain = partition(record.value("Deal") ?? "", ":")[2]
      .toUpperCase()
      .match(/10|[2-9TJQKA]/g);
    return plain?.length === 52 ? { trump: null } : {};
  }
  const why = bridge ? "neither a contract nor a complete auction tells the trump suit" : "the contract is not known";
  return trumpField(contract, auctionOf(record)[1], why);
}

/** The cards of the Play section as they were played. */
function playOf(record: PbnRecord, trump: Trump, declarer: Seat | null): Card[] {
  const section = record.tag("Play");
  if (!section?.words.length) return [];
  const spaced = withoutAnnotation(section.words.join(" ")).replace(/([*+])/g, " $1 ");
  const words = untilEnd(split(spaced)).map((word) => (word === "+" || /^-*$/.test(word) ? "-" : word));
  if (words.every((word) => word === "-")) return [];
  const player = record.value("Play") ?? (declarer === null ? null : after(declarer, 1));
  return inOrder(trump, seatNamed(player ?? "", "/play"), words);
}

function cardOf(word: string): Card {
  try {
    return parseCard(shorten(word, 20));
  } catch (error) {
    if (error instanceof BackAlleyError) throw failure("deal", error.message, "R1", "/play");
    throw error;
  }
}

/** The cards of rows whose first column is `first`'s, as they were played: each trick begins with its leader. */
function inOrder(trump: Trump, first: Seat, given: readonly string[]): Card[] {
  const [words, leads] = withLeads(given);
  const columns = clockwise(first);
  const order: Card[] = [];
  let leader = first;
  for (let start = 0; start < words.length; start += 4) {
    const row = columns.filter((_, place) => start + place < words.length);
    leader = row.find((_, place) => leads.has(start + place)) ?? leader;
    const trick: Card[] = [];
    for (const seat of clockwise(leader)) {
      const word = words[start + columns.indexOf(seat)] ?? "-";
      if (word === "-") continue;
      if (trick.length < stepsTo(leader, seat) || order.length % 4) {
        const text = `${seat} has played to trick ${start / 4 + 1} out of turn, or a card before is missing`;
        throw failure("deal", text, "R11", "/play");
      }
      trick.push(cardOf(word));
    }
    order.push(...trick);
    if (trick.length) leader = trickWinner(trick, leader, trump);
  }
  return order;
}

/** The words without the marks of leads out of turn, and where those stand. */
function withLeads(words: readonly string[]): [string[], Set<number>] {
  const kept: string[] = [];
  const leads = new Set<number>();
  for (const given of words) {
    const marked = given.startsWith("^L");
    if (marked) leads.add(kept.length);
    const word = marked ? given.slice(2) : given;
    if (length(word)) kept.push(word);
  }
  return [kept, leads];
}
