/** A deal at random, by size and seed; the same seed deals the same cards. */
import { useState } from "preact/hooks";

import { SizeField } from "./size_field.tsx";
import { useWords } from "../strings/strings.ts";

interface RandomProps {
  /** Cards a hand, null until they are known: then all are dealt. */
  readonly size: number | null;
  readonly setSize: (size: number) => void;
  readonly deal: (size: number, seed: string) => void;
}

export function freshSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

export function RandomDeal({ size, setSize, deal }: RandomProps) {
  const words = useWords().entry;
  const [seed, setSeed] = useState("");
  return (
    <form
      class="box random"
      onSubmit={(event) => {
        event.preventDefault();
        deal(size ?? 13, seed.trim() || freshSeed());
      }}
    >
      <h2>{words.random}</h2>
      <div class="row end">
        <SizeField id="random-size" size={size} change={setSize} />
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
