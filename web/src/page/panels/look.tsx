/** Theme, suits and language. */
import type { Settings } from "../../state/state.ts";
import { Dialog } from "../parts/dialog.tsx";
import { LANGUAGES, useWords } from "../strings/strings.ts";

interface LookProps {
  readonly settings: Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly close: () => void;
}

export function Look({ settings, change, close }: LookProps) {
  const words = useWords().look;
  return (
    <Dialog title={words.label} close={close}>
      <span class="field">
        <label for="look-theme">{words.theme}</label>
        <select
          id="look-theme"
          value={settings.theme}
          onChange={(event) => change({ theme: event.currentTarget.value as Settings["theme"] })}
        >
          {Object.entries(words.themes).map(([theme, name]) => (
            <option key={theme} value={theme}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <span class="field">
        <label for="look-suits">{words.suits}</label>
        <select
          id="look-suits"
          value={settings.suits}
          onChange={(event) => change({ suits: event.currentTarget.value as Settings["suits"] })}
        >
          <option value="four">{words.four}</option>
          <option value="two">{words.two}</option>
        </select>
      </span>
      <span class="field">
        <label for="look-language">{words.language}</label>
        <select id="look-language" value={settings.language} onChange={(event) => change({ language: event.currentTarget.value })}>
          {Object.entries(LANGUAGES).map(([tag, strings]) => (
            <option key={tag} value={tag} lang={tag}>
              {strings.language} {strings.unreviewed}
            </option>
          ))}
        </select>
      </span>
      <label class="row">
        <input
          type="checkbox"
          checked={settings.colourSafe}
          onChange={(event) => change({ colourSafe: event.currentTarget.checked })}
        />
        {words.colourSafe}
      </label>
    </Dialog>
  );
}
