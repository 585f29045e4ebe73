/** The page's solver and service, found once. */
import { useEffect, useState } from "preact/hooks";

import { type Choice, choose } from "../../solver/choose.ts";

const NONE: Choice = { solver: null, service: null, why: null };

export function useSolver(): Choice {
  const [choice, setChoice] = useState(NONE);
  useEffect(() => {
    let ended = false;
    const choosing = choose();
    void choosing.then((chosen) => {
      if (!ended) setChoice(chosen);
    });
    return () => {
      ended = true;
      void choosing.then(({ solver }) => solver?.close());
    };
  }, []);
  return choice;
}
