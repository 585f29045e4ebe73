// A worker of the solver under node: as src/solver/worker.ts in a browser.
import { parentPort } from "node:worker_threads";

import { answering } from "../../src/solver/answering.ts";

parentPort?.on("message", answering((told) => parentPort?.postMessage(told)));
