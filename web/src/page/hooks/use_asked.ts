/** A question to the service: asked when a person says so, forgotten when it changes. */
import { useEffect, useRef, useState } from "preact/hooks";

import { Refused, Unreachable } from "../../api/service.ts";

export type Asked<Answer> =
  | { readonly state: "idle" }
  | { readonly state: "asking" }
  | { readonly state: "answered"; readonly answer: Answer }
  /** `gone`: nobody answered; else the service's own sentence. */
  | { readonly state: "failed"; readonly gone: boolean; readonly text: string };

const IDLE = { state: "idle" } as const;

export function useAsked<Answer>(key: string, ask: (signal: AbortSignal) => Promise<Answer>) {
  const [asked, setAsked] = useState<{ readonly key: string; readonly now: Asked<Answer> }>({ key, now: IDLE });
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), [key]);
  const begin = () => {
    under.current?.abort();
    const own = new AbortController();
    under.current = own;
    const tell = (now: Asked<Answer>) => own.signal.aborted || setAsked({ key, now });
    tell({ state: "asking" });
    ask(own.signal).then(
      (answer) => tell({ state: "answered", answer }),
      (error: unknown) =>
        tell({
          state: "failed",
          gone: error instanceof Unreachable,
          text: error instanceof Refused || error instanceof Error ? error.message : String(error),
        }),
    );
  };
  return { asked: asked.key === key ? asked.now : (IDLE as Asked<Answer>), begin };
}
