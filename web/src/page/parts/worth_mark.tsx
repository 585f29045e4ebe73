/** What a card is worth: its number, a sign and a colour that say how much it loses. */
import type { Worth } from "../worth.ts";
import { Icon } from "./icon.tsx";

export function WorthMark({ worth }: { readonly worth: Worth }) {
  return (
    <span class={`worth ${worth.tone}${worth.shown.length > 2 ? " long" : ""}`} aria-hidden="true">
      {worth.tone === "best" ? <Icon name="tick" /> : <Icon name={worth.tone === "small" ? "lower" : "lowest"} />}
      {worth.shown}
    </span>
  );
}
