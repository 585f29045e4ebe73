/** A deal at random, by size and seed; the same seed deals the same cards. */
import { useState } from "preact/hooks";

import { useWords } from "../strings/strings.ts";

interface RandomProps {
  readonly size: number;
  readonly deal: (size: number, seed: string) => void;
}

export function freshSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

export function RandomDeal({ size, deal }: RandomProps) {
  const words = useWords().entry;
  const [cards, setCards] = useState(size);
  const [seed, setSeed] = useState("");
  return (
    <form
      class="box random"
      onSubmit={(event) => {
        event.preventDefault();
        deal(cards, seed.trim() || freshSeed());
      }}
    >
      <h2>{words.random}</h2>
      <div class="row end">
        <span class="field">
          <label for="random-size">{words.size}</label>
          <input
            id="random-size"
            type="number"
            min="1"
            max="13"
            required
            value={cards}
            onInput={(event) => setCards(event.currentTarget.valueAsNumber || 1)}
          />
        </span>
        <span class="field">
          <label for="random-seed">{words.seed}</label>
          <input
            id="random-seed"
            type="text"
            inputMode="numeric"
            pattern="[0-9]{0,15}"
            placeholder={words.seedAny}
            title={words.seedHint}
            value={seed}
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
        </span>
        <button type="submit" class="first">
          {words.deal}
        </button>
      </div>
    </form>
  );
}
