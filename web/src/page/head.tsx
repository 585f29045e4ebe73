/** The page's head: its name, its views and its dialogs. */
import type { View } from "../state/state.ts";
import { Icon } from "./parts/icon.tsx";
import { useWords } from "./strings/strings.ts";

export type DialogName = "help" | "look" | "share" | "bids";

interface HeadProps {
  readonly view: View;
  readonly show: (view: View) => void;
  readonly open: (dialog: DialogName) => void;
}

export function Head({ view, show, open }: HeadProps) {
  const words = useWords();
  const views: readonly (readonly [View, string])[] = [
    ["enter", words.head.enter],
    ["play", words.head.play],
    ["review", words.head.review],
    ["quiz", words.head.quiz],
  ];
  return (
    <header class="head">
      <h1>
        <Icon name="BB" /> {words.title}
      </h1>
      <nav class="row" aria-label={words.title}>
        {views.map(([name, label]) => (
          <button type="button" key={name} class="plain" aria-current={view === name ? "page" : undefined} onClick={() => show(name)}>
            {label}
          </button>
        ))}
      </nav>
      <div class="row">
        <button type="button" class="plain" onClick={() => open("bids")}>
          {words.head.bids}
        </button>
        <button type="button" class="plain" onClick={() => open("share")}>
          {words.head.share}
        </button>
        <button type="button" class="plain" onClick={() => open("look")}>
          {words.head.look}
        </button>
        <button type="button" class="plain" aria-label={words.head.help} title={words.head.help} onClick={() => open("help")}>
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}
