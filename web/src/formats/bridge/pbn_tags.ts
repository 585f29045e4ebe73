/** What the tags of a PBN record tell of bridge: contract, auction and declarer. */
import { BackAlleyError } from "../../errors.ts";
import { SEATS, type Seat } from "../../game/cards.ts";
import { type BridgeContract, contractOfCalls, readCalls, readContract } from "./contract.ts";
import type { PbnRecord } from "./pbn_records.ts";

/** Tags that tell a deal of Back Alley. */
const OUR_TAGS = ["Trump", "Upcard", "Bids", "Rules"];
const BRIDGE_TAGS = ["Contract", "Declarer", "Result"];

export function isSeat(word: string): word is Seat {
  return (SEATS as readonly string[]).includes(word);
}

/** Whether it tells of bridge, a contract, calls or play, and has no tag of ours, and no hand a fifth group. */
export function isBridge(record: PbnRecord): boolean {
  const deal = record.value("Deal") ?? "";
  if (OUR_TAGS.some((name) => record.value(name) !== null)) return false;
  if (deal.split(/\s+/).some((hand) => hand.split(".").length > 4)) return false;
  const sections = [record.tag("Auction"), record.tag("Play")];
  const told = sections.some((section) => section?.words.some((word) => word !== "*"));
  return told || BRIDGE_TAGS.some((name) => record.value(name) !== null);
}

/** What the Contract tag says, or a complete auction ends in; null where neither tells. */
export function bridgeContract(record: PbnRecord): BridgeContract | null {
  const contract = readContract(record.value("Contract") ?? "");
  if (contract !== null) return contract;
  const [first, calls] = auctionOf(record);
  return calls === null ? null : contractOfCalls(calls, first);
}

/** Who makes the first call of the Auction section, and the calls; null where there are none or a word is no call. */
export function auctionOf(record: PbnRecord): [Seat | null, string[] | null] {
  const section = record.tag("Auction");
  if (section === null) return [null, null];
  const first = record.value("Auction") ?? record.value("Dealer") ?? "";
  const words = untilEnd(section.words).map((word) => (word === "^S" ? "-" : withoutAnnotation(word)));
  return [isSeat(first) ? first : null, readCalls(words.filter((word) => word !== "" && word !== "+"))];
}

/** As the tag says, else as the contract or the auction does. */
export function declarerOf(record: PbnRecord): Seat | null {
  const named = (record.value("Declarer") ?? "").replace(/^\^/, "");
  if (isSeat(named)) return named;
  try {
    return bridgeContract(record)?.declarer ?? null;
  } catch (error) {
    if (error instanceof BackAlleyError) return null;
    throw error;
  }
}

/** The words of a section before its `*`. */
export function untilEnd(words: readonly string[]): readonly string[] {
  const end = words.indexOf("*");
  return end < 0 ? words : words.slice(0, end);
}

/** The words of a section without suffixes, notes, glyphs, and marks of irregularities but a lead out of turn. */
export function withoutAnnotation(text: string): string {
  return text.replace(/\$[0-9]+|=[0-9]+=|[!?]+|\^[A-KM-Z]/g, "");
}
