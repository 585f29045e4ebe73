/** The ranks of one suit in one hand, typed as letters. */
import { useEffect, useState } from "preact/hooks";

import type { Suit } from "../../game/cards.ts";
import { SuitIcon } from "../parts/icon.tsx";

interface SuitFieldProps {
  readonly suit: Suit | "B";
  readonly label: string;
  /** The ranks as the hand has them, highest first. */
  readonly ranks: string;
  /** Takes what is typed; the letters it could not take. */
  readonly change: (typed: string) => string;
  readonly focused: () => void;
}

export function SuitField({ suit, label, ranks, change, focused }: SuitFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => setWrong(""), [ranks]);
  return (
    <span class="suit-field">
      <SuitIcon suit={suit} />
      <input
        type="text"
        class={`suit-${suit}`}
        aria-label={label}
        aria-invalid={wrong !== ""}
        title={wrong || undefined}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={40}
        value={typed ?? ranks}
        onFocus={() => {
          setTyped(ranks);
          focused();
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          // Enter goes on as Tab does, and from the last field to the trump.
          if (event.key !== "Enter") return;
          event.preventDefault();
          const fields = [...document.querySelectorAll<HTMLElement>(".suit-field input, #setup-trump")];
          fields[fields.indexOf(event.currentTarget) + 1]?.focus();
        }}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          setWrong(change(text));
          if (text.includes(".")) setTyped(null);
        }}
      />
    </span>
  );
}
