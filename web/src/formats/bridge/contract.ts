/** Contracts of bridge as people write them, and the auctions that end in them: trump and declarer. */
import { type BackAlleyError, failure, shorten } from "../../errors.ts";
import { after, type Seat, seatPlace, type Trump } from "../../game/cards.ts";
import { length, split, withoutEnd } from "../../text.ts";

const NUMBERS = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"];
const SUIT_WORDS = "SPADES?|HEARTS?|DIAMONDS?|CLUBS?";
const NO_TRUMP = "NO[ -]?TRUMPS?|N\\.?T\\.?";
const SEAT = "NORTH|EAST|SOUTH|WEST|[NESW]";
const RISK = "\\*\\*?|X[ ]?[24]|XX?|(?:RE)?-?(?:DOUBLED?|DBLD?)|RDBLD?|RD?|D";
const RESULT = "=|[-+][ ]?[0-9]{1,2}|(?:MADE|MAKING|MAKES|DOWN)(?:[ ][0-9]{1,2})?";
const CONTRACT = new RegExp(
  `^(?:(?<before>${SEAT})[ :]+)?(?<level>[1-7]|${NUMBERS.join("|")})[ -]?(?<strain>${SUIT_WORDS}|${NO_TRUMP}|[SHDCN])` +
    `(?:[ ]?(?<risk>${RISK}))?(?:[ ]?(?:BY[ ]?)?\\(?(?<after>${SEAT})\\)?)?` +
    `(?:[ ]?(?<late>${RISK}))?(?:[ ]?(?:${RESULT}))?$`,
);
const STRAIN = new RegExp(`^(?:${SUIT_WORDS}|${NO_TRUMP}|[SHDC])$`);
const PASSED = /^(?:P|AP|(?:ALL )?PASS(?:ED)?(?: ?-?OUT)?|(?:4 |FOUR )?PASSES)$/;
const CALL = new RegExp(
  `(?<bid>[1-7](?:${SUIT_WORDS}|${NO_TRUMP}|[SHDCN]))|(?<all>AP|ALLPASS)|` +
    "(?<double>XX?|(?:RE)?(?:DOUBLE|DBL)|RDBL|R|D)|(?<pass>PASS|P)|(?<none>-)",
  "y",
);
const LONGEST = 60;

/** What was to be made: `level` odd tricks in `trump`; level 0 if all passed, null where only the strain is told. */
export interface BridgeContract {
  readonly level: number | null;
  readonly trump: Trump;
  readonly declarer: Seat | null;
}

function trumpOf(strain: string): Trump {
  return strain.startsWith("N") ? null : (strain.charAt(0) as Trump);
}

/** In capitals, suits as letters, one space between words. */
function plain(text: string): string {
  const words = split(text.slice(0, 100_000).replace(/[,_]/g, " ")).join(" ");
  const letters = Array.from(words.slice(0, 40 * LONGEST))
    .slice(0, 10 * LONGEST)
    .join("")
    .toUpperCase();
  return split(
    letters
      .replace(/[♠♤]/g, "S")
      .replace(/[♥♡]/g, "H")
      .replace(/[♦♢]/g, "D")
      .replace(/[♣♧]/g, "C")
      .replace(/[\ufe0e\ufe0f\\!]/g, ""),
  ).join(" ");
}

/** The contract in a text; null where it says that nothing is known. An error where it cannot be read. */
export function readContract(text: string): BridgeContract | null {
  const word = plain(text);
  if (["", "?", "-", "#", "UNKNOWN", "NONE"].includes(word)) return null;
  if (length(word) <= LONGEST) {
    const told = CONTRACT.exec(word)?.groups;
    if (told) {
      const seats = new Set([told["before"], told["after"]].flatMap((seat) => (seat ? [seat.charAt(0) as Seat] : [])));
      const risks = [told["risk"], told["late"]].filter((risk) => risk);
      if (seats.size <= 1 && risks.length <= 1) {
        const level = told["level"] ?? "";
        const named = NUMBERS.indexOf(level) + 1;
        return { level: named || Number(level), trump: trumpOf(told["strain"] ?? ""), declarer: [...seats][0] ?? null };
      }
    }
    if (STRAIN.test(word)) return { level: null, trump: trumpOf(word), declarer: null };
    if (PASSED.test(word)) return { level: 0, trump: null, declarer: null };
  }
  throw failure("deal", `the contract '${shorten(text)}' names no trump suit that can be read`, null, "/trump");
}

/** The calls of an auction: `4H`, `3NT`, `Pass`, `X`, `XX`, `AP`, and `-` for none; null if a word is none of them. */
export function readCalls(words: readonly string[]): string[] | null {
  const calls: string[] = [];
  for (const word of words) {
    const letters = plain(withoutEnd(word, "!?*")).replaceAll(" ", "");
    CALL.lastIndex = 0;
    while (CALL.lastIndex < letters.length) {
      const told = CALL.exec(letters)?.groups;
      if (!told) return null;
      const { bid, all, double, pass } = told;
      if (bid) calls.push(bid.charAt(0) + (trumpOf(bid.slice(1)) ?? "NT"));
      else if (double) calls.push(double === "XX" || double.startsWith("R") ? "XX" : "X");
      else calls.push(all ? "AP" : pass ? "Pass" : "-");
    }
  }
  return calls;
}

/** What a complete auction ends in; null for any other. `first` made the first call and is needed for the declarer. */
export function contractOfCalls(calls: readonly string[], first: Seat | null): BridgeContract | null {
  if (goesOnAfterPasses(calls)) return null;
  let last: BridgeContract | null = null;
  let passes = 0;
  const named = new Map<string, Seat>(); // who first named a strain, by side
  calls.forEach((call, place) => {
    if (call === "-") return;
    if (call === "Pass" || call === "AP") {
      passes = call === "AP" ? 4 : passes + 1;
      return;
    }
    passes = 0;
    if (call === "X" || call === "XX") return;
    const trump = trumpOf(call.slice(1));
    let declarer: Seat | null = null;
    if (first !== null) {
      const seat = after(first, place);
      const key = `${seatPlace(seat) % 2}${trump}`;
      declarer = named.get(key) ?? seat;
      named.set(key, declarer);
    }
    last = { level: Number(call.charAt(0)), trump, declarer };
  });
  if (last === null) return passes >= 4 ? { level: 0, trump: null, declarer: null } : null;
  return passes >= 3 ? last : null;
}

/** Whether somebody bids or doubles after the passes that end an auction; more passes do no harm. */
export function goesOnAfterPasses(calls: readonly string[]): boolean {
  let due = 4;
  for (const call of calls) {
    if (call === "Pass") due -= 1;
    else if (call === "AP") due = 0;
    else if (call !== "-") {
      if (due <= 0) return true;
      due = 3;
    }
  }
  return false;
}

/** The field `trump` of a deal's JSON form, the contract's; an error where the record tells none, for `why`. */
export function trumpField(
  contract: BridgeContract | null,
  calls: readonly string[] | null,
  why: string,
): { trump: Trump } {
  if (contract !== null && contract.level !== 0) return { trump: contract.trump };
  if (contract !== null) throw noTrumpTold("all passed, so there is no contract");
  const on = "the auction goes on after the passes that end it, and so tells no trump suit";
  throw noTrumpTold(goesOnAfterPasses(calls ?? []) ? on : why);
}

/** The error of a bridge record that tells no trump suit. */
export function noTrumpTold(why: string): BackAlleyError {
  return failure("deal", `${why}: give trump, with --trump or in a [Trump] tag`, "R3", "/trump");
}
