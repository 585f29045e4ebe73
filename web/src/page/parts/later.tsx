/** A part of the page that is fetched when it is first shown. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

import { useWords } from "../strings/strings.ts";

export function later<Props>(fetched: () => Promise<FunctionComponent<Props>>) {
  let known: FunctionComponent<Props> | null = null;
  return function Later(props: Props) {
    const words = useWords();
    const [, setKnown] = useState(known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (known) return;
      fetched().then(
        (part) => {
          known = part;
          setKnown(() => part);
        },
        () => setFailed(true),
      );
    }, []);
    const Part = known;
    if (Part) return <Part {...(props as Props & object)} />;
    return failed ? <p class="fault">{words.bad.part}</p> : null;
  };
}
