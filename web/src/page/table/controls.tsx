/** The buttons that step through the play. */
import type { StepTo } from "../../state/state.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { useWords } from "../strings/strings.ts";

interface ControlsProps {
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly canBest: boolean;
  /** Without what would give the answer away. */
  readonly quiet: boolean;
  readonly playing: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly step: (to: StepTo) => void;
  readonly best: () => void;
  readonly mistake: () => void;
  /** Whether a mistake lies further on. */
  readonly canMistake: boolean;
  readonly auto: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

type Button = readonly [icon: IconName, label: string, press: () => void, off: boolean];

export function Controls(given: ControlsProps) {
  const words = useWords().controls;
  const head = useWords().head;
  const helps: readonly Button[] = [
    ["mistake", words.mistake, given.mistake, !given.canMistake],
    ["best", words.best, given.best, !given.canBest],
    given.playing ? ["stop", words.stop, given.auto, false] : ["auto", words.auto, given.auto, !given.canBest],
  ];
  const buttons: readonly Button[] = [
    ["start", words.start, () => given.step("start"), given.atStart],
    ["previous", words.previous, () => given.step("previous"), given.atStart],
    ["next", words.next, () => given.step("next"), given.atEnd],
    ["end", words.end, () => given.step("end"), given.atEnd],
    ...(given.quiet ? [] : helps),
    ["undo", head.undo, given.undo, !given.canUndo],
    ["redo", head.redo, given.redo, !given.canRedo],
  ];
  return (
    <div class="controls" role="toolbar" aria-label={words.label}>
      {buttons.map(([icon, label, press, off]) => (
        <button type="button" key={icon} aria-label={label} title={label} aria-disabled={off} onClick={() => off || press()}>
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}
