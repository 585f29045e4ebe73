/** The page's solver, begun once. */
import { useEffect, useState } from "preact/hooks";

import { beginSolver } from "../../solver/begin.ts";
import type { Solver } from "../../solver/solver.ts";
import type { Strings } from "../strings/strings.ts";

export function useSolver(words: Strings): { readonly solver: Solver | null; readonly trouble: string } {
  const [solver, setSolver] = useState<Solver | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let own: Solver | null = null;
    let ended = false;
    beginSolver().then(
      (begun) => {
        if (ended) return begun.close();
        own = begun;
        setSolver(begun);
        if (begun.kind === "service") setTrouble(words.bad.viaService);
      },
      () => setTrouble(words.bad.noSolver),
    );
    return () => {
      ended = true;
      own?.close();
    };
  }, []);
  return { solver, trouble };
}
