/** What the values mean, how they were found, and whether tricks or points are shown. */
import type { Settings } from "../../state/state.ts";
import { Icon } from "../parts/icon.tsx";
import { useWords } from "../strings/strings.ts";

interface LegendProps {
  readonly units: Settings["units"];
  readonly canPoints: boolean;
  readonly shown: boolean;
  /** "Solving…", how long it took, or why there is no value. */
  readonly status: string;
  readonly change: (change: Partial<Settings>) => void;
}

export function Legend({ units, canPoints, shown, status, change }: LegendProps) {
  const words = useWords().values;
  const points = canPoints && units === "points";
  return (
    <section class="legend" aria-label={words.label}>
      <div class="row" role="group" aria-label={words.label}>
        <button type="button" aria-pressed={shown} onClick={() => change({ showValues: !shown })}>
          {words.show}
        </button>
        <button type="button" aria-pressed={!points} onClick={() => change({ units: "tricks" })}>
          {words.tricks}
        </button>
        <button type="button" aria-pressed={points} disabled={!canPoints} onClick={() => change({ units: "points" })}>
          {words.points}
        </button>
      </div>
      <span class="row marks">
        <span class="worth best"><Icon name="tick" /></span> {words.best}
        <span class="worth small"><Icon name="lower" /></span> {words.small}
        <span class="worth big"><Icon name="lowest" /></span> {words.big}
      </span>
      <span class="muted" data-testid="status">{status}</span>
    </section>
  );
}
