// What a worker does: one core, asked one question after another.
import { Core } from "./core.ts";
import type { Answer, Asked, Failure, Question, Told } from "./messages.ts";
import { Unsolved } from "./solver.ts";

/** What takes the messages of the page; `tell` sends one back. */
export function answering(tell: (told: Told) => void): (asked: Asked) => void {
  let core: Core | undefined;
  return (asked) => {
    if ("module" in asked) {
      try {
        core = new Core(asked.module);
        tell({ ready: true });
      } catch (error) {
        tell({ unready: { kind: "unsupported", message: `the solver does not start: ${words(error)}` } });
      }
      return;
    }
    const { id, question } = asked;
    try {
      if (!core) throw new Unsolved("unsupported", "the solver was asked before it had started");
      tell({ id, answer: answer(core, question) });
    } catch (error) {
      tell({ id, failure: failure(error) });
    }
  };
}

function answer(core: Core, question: Question): Answer {
  return question.kind === "table" ? core.table(question.deal) : core.cards(question.position);
}

function failure(error: unknown): Failure {
  if (error instanceof Unsolved) return { kind: error.kind, message: error.message };
  return { kind: "trapped", message: `the solver failed (${words(error)}) and was started again` };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
