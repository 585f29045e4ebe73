// The built core for the tests of the solver.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Core } from "../../src/solver/core.ts";

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
