// A typed client of the service: every path, question and answer as the OpenAPI document has it (schema.d.ts, which
// scripts/generate/typescript_client.py writes beside this file).
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];
/** An error: what is wrong with a question stands in `errors`, each with a pointer into its JSON and the rule. */
export type Problem = Schemas["Problem"];

export interface Options {
  /** How often a question is asked again while the service is busy. */
  retries?: number;
  /** Seconds that may be waited in all; a longer Retry-After ends it at once. */
  patience?: number;
  fetch?: (request: Request) => Promise<Response>;
}

/** The service at `baseUrl`, as openapi-fetch asks: `await service(url).POST("/v1/solve", { body })`. */
export function service(baseUrl: string, options: Options = {}) {
  return createClient<paths>({ baseUrl, fetch: (request) => patiently(request, options) });
}

async function patiently(request: Request, options: Options): Promise<Response> {
  const { retries = 5, patience = 60, fetch: send = fetch } = options;
  let left = patience;
  for (let tried = 0; ; tried++) {
    const response = await send(request.clone());
    const pause = Number(response.headers.get("Retry-After") ?? Number.NaN);
    const busy = response.status === 503 || response.status === 429;
    if (!busy || tried >= retries || !(pause <= left)) return response;
    left -= pause;
    await response.body?.cancel();
    await new Promise((resolve, reject) => {
      const stop = () => reject(request.signal.reason);
      setTimeout(resolve, pause * 1000);
      if (request.signal.aborted) stop();
      request.signal.addEventListener("abort", stop, { once: true });
    });
  }
}
