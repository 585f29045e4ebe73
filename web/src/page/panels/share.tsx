/** The link, and the hand as text, picture or a piece of another page. */
import { useRef, useState } from "preact/hooks";

import type { Moment } from "../moment.ts";
import { Dialog } from "../parts/dialog.tsx";
import { copyText, saveAs } from "../share/clipboard.ts";
import { FORMS, type FormName, sharedText } from "../share/forms.ts";
import { pictureOf, pngOf } from "../share/picture.ts";
import { useWords } from "../strings/strings.ts";

interface ShareProps {
  readonly moment: Moment;
  /** The page's address with the whole hand in it. */
  readonly link: string;
  readonly close: () => void;
}

/** Addresses that only this computer can open. */
const HERE = /^(file:|https?:\/\/(localhost|127\.[\d.]+|\[::1\])[:/])/;

export function Share({ moment, link, close }: ShareProps) {
  const words = useWords();
  const [form, setForm] = useState<FormName>("line");
  const [said, setSaid] = useState("");
  const output = useRef<HTMLTextAreaElement>(null);
  const text = sharedText(form, moment, link);
  const copy = async (what: string, content: string) => {
    if (await copyText(content)) setSaid(words.share.copied(what));
    else {
      output.current?.select();
      setSaid(words.share.cannot);
    }
  };
  const label = words.share.forms[form] ?? form;
  return (
    <Dialog title={words.share.label} close={close}>
      <div class="field">
        <label for="share-link">{words.share.link}</label>
        <div class="row nowrap">
          <input id="share-link" type="text" readonly value={link} onFocus={(event) => event.currentTarget.select()} />
          <button type="button" class="first" onClick={() => copy(words.share.link, link)}>
            {words.share.copy}
          </button>
        </div>
        <p class="muted small">{words.share.linkHint}</p>
        {HERE.test(link) && <p class="fault small">{words.share.linkHere}</p>}
      </div>
      <div class="field">
        <label for="share-form">{words.share.format}</label>
        <div class="row nowrap">
          <select id="share-form" value={form} onChange={(event) => setForm(event.currentTarget.value as FormName)}>
            {FORMS.map((name) => (
              <option key={name} value={name}>
                {words.share.forms[name] ?? name}
              </option>
            ))}
          </select>
          <button type="button" onClick={() => copy(label, text)}>
            {words.share.copy}
          </button>
        </div>
      </div>
      <textarea ref={output} class="output" rows={6} readonly aria-label={words.share.preview} value={text} />
      <div class="row">
        <span>{words.share.picture}</span>
        <button
          type="button"
          onClick={() => {
            saveAs("back-alley.svg", new Blob([pictureOf(moment, words)], { type: "image/svg+xml" }));
            setSaid(words.share.saved("SVG"));
          }}
        >
          SVG
        </button>
        <button
          type="button"
          onClick={() =>
            pngOf(pictureOf(moment, words)).then(
              (picture) => {
                saveAs("back-alley.png", picture);
                setSaid(words.share.saved("PNG"));
              },
              () => setSaid(words.share.noPicture),
            )
          }
        >
          PNG
        </button>
      </div>
      <p role="status">{said}</p>
    </Dialog>
  );
}
