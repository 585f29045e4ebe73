/** One field for every notation, and a file. */
import { useRef, useState } from "preact/hooks";

import type { Fault } from "../../errors.ts";
import { sentence } from "../../errors.ts";
import { toldOf } from "./faults_at.tsx";
import { useWords } from "../strings/strings.ts";

interface PasteProps {
  readonly faults: readonly Fault[];
  readonly read: (text: string, name: string) => void;
  readonly open: (file: File) => void;
}

export const EXAMPLE =
  "W C N:AK6.65.2.QJ.B 92.T.K43.43.L JT73.K87..72 Q84.A32.Q5.A 0 1 5 7 " +
  "AH.5H.TH.KH.2H.6H.3C.7H.LB.2C.AC.JC.4C.7C.5D.QC.KS.9S.3S.QS.AS.2S.JS.4S.BB.4D.8H.8S.6S.3D.7S.QD.TS.3H.2D.KD up=5C";

export function Paste({ faults, read, open }: PasteProps) {
  const all = useWords();
  const words = all.entry;
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim()) read(text, "");
  };
  return (
    <form class="box paste" onSubmit={submit}>
      <h2>
        <label for="paste-text">{words.paste}</label>
      </h2>
      <p class="muted small" id="paste-hint">
        {words.pasteHint}
      </p>
      <textarea
        id="paste-text"
        ref={field}
        rows={3}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={text}
        aria-describedby="paste-hint paste-faults"
        aria-invalid={faults.length > 0}
        onInput={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          // A deal that is pasted into the empty field is shown at once.
          const pasted = event.clipboardData?.getData("text/plain") ?? "";
          if (text || !pasted.trim()) return;
          event.preventDefault();
          if (pasted.length < 100_000) setText(pasted);
          read(pasted, "");
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <div id="paste-faults" role="alert">
        {faults.map((each, index) => (
          <p class="fault" lang="en" key={index}>
            {sentence(toldOf(each, all))}
          </p>
        ))}
      </div>
      <div class="row">
        <button type="submit" class="first">
          {words.pasteGo}
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          {words.file}
        </button>
        <input
          ref={file}
          type="file"
          class="hidden-text"
          tabIndex={-1}
          aria-label={words.file}
          accept=".pbn,.lin,.json,.jsonl,.txt,text/*"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen) open(chosen);
            event.currentTarget.value = "";
          }}
        />
        <button
          type="button"
          class="plain"
          onClick={() => {
            setText(EXAMPLE);
            read(EXAMPLE, "");
          }}
        >
          {words.example}
        </button>
      </div>
    </form>
  );
}
