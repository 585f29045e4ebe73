/** What is wrong at one place of a hand, in the engine's words. */
import type { Fault } from "../../errors.ts";

interface FaultsAtProps {
  readonly faults: readonly Fault[];
  /** JSON pointers of the place; whatever lies below them belongs to it. */
  readonly places: readonly string[];
}

export function isAt({ pointer }: Fault, places: readonly string[]): boolean {
  return places.some((place) => pointer === place || pointer.startsWith(`${place}/`));
}

export function FaultsAt({ faults, places }: FaultsAtProps) {
  return (
    <>
      {faults
        .filter((each) => isAt(each, places))
        .map((each) => (
          <p class="fault" lang="en" key={each.pointer + each.message}>
            {each.message}
          </p>
        ))}
    </>
  );
}
