/** The buttons that step through the play. */
import type { StepTo } from "../../state/state.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { useWords } from "../strings/strings.ts";

interface ControlsProps {
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly canBest: boolean;
  readonly playing: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly step: (to: StepTo) => void;
  readonly best: () => void;
  readonly auto: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function Controls(given: ControlsProps) {
  const words = useWords().controls;
  const head = useWords().head;
  const buttons: readonly (readonly [IconName, string, () => void, boolean])[] = [
    ["start", words.start, () => given.step("start"), given.atStart],
    ["previous", words.previous, () => given.step("previous"), given.atStart],
    ["next", words.next, () => given.step("next"), given.atEnd],
    ["end", words.end, () => given.step("end"), given.atEnd],
    ["mistake", words.mistake, () => given.step("mistake"), false],
    ["best", words.best, given.best, !given.canBest],
    given.playing ? ["stop", words.stop, given.auto, false] : ["auto", words.auto, given.auto, !given.canBest],
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
