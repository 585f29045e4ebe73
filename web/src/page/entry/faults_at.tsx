/** What is wrong at one place of a hand, in the engine's words. */
import type { Fault } from "../../errors.ts";
import { type Strings, useWords } from "../strings/strings.ts";

interface FaultsAtProps {
  readonly faults: readonly Fault[];
  /** JSON pointers of the place; whatever lies below them belongs to it. */
  readonly places: readonly string[];
}

export function isAt({ pointer }: Fault, places: readonly string[]): boolean {
  return places.some((place) => pointer === place || pointer.startsWith(`${place}/`));
}

/** The fault as the page says it: what is told to who writes a text is no help to who chooses from a list. */
export function toldOf(each: Fault, words: Strings): Fault {
  const untold = each.pointer.endsWith("/trump") && each.message.startsWith("give trump (");
  return untold ? { ...each, message: words.entry.giveTrump } : each;
}

export function FaultsAt({ faults, places }: FaultsAtProps) {
  const words = useWords();
  return (
    <>
      {faults
        .filter((each) => isAt(each, places))
        .map((each) => (
          <p class="fault" lang="en" key={each.pointer + each.message}>
            {toldOf(each, words).message}
          </p>
        ))}
    </>
  );
}
