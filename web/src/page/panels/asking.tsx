/** What asks the service, and says how that goes: not there, under way, failed. */
import type { ComponentChildren } from "preact";

import type { Asked } from "../hooks/use_asked.ts";
import { useWords } from "../strings/strings.ts";

interface AskingProps<Answer> {
  readonly there: boolean;
  /** What is said where no service is there. */
  readonly without: string;
  readonly label: string;
  readonly busy: string;
  readonly asked: Asked<Answer>;
  readonly begin: () => void;
  readonly show: (answer: Answer) => ComponentChildren;
}

export function Asking<Answer>({ there, without, label, busy, asked, begin, show }: AskingProps<Answer>) {
  const words = useWords();
  if (!there) return <p class="muted">{without}</p>;
  switch (asked.state) {
    case "idle":
      return (
        <p>
          <button type="button" onClick={begin}>
            {label}
          </button>
        </p>
      );
    case "asking":
      return <p role="status">{busy}</p>;
    case "answered":
      return <>{show(asked.answer)}</>;
    case "failed":
      return (
        <div role="alert" class="panel">
          <p class="fault">{asked.gone ? words.bad.gone : asked.text}</p>
          <p>
            <button type="button" onClick={begin}>
              {words.bad.retry}
            </button>
          </p>
        </div>
      );
  }
}
