/** The play and what was tried beside it: chosen, named, made the play, deleted. */
import { useState } from "preact/hooks";

import type { NodeId } from "../../state/state.ts";
import { Icon } from "../parts/icon.tsx";
import { useWords } from "../strings/strings.ts";

export interface Variation {
  /** The node where it begins; of the play, the one to go back to. */
  readonly node: NodeId;
  readonly label: string;
  readonly from: string;
  readonly name: string;
  readonly shown: boolean;
  /** The play itself, which is no variation. */
  readonly game?: boolean;
}

interface VariationsProps {
  readonly variations: readonly Variation[];
  readonly go: (node: NodeId) => void;
  readonly name: (node: NodeId, name: string) => void;
  readonly promote: (node: NodeId) => void;
  readonly remove: (node: NodeId) => void;
}

export function Variations({ variations, go, name, promote, remove }: VariationsProps) {
  const words = useWords().record;
  const [naming, setNaming] = useState(false);
  const shown = variations.find((each) => each.shown);
  if (variations.length < 2) return null;
  return (
    <div class="variations">
      <ul class="row" aria-label={words.variations}>
        {variations.map((each) => (
          <li key={each.game ? "game" : each.node}>
            <button type="button" aria-pressed={each.shown} title={each.from} onClick={() => go(each.node)}>
              {each.label}
            </button>
          </li>
        ))}
      </ul>
      {shown && !shown.game && (
        <div class="row">
          <span class="muted">{shown.from}</span>
          {naming ? (
            <input
              type="text"
              maxLength={60}
              aria-label={words.name}
              value={shown.name}
              ref={(field) => field?.focus()}
              onBlur={() => setNaming(false)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== "Escape") return;
                event.stopPropagation();
                if (event.key === "Enter") name(shown.node, event.currentTarget.value);
                setNaming(false);
              }}
              onChange={(event) => name(shown.node, event.currentTarget.value)}
            />
          ) : (
            <button type="button" class="plain" onClick={() => setNaming(true)}>
              {words.rename}
            </button>
          )}
          <button type="button" class="plain" onClick={() => promote(shown.node)}>
            {words.promote}
          </button>
          <button type="button" class="plain" aria-label={words.remove} title={words.remove} onClick={() => remove(shown.node)}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
