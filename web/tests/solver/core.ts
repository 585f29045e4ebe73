// The built core for the tests of the solver, and how fixtures become its questions.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { SEATS, type Hands, type Suit } from "../../src/game/cards.ts";
import { rulesFrom } from "../../src/game/rules.ts";
import { Core } from "../../src/solver/core.ts";
import type { CardCode, Dealt } from "../../src/solver/position.ts";

const WASM = join(CHECKOUT, "web", "build", "backalley.wasm");

/** Why the tests that need the core are skipped; false where they are not. */
export const missing = existsSync(WASM) ? false : "the core is not built for the browser: scripts/web";

/** Compiled once for a file of tests. */
export function compiled(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(WASM));
}

export function newCore(): Core {
  return new Core(compiled());
}

export interface DealJson {
  readonly hands: Hands;
  readonly trump: Suit | null;
  readonly dealer?: "N" | "E" | "S" | "W";
  readonly play?: readonly CardCode[];
  readonly rules?: unknown;
}

export function dealtOf(deal: DealJson): Dealt {
  const [n, e, s, w] = SEATS.map((seat) => deal.hands[seat]);
  if (!n || !e || !s || !w) throw new RangeError("a deal has four hands");
  return { rules: rulesFrom(deal.rules ?? "standard"), hands: [n, e, s, w], trump: deal.trump };
}
