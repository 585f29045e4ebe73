/** The vectors that the house writes for the page: scripts/generate/page_vectors.py. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function fixtures(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "fixtures", "page"))) {
    const above = dirname(folder);
    if (above === folder) throw new Error("no folder fixtures/page above the tests");
    folder = above;
  }
  return join(folder, "fixtures");
}

/** A fixture's text, by its path under fixtures/. */
export function fixture(path: string): string {
  return readFileSync(join(fixtures(), path), "utf8");
}

/** The records of fixtures/page/<name>.jsonl; at least one, so that a test over them cannot pass on nothing. */
export function vectors<T>(name: string): T[] {
  const records = fixture(`page/${name}.jsonl`)
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as T);
  if (!records.length) throw new Error(`fixtures/page/${name}.jsonl is empty`);
  return records;
}

/** A whole number below `limit`, from a generator of our own, so that a test is the same on every run. */
export function generator(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
}
