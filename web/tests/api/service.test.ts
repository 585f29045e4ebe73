// How a service fails: each way has its error, and none is another's.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import { asking, Refused, serviceAt, Unreachable } from "../../src/api/service.ts";
import { STANDARD } from "../../src/game/rules.ts";
import { choose } from "../../src/solver/choose.ts";
import { HttpSolver } from "../../src/solver/http.ts";
import type { Dealt } from "../../src/solver/position.ts";
import { Unsolved, type UnsolvedKind } from "../../src/solver/solver.ts";

const DEAL: Dealt = { rules: STANDARD, hands: [["AS"], ["KS"], ["QS"], ["JS"]], trump: "S" };

/** A server that answers by `listener` while `ask` runs. */
async function served<T>(listener: RequestListener, ask: (address: URL) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  try {
    return await ask(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/engine/`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function answers(status: number, body: unknown, type = "application/json"): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "Content-Type": type });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

function unsolved(kind: UnsolvedKind): (error: unknown) => boolean {
  return (error) => error instanceof Unsolved && error.kind === kind;
}

test("a service is known by its rules, below its prefix", async () => {
  const paths: (string | undefined)[] = [];
  await served(
    (request, response) => {
      paths.push(request.url);
      answers(200, { presets: {} })(request, response);
    },
    async (address) => {
      for (const form of ["", "/", "/?embed#hand"]) {
        const service = await serviceAt(new URL(address.href.replace(/\/$/, form)));
        assert(service);
        await service.bids({});
      }
    },
  );
  assert.deepEqual(paths, Array(3).fill(["/engine/v1/rules", "/engine/v1/bids"]).flat());
});

test("what else answers is no service", async () => {
  for (const other of [answers(200, "<!doctype html>", "text/html"), answers(404, {}), answers(200, {}), answers(200, null)]) {
    assert.equal(await served(other, (address) => serviceAt(address)), null);
  }
  assert.equal(await serviceAt(new URL("http://127.0.0.1:1/")), null);
});

test("a refusal tells its faults", async () => {
  const problem = { title: "wrong", detail: "no seat", errors: [{ pointer: "/leader", detail: "no seat", rule: "R1" }] };
  await served(answers(422, problem, "application/problem+json"), async (address) => {
    await assert.rejects(asking(address).bids({}), (error) => {
      assert(error instanceof Refused);
      assert.deepEqual([error.status, error.message, error.faults], [422, "no seat", problem.errors]);
      return true;
    });
    await assert.rejects(new HttpSolver(asking(address)).table(DEAL), unsolved("refused"));
  });
});

test("a busy service, one that ran out of time, one that is gone", async () => {
  for (const status of [503, 504, 429, 500]) {
    await served(answers(status, { title: "too much to do" }, "application/problem+json"), (address) =>
      assert.rejects(new HttpSolver(asking(address)).table(DEAL), unsolved("busy")),
    );
  }
  await assert.rejects(new HttpSolver(asking(new URL("http://127.0.0.1:1/"))).table(DEAL), unsolved("unreachable"));
  await served(answers(200, "<!doctype html>", "text/html"), (address) =>
    assert.rejects(asking(address).solve({}), Unreachable),
  );
});

test("a question given up is cancelled, and so is every one of a solver that was closed", async () => {
  await served(
    () => undefined,
    async (address) => {
      const gone = new AbortController();
      const solver = new HttpSolver(asking(address));
      const first = solver.table(DEAL, { signal: gone.signal });
      gone.abort();
      await assert.rejects(first, unsolved("cancelled"));
      const second = solver.table(DEAL);
      solver.close();
      await assert.rejects(second, unsolved("cancelled"));
    },
  );
});

test("without workers the service solves; without a service there is a reason", async () => {
  const means = { wasm: null, worker: null, cores: 2 };
  const nobody = await choose({ ...means, service: new URL("http://127.0.0.1:1/") });
  assert.equal(nobody.solver, null);
  assert.equal(nobody.why?.kind, "unsupported");
  assert.match(nobody.why.message, /built without its solver, and no service answers at/);
  const files = { wasm: new URL("file:///core.wasm"), worker: new URL("file:///worker.js") };
  await served(answers(200, { presets: {} }), async (service) => {
    for (const own of [means, { ...means, ...files }]) {
      const choice = await choose({ ...own, service });
      assert.equal(choice.solver?.kind, "service");
      assert.equal(choice.why?.kind, "unsupported");
    }
  });
});
