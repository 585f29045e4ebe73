// What the client is used like; a test compiles it, and runs it against a service: node example.js http://localhost:8000
import { service } from "./client.js";

const backAlley = service(process.argv[2] ?? "http://localhost:8000");

const deal = {
  hands: { N: "7.7.J.7", E: ".K4..A9", S: "K8.Q5..", W: "43...6.B" },
  upcard: "2D",
  dealer: "S",
} as const;

const { data: bids } = await backAlley.POST("/v1/bids", { body: deal });
const { data: solved } = await backAlley.POST("/v1/solve", { body: { ...deal, leader: "S" } });
const { error, response } = await backAlley.POST("/v1/solve", { body: { ...deal, upcard: "7S" } });

console.log(
  JSON.stringify({
    line: bids?.line,
    best: solved && "best" in solved ? solved.best : undefined,
    status: response.status,
    pointers: error?.errors?.map((fault) => fault.pointer),
  }),
);

/** What must not compile, and is never called. */
export function wrong(): void {
  // @ts-expect-error: nothing is served there
  void backAlley.POST("/v1/slove", { body: deal });
  // @ts-expect-error: no seat
  void backAlley.POST("/v1/solve", { body: { ...deal, leader: 5 } });
  // @ts-expect-error: no member of the answer
  void bids?.trumps;
}
