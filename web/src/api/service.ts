// The service beside the page: what it is asked, what it answers, and how it fails.
import type { Problem, Schemas, service as client } from "./client.ts";

/** A deal and what is asked about it, in the service's JSON (docs/service.md); the service checks it. */
export type Question = Readonly<Record<string, unknown>>;
export type Fault = Schemas["ShownFault"];

/** Every promise rejects with Refused or Unreachable, or with the signal's reason. */
export interface Service {
  readonly address: URL;
  solve(question: Question, signal?: AbortSignal): Promise<Schemas["TableResult"] | Schemas["PositionResult"]>;
  bids(question: Question, signal?: AbortSignal): Promise<Schemas["BidsResult"]>;
  review(question: Question, signal?: AbortSignal): Promise<Schemas["Review"] | Schemas["GameReview"]>;
  deals(question: Question, signal?: AbortSignal): Promise<Schemas["Dealt"]>;
}

/** The service said no: a wrong question (4xx), too much to do (429, 503), or no answer in its time (504). */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  /** What is wrong with the question, each with a pointer into it; empty where it is not the question. */
  readonly faults: readonly Fault[];

  constructor(status: number, problem: Partial<Problem> | undefined) {
    super(problem?.detail ?? problem?.title ?? `the service answered with status ${status}`);
    this.status = status;
    this.faults = problem?.errors ?? [];
  }
}

/** No answer came, or none of the service's. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

const PROBE_MS = 5000;

/** The service at its address, prefix and all, asked for its rules; null where none answers in 5 s. */
export async function serviceAt(address: URL): Promise<Service | null> {
  try {
    const response = await fetch(`${withoutSlash(address)}/v1/rules`, { signal: AbortSignal.timeout(PROBE_MS) });
    // A static host may answer anything with a page of its own.
    const rules: unknown = response.ok ? await response.json() : null;
    return typeof rules === "object" && rules !== null && "presets" in rules ? asking(address) : null;
  } catch {
    return null;
  }
}

/** The service, whether or not it is there. */
export function asking(address: URL): Service {
  // Fetched with the first question: a page without a service needs it not.
  let fetched: Promise<ReturnType<typeof client>> | undefined;
  const api = () =>
    (fetched ??= import("./client.ts").then(
      ({ service }) => service(withoutSlash(address)),
      (error: unknown) => {
        fetched = undefined;
        throw error;
      },
    ));
  const sent = (question: Question, signal?: AbortSignal) => ({ body: question as never, ...(signal && { signal }) });
  return {
    address,
    solve: (question, signal) => answer(api().then((at) => at.POST("/v1/solve", sent(question, signal))), signal),
    bids: (question, signal) => answer(api().then((at) => at.POST("/v1/bids", sent(question, signal))), signal),
    review: (question, signal) => answer(api().then((at) => at.POST("/v1/review", sent(question, signal))), signal),
    deals: (question, signal) => answer(api().then((at) => at.POST("/v1/deals", sent(question, signal))), signal),
  };
}

function withoutSlash(address: URL): string {
  return (address.origin + address.pathname).replace(/\/$/, "");
}

interface Answered<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

async function answer<T>(asked: Promise<Answered<T>>, signal?: AbortSignal): Promise<T> {
  let answered: Answered<T>;
  try {
    answered = await asked;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new Unreachable(`the service does not answer (${error instanceof Error ? error.message : String(error)})`);
  }
  const { data, error, response } = answered;
  if (data !== undefined) return data;
  throw new Refused(response.status, isProblem(error) ? error : undefined);
}

function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "title" in error;
}
