// A worker of the page's solver, in the browser.
import { answering } from "./answering.ts";
import type { Asked } from "./messages.ts";

const answer = answering((told) => self.postMessage(told));
self.addEventListener("message", (event: MessageEvent<Asked>) => answer(event.data));
