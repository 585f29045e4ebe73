/** A dialog of the browser: it holds the focus, Escape closes it, and the focus goes back where it was. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { useWords } from "../strings/strings.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, close, children }: DialogProps) {
  const words = useWords();
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    own.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={own}
      aria-labelledby="dialog-title"
      onClose={close}
      onClick={(event) => event.target === own.current && close()}
    >
      <div class="dialog-body">
        <header class="row spread">
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="plain" aria-label={words.close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
