/**
 * LIN, the notation of online bridge clubs: one board, a file of boards, or a match in two rooms.
 * `md|3SAKQ…,…,…,|` are dealer (1 to 4 for S W N E) and hands from S, the fourth left out; `mb|1N|` calls, `pc|HQ|`
 * cards in the order played.
 * All deals are of bridge: the rules are `whist`, trump is the contract's, and declarer's left leads.
 */
import { BackAlleyError, failure, jsonPointer, shorten } from "../../errors.ts";
import type { Seat } from "../../game/cards.ts";
import type { Rules } from "../../game/rules.ts";
import { strip, stripOf, withoutEnd } from "../../text.ts";
import { fourthHand, handsNotKnown, withoutSuitLetters } from "../holding.ts";
import type { Told } from "../pbn.ts";
import type { Line } from "../place.ts";
import { type BridgeContract, contractOfCalls, readCalls, readContract, trumpField } from "./contract.ts";

const SEATS: readonly Seat[] = ["S", "W", "N", "E"]; // in the order of names and hands
const CARD = /([SHDC])(10|[2-9TJQKA])/g;
const RESULT = /^\s*([1-7].*?)\s*(=|[-+][0-9]{1,2})\s*$/;
const COMMANDS_A_PULSE = 2000;
const LONGEST_RESULT = 100;
const LONGEST_DEAL = 10_000;
/** Calls and plays of one board that are looked at. */
const MOST_WORDS = 2000;
const MOST_CHARACTERS = 1_000_000;

/** What one board says: each command's values in order, as they stand there. */
export interface LinBoard {
  readonly line: number;
  readonly room: string;
  board: string;
  names: readonly string[];
  deal: string;
  calls: string[];
  cards: string[];
  result: string;
}

export function dealerOf(board: LinBoard): Seat | null {
  return /^[1-4]/.test(board.deal) ? (SEATS[Number(board.deal.charAt(0)) - 1] ?? null) : null;
}

/** What the auction ends in, else what the list of results says; null where neither tells. */
export function contractOf(board: LinBoard): BridgeContract | null {
  const calls = readCalls(board.calls);
  const contract = calls === null ? null : contractOfCalls(calls, dealerOf(board));
  if (contract !== null || !board.result) return contract;
  try {
    const told = board.result.length <= LONGEST_RESULT ? RESULT.exec(board.result)?.[1] : undefined;
    return readContract(told ?? board.result);
  } catch (error) {
    if (error instanceof BackAlleyError) return null;
    throw error;
  }
}

/** The board as the deal's JSON form, its play not checked. */
export function fieldsOfBoard(board: LinBoard, rules: Rules | null): Told {
  const fields: Record<string, unknown> = { dealer: dealerOf(board), hands: handsOf(board) };
  if (rules === null) fields["rules"] = "whist";
  let untold: BackAlleyError | null = null;
  try {
    if (rules === null || rules.trump_source === "upcard") {
      const why = "no complete auction tells the trump suit";
      Object.assign(fields, trumpField(contractOf(board), readCalls(board.calls), why));
    }
  } catch (error) {
    if (!(error instanceof BackAlleyError)) throw error;
    [fields["trump"], untold] = [null, error];
  }
  if (board.cards.length) fields["play"] = playOf(board);
  return { fields, untold };
}

function handsOf(board: LinBoard): Record<string, string> {
  const words = board.deal
    .replace(/^[01234 ]+/, "")
    .toUpperCase()
    .split(",")
    .map(strip);
  if (words.length > 4)
    throw failure("deal", `${words.length} hands are dealt, and there are four seats`, "R1", "/hands");
  const hands = new Map(
    SEATS.map((seat, place) => [seat, withoutSuitLetters(everySuit((words[place] ?? "").replaceAll("10", "T")))]),
  );
  const unknown = SEATS.filter((seat) => !stripOf(hands.get(seat) ?? "", "."));
  const [only] = unknown;
  if (unknown.length === 1 && only) {
    hands.delete(only);
    hands.set(only, fourthHand(hands));
  } else if (unknown.length) throw handsNotKnown(unknown);
  return Object.fromEntries(hands);
}

/** The hand with the letters of all four suits, of which void ones may be left out. */
function everySuit(hand: string): string {
  const suits = new Map(Array.from("SHDC", (letter) => [letter, ""]));
  let suit = "";
  for (const letter of hand) {
    if (suits.has(letter)) suit = letter;
    else if (suit) suits.set(suit, (suits.get(suit) ?? "") + letter);
    else return hand;
  }
  return [...suits].map(([letter, ranks]) => letter + ranks).join("");
}

