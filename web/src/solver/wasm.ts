// The solver in the browser: workers with the core as WebAssembly, a question each.
import { cancelled, everyPosition } from "./every.ts";
import type { Answer, Asked, Question, Told } from "./messages.ts";
import type { Dealt, Position } from "./position.ts";
import { Unsolved, type Asking, type AskingEvery, type CardValues, type Solver, type TrickTable } from "./solver.ts";

/** How a worker is spoken to. */
export interface Line {
  post(asked: Asked): void;
  end(): void;
}

/** Starts a worker; `told` hears its messages, `failed` that it could not be loaded or has broken down. */
export type StartWorker = (told: (told: Told) => void, failed: (why: string) => void) => Line;

/** How long a question that nobody waits for any more may go on before its worker is ended, which loses its table. */
const GRACE_MS = 100;

interface Job {
  readonly id: number;
  readonly question: Question;
  /** Of a whole record; whoever looks at one position goes before it. */
  readonly patient: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Unsolved) => void;
}

interface Worker {
  readonly line: Line;
  /** The question it works on; one that was abandoned has nobody to tell. */
  job: Job | undefined;
  ready: boolean;
}

export class WasmSolver implements Solver {
  readonly kind = "here";
  readonly #start: StartWorker;
  readonly #module: Promise<WebAssembly.Module>;
  readonly #most: number;
  readonly #workers: Worker[] = [];
  #waiting: Job[] = [];
  #asked = 0;
  #broken: Unsolved | undefined;
  readonly #begun: { promise: Promise<void>; resolve: () => void; reject: (why: Unsolved) => void };

  /** At most `most` workers; the first starts at once, while the core is still on its way. */
  constructor(module: Promise<WebAssembly.Module>, start: StartWorker, most: number) {
    this.#module = module;
    this.#start = start;
    this.#most = Math.max(1, most);
    this.#begun = promised();
    this.#begun.promise.catch(() => undefined);
    module.catch((error: unknown) => {
      this.#fail(new Unsolved("unsupported", `the solver does not load: ${error instanceof Error ? error.message : error}`));
    });
    this.#hire();
  }

  /** Waits for the first worker to be ready; rejects where none will ever be. */
  ready(): Promise<void> {
    return this.#begun.promise;
  }

  table(deal: Dealt, asking: Asking = {}): Promise<TrickTable> {
    return this.#ask({ kind: "table", deal }, false, asking) as Promise<TrickTable>;
  }

  cards(position: Position, asking: Asking = {}): Promise<CardValues> {
    return this.#ask({ kind: "cards", position }, false, asking) as Promise<CardValues>;
  }

  every(position: Position, asking: AskingEvery = {}): Promise<CardValues[]> {
    return everyPosition(
      position,
      asking,
      (at) => this.#ask({ kind: "cards", position: at }, true, asking) as Promise<CardValues>,
    );
  }

  close(): void {
    this.#fail(cancelled());
  }

  #ask(question: Question, patient: boolean, { signal }: Asking): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      if (signal?.aborted) return reject(cancelled());
      const abandon = () => this.#abandon(job);
      const settled = () => signal?.removeEventListener("abort", abandon);
      const job: Job = {
        id: ++this.#asked,
        question,
        patient,
        resolve: (answer) => (settled(), resolve(answer)),
        reject: (error) => (settled(), reject(error)),
      };
      signal?.addEventListener("abort", abandon, { once: true });
      this.#waiting.push(job);
      this.#assign();
    });
  }

  /** Gives waiting questions to idle workers, the impatient ones first. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#workers.find((each) => !each.job) ?? this.#hire();
      if (!worker) return;
      const next = this.#waiting.find((job) => !job.patient) ?? this.#waiting[0];
      if (!next) return;
      this.#waiting = this.#waiting.filter((job) => job !== next);
      worker.job = next;
      const { line } = worker;
      // After the core itself, which is on its way to a new worker.
      this.#module.then(() => line.post({ id: next.id, question: next.question })).catch(() => undefined);
    }
  }

  #hire(): Worker | undefined {
    if (this.#workers.length >= this.#most || this.#broken) return undefined;
    const line = this.#start(
      (told) => this.#told(worker, told),
      (why) => this.#down(worker, why),
    );
    const worker: Worker = { line, job: undefined, ready: false };
    this.#workers.push(worker);
    this.#module.then((module) => line.post({ module })).catch(() => undefined);
    return worker;
  }

  #told(worker: Worker, told: Told): void {
    if (!this.#workers.includes(worker)) return;
    if ("ready" in told) {
      worker.ready = true;
      this.#begun.resolve();
      return;
    }
    if ("unready" in told) return this.#fail(new Unsolved(told.unready.kind, told.unready.message));
    const job = worker.job;
    worker.job = undefined;
    if ("answer" in told) {
      if (job?.id === told.id) job.resolve(told.answer);
    } else {
      // After a trap the instance is dead.
      if (told.failure.kind === "trapped") this.#dismiss(worker);
      if (job?.id === told.id) job.reject(new Unsolved(told.failure.kind, told.failure.message));
    }
    this.#assign();
  }

  /** A worker that never began will not begin another time; one that broke down is replaced. */
  #down(worker: Worker, why: string): void {
    if (!this.#workers.includes(worker)) return;
    if (!worker.ready) return this.#fail(new Unsolved("unsupported", `the solver's worker does not start: ${why}`));
    this.#dismiss(worker);
    worker.job?.reject(new Unsolved("trapped", `the solver failed (${why}) and was started again`));
    this.#assign();
  }

  #abandon(job: Job): void {
    this.#waiting = this.#waiting.filter((each) => each !== job);
    const worker = this.#workers.find((each) => each.job === job);
    job.reject(cancelled());
    if (!worker) return;
    setTimeout(() => {
      if (worker.job !== job) return;
      this.#dismiss(worker);
      this.#assign();
    }, GRACE_MS);
  }

  #dismiss(worker: Worker): void {
    worker.line.end();
    this.#workers.splice(this.#workers.indexOf(worker), 1);
  }

  #fail(why: Unsolved): void {
    this.#broken ??= why;
    this.#begun.reject(why);
    const jobs = [...this.#waiting, ...this.#workers.flatMap((worker) => worker.job ?? [])];
    this.#waiting = [];
    for (const worker of [...this.#workers]) this.#dismiss(worker);
    for (const job of jobs) job.reject(why);
  }
}

function promised(): { promise: Promise<void>; resolve: () => void; reject: (why: Unsolved) => void } {
  let resolve = (): void => undefined;
  let reject = (_why: Unsolved): void => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
