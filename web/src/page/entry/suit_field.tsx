/** The ranks of one suit in one hand, typed as letters; or a whole hand, taken when the field is left. */
import { useEffect, useRef, useState } from "preact/hooks";

import type { Suit } from "../../game/cards.ts";
import { SuitIcon } from "../parts/icon.tsx";
import { isWholeHand } from "./typed.ts";

interface SuitFieldProps {
  readonly id: string;
  readonly suit: Suit | "B";
  readonly label: string;
  /** The ranks as the hand has them, highest first. */
  readonly ranks: string;
  /** Takes what is typed; what of it could not be taken, and why, or "". */
  readonly change: (typed: string) => string;
  readonly focused: () => void;
}

/** Dots, blanks and dashes stand between suits: such a text waits for its end. */
const SEVERAL = /[.\s-]/;

export function SuitField({ id, suit, label, ranks, change, focused }: SuitFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  const within = useRef(false);
  // Cards that come from elsewhere take the place of what was typed.
  useEffect(() => {
    if (within.current) return;
    setTyped(null);
    setWrong("");
  }, [ranks]);
  const take = (text: string, end: boolean) => {
    const why = change(text);
    setWrong(why);
    if (end || isWholeHand(text)) setTyped(why && !isWholeHand(text) ? text : null);
  };
  return (
    <div>
      <span class="suit-field">
        <SuitIcon suit={suit} />
        <input
          type="text"
          class={`suit-${suit}`}
          aria-label={label}
          aria-invalid={wrong !== ""}
          aria-describedby={wrong ? id : undefined}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={40}
          value={typed ?? ranks}
          onFocus={() => {
            within.current = true;
            focused();
          }}
          onBlur={() => {
            within.current = false;
            if (typed !== null && SEVERAL.test(typed)) take(typed, true);
            else if (!wrong) setTyped(null);
          }}
          onKeyDown={(event) => {
            // Enter goes on as Tab does, and from the last field to the trump.
            if (event.key !== "Enter") return;
            event.preventDefault();
            const fields = [...document.querySelectorAll<HTMLElement>(".suit-field input, #setup-trump")];
            fields[fields.indexOf(event.currentTarget) + 1]?.focus();
          }}
          onInput={(event) => {
            const text = event.currentTarget.value;
            // More than a letter at a time was not typed: a hand that is pasted is whole at once.
            const pasted = text.length - (typed ?? ranks).length > 1 && isWholeHand(text);
            setTyped(text);
            if (pasted || !SEVERAL.test(text)) take(text, false);
          }}
        />
      </span>
      {wrong && (
        <p class="fault small" role="alert" id={id}>
          {wrong}
        </p>
      )}
    </div>
  );
}
