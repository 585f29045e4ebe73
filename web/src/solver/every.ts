// The values along a record, position by position from the last one back.
import type { Position } from "./position.ts";
import { Unsolved, type AskingEvery, type CardValues } from "./solver.ts";

/**
 * Asks for the position before each card of the play and after the last, one after another.  From the end back: each
 * leaves its table to the next, so that the whole costs little more than the first position alone.
 */
export async function everyPosition(
  position: Position,
  asking: AskingEvery,
  ask: (at: Position) => Promise<CardValues>,
): Promise<CardValues[]> {
  const values: CardValues[] = [];
  for (let played = position.play.length; played >= 0; played--) {
    const value = await ask({ ...position, play: position.play.slice(0, played) });
    // An answer that was under way when its asker left is nobody's.
    if (asking.signal?.aborted) throw cancelled();
    asking.known?.(played, value);
    values.unshift(value);
  }
  return values;
}

export function cancelled(): Unsolved {
  return new Unsolved("cancelled", "cancelled before the answer was known");
}
