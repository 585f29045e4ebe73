/** A part of the page that is fetched when it is first shown. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

export function later<Props>(fetched: () => Promise<FunctionComponent<Props>>, whole = "") {
  let known: FunctionComponent<Props> | null = null;
  return function Later(props: Props) {
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
    return failed ? <p class="fault">{whole || "This part of the page could not be fetched."}</p> : null;
  };
}
