// Which solver a page has: workers of its own where the browser can, else the service beside it.
import { serviceAt, type Service } from "../api/service.ts";
import { HttpSolver } from "./http.ts";
import { Unsolved, type Solver } from "./solver.ts";
import { WasmSolver, type StartWorker } from "./wasm.ts";

/** What a page may ask: `solver` is null with a reason, `service` is null where none answers beside the page. */
export interface Choice {
  readonly solver: Solver | null;
  readonly service: Service | null;
  /** Why nothing is solved in the browser, or nothing at all; null where the browser solves. */
  readonly why: Unsolved | null;
}

/** What the build knows of the files beside the script, and the browser of itself. */
export interface Means {
  /** Addresses of core and worker; null where the build has none. */
  readonly wasm: URL | null;
  readonly worker: URL | null;
  /** Where the service is asked for. */
  readonly service: URL;
  readonly cores: number;
}

const MOST_WORKERS = 4;

/** The files beside the running script, and the service that the page names. */
export function meansOfPage(): Means {
  const beside = (name: string | null) => (name === null ? null : new URL(name, import.meta.url));
  const named = document.querySelector<HTMLMetaElement>('meta[name="back-alley-service"]')?.content;
  return {
    wasm: beside(WASM_FILE),
    worker: beside(WORKER_FILE),
    service: new URL(named || ".", document.baseURI),
    cores: navigator.hardwareConcurrency || 2,
  };
}

/**
 * The best that there is; never rejects.  `early` is given a solver in the browser as soon as it is ready, while a
 * service may still be silent.
 */
export async function choose(means: Means = meansOfPage(), early?: (choice: Choice) => void): Promise<Choice> {
  const asked = serviceAt(means.service);
  const here = await startHere(means);
  if (!(here instanceof Unsolved)) {
    early?.({ solver: here, service: null, why: null });
    return { solver: here, service: await asked, why: null };
  }
  const service = await asked;
  if (service) return { solver: new HttpSolver(service), service, why: here };
  const nobody = `${here.message}, and no service answers at ${means.service.href}`;
  return { solver: null, service: null, why: new Unsolved("unsupported", nobody) };
}

async function startHere({ wasm, worker, cores }: Means): Promise<WasmSolver | Unsolved> {
  const lacking = (what: string) => new Unsolved("unsupported", what);
  if (wasm === null || worker === null) return lacking("this page was built without its solver");
  if (typeof WebAssembly !== "object") return lacking("this browser has no WebAssembly");
  if (typeof Worker !== "function") return lacking("this browser has no workers");
  const solver = new WasmSolver(compile(wasm), inBrowser(worker), Math.min(MOST_WORKERS, cores - 1));
  try {
    await solver.ready();
    return solver;
  } catch (error) {
    solver.close();
    return error instanceof Unsolved ? error : lacking(`the solver does not start: ${String(error)}`);
  }
}

/** Compiled while it arrives, or afterwards where the host does not call it WebAssembly. */
async function compile(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} is answered with status ${response.status}`);
  const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
  if (streams && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function inBrowser(address: URL): StartWorker {
  return (told, failed) => {
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", (event) => told(event.data));
    worker.addEventListener("error", (event) => failed(event.message || `${address.pathname} does not load`));
    return { post: (asked) => worker.postMessage(asked), end: () => worker.terminate() };
  };
}
