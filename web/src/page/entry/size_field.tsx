/** How many cards a hand has; empty until it is known. */
import { useWords } from "../strings/strings.ts";

interface SizeFieldProps {
  readonly id: string;
  readonly size: number | null;
  readonly change: (size: number) => void;
}

export function SizeField({ id, size, change }: SizeFieldProps) {
  const words = useWords().entry;
  return (
    <span class="field">
      <label for={id}>{words.size}</label>
      <input
        id={id}
        type="number"
        min="1"
        max="13"
        placeholder="13"
        value={size ?? ""}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          if (typed >= 1 && typed <= 13) change(typed);
        }}
      />
    </span>
  );
}