function playOf(board: LinBoard): string[] {
  const cards: string[] = [];
  for (const word of board.cards) {
    const plain = withoutEnd(strip(word).toUpperCase(), "!?");
    const parts = [...plain.matchAll(CARD)];
    if (parts.map(([card]) => card).join("") !== plain) {
      throw failure("deal", `'${shorten(word)}' is no card`, "R1", jsonPointer("play", cards.length));
    }
    cards.push(...parts.map(([, suit, rank]) => (rank ?? "").replace("10", "T") + (suit ?? "")));
  }
  return cards;
}

/** The boards in order; commands before the first are the match's own. */
export function* boardsOf(lines: Iterable<Line>): Generator<LinBoard | null> {
  let title = "";
  let results: string[] = [];
  let names: string[] = [];
  let board: LinBoard | null = null;
  const deals = new Map<string, string>();
  for (const told of commandsOf(lines)) {
    if (told === null) {
      yield null;
      continue;
    }
    const [line, command, value] = told;
    if (command === "vg") title = value;
    else if (command === "rs") results = value.split(",");
    else if (command === "pn") {
      names = value.split(",").map(strip);
      if (board?.deal) {
        yield board;
        board = null;
      } else if (board) board.names = namesOf(names, board.room);
    } else if (command === "qx") {
      if (board?.deal) yield board;
      board = boardOfMatch(line, value, names, title, results);
      board.deal = deals.get(board.board) ?? "";
    } else if (command === "md") {
      const other = board !== null && board.deal.toUpperCase() !== value.toUpperCase();
      if (board?.deal && (board.calls.length || board.cards.length || !board.room) && other) {
        yield board;
        board = null;
      }
      board ??= newBoard(line, "", "", namesOf(names, ""));
      board.deal = strip(value.slice(0, LONGEST_DEAL));
      deals.set(board.board, board.deal);
    } else if (board !== null) add(board, command, value);
  }
  if (board?.deal) yield board;
}

function newBoard(line: number, room: string, board: string, names: readonly string[]): LinBoard {
  return { line, room, board, names, deal: "", calls: [], cards: [], result: "" };
}

function namesOf(names: readonly string[], room: string): readonly string[] {
  return room === "closed" && names.length >= 8 ? names.slice(4, 8) : names.slice(0, 4);
}

/** The board that `qx|o7|` begins. */
function boardOfMatch(line: number, value: string, names: string[], title: string, results: string[]): LinBoard {
  const letter = strip(value).charAt(0).toLowerCase();
  const room = letter === "o" ? "open" : letter === "c" ? "closed" : "";
  const number = /[0-9]+/.exec(value)?.[0] ?? "";
  const board = newBoard(line, room, number, namesOf(names, room));
  const first = strip(title.split(",")[3] ?? "");
  if (results.length && number && /^[0-9]+$/.test(first)) {
    const place = 2 * (Number(number.slice(0, 6)) - Number(first)) + Number(room === "closed");
    board.result = strip(results[place] ?? "");
  }
  return board;
}

function add(board: LinBoard, command: string, value: string): void {
  if (command === "mb" && board.calls.length < MOST_WORDS) board.calls.push(value);
  else if (command === "pc" && board.cards.length < MOST_WORDS) board.cards.push(value);
  else if (command === "ah" && !board.board) board.board = /[0-9]+/.exec(value)?.[0] ?? "";
}

/** Each command with its value and the line it begins in; a value may go over several lines. */
function* commandsOf(lines: Iterable<Line>): Generator<[number, string, string] | null> {
  let command = "";
  let value: string[] = [];
  let size = 0;
  let began = 0;
  let open = false;
  let told = 0;
  for (const numbered of lines) {
    if (numbered === null) {
      yield null;
      continue;
    }
    const [number, line] = numbered;
    for (let start = 0, bar = 0; bar >= 0; start = bar + 1) {
      bar = line.indexOf("|", start);
      const part = line.slice(start, bar < 0 ? line.length : bar);
      told += 1;
      if (told % COMMANDS_A_PULSE === 0) yield null;
      if (open) {
        value.push(part);
        size += part.length;
        if (bar >= 0) {
          yield [began, command, value.join("\n")];
          open = false;
        } else if (size > MOST_CHARACTERS) {
          value = value.slice(0, 1);
          size = value[0]?.length ?? 0;
        }
      } else if (bar >= 0) {
        command = strip(part).toLowerCase().slice(-2);
        [began, value, size, open] = [number, [], 0, true];
      }
    }
  }
  if (open && strip(value.join(""))) yield [began, command, value.join("\n")]; // the last value's bar is missing
}
