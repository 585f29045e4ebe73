/** Why a card that was pressed may not be played. */
import { Icon } from "../parts/icon.tsx";
import { useWords } from "../strings/strings.ts";

export function Why({ text, close }: { readonly text: string; readonly close: () => void }) {
  const words = useWords().why;
  return (
    <div class="why row spread" role="alert">
      <p>
        <strong>{words.title}.</strong> {text}
      </p>
      <button type="button" class="plain" aria-label={words.close} onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}
