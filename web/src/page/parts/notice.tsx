/** One line about something that does not work, which can be sent away. */
import { useEffect, useState } from "preact/hooks";

import { useWords } from "../strings/strings.ts";
import { Icon } from "./icon.tsx";

interface NoticeProps {
  readonly text: string;
  readonly again?: (() => void) | undefined;
  readonly dismiss?: (() => void) | undefined;
}

export function Notice({ text, again, dismiss }: NoticeProps) {
  const words = useWords().bad;
  const [gone, setGone] = useState(false);
  useEffect(() => setGone(false), [text]);
  if (gone || !text) return null;
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      {again && (
        <button type="button" onClick={again}>
          {words.retry}
        </button>
      )}
      <button type="button" class="plain" aria-label={words.dismiss} onClick={() => (dismiss ? dismiss() : setGone(true))}>
        <Icon name="close" />
      </button>
    </div>
  );
}
