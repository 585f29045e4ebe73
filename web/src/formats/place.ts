/** Where in a file a record stands, and what was read there. */
import { BackAlleyError, shorten } from "../errors.ts";

/** A line with its number, counted from 1. */
export type Numbered = readonly [number, string];
/** A line, or null where who reads may rest: generators of records hand it on. */
export type Line = Numbered | null;

/** `line 7, board 3`, or "" where pointers alone say where it stands. */
export function placeOf(line: number, board = ""): string {
  return board ? `line ${line}, board ${shorten(board)}` : `line ${line}`;
}

/** What was read of one record, or what is wrong with it. */
export type Scanned<T> =
  | { readonly place: string; readonly board: string; readonly item: T; readonly error: null }
  | { readonly place: string; readonly board: string; readonly item: null; readonly error: BackAlleyError };

/** What `read` makes of a record, or what is wrong with it. */
export function scanned<T>(place: string, board: string, read: () => T): Scanned<T> {
  try {
    return { place, board, item: read(), error: null };
  } catch (error) {
    if (!(error instanceof BackAlleyError)) throw error;
    return { place, board, item: null, error: new BackAlleyError("deal", error.faults, place) };
  }
}
