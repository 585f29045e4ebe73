/** The keys, and how the values are read. */
import { Dialog } from "../parts/dialog.tsx";
import { useWords } from "../strings/strings.ts";

interface HelpProps {
  readonly close: () => void;
  readonly letters: boolean;
  readonly setLetters: (on: boolean) => void;
}

export function Help({ close, letters, setLetters }: HelpProps) {
  const words = useWords().help;
  return (
    <Dialog title={words.label} close={close}>
      <h3>{words.reading}</h3>
      {words.text.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <h3>{words.keys}</h3>
      <dl class="keys">
        {words.list.map(([key, meaning]) => (
          <>
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>
            <dd key={meaning}>{meaning}</dd>
          </>
        ))}
      </dl>
      <label class="row">
        <input type="checkbox" checked={letters} onChange={(event) => setLetters(event.currentTarget.checked)} />
        {words.shortcuts}
      </label>
    </Dialog>
  );
}
