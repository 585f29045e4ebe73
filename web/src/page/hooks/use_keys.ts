/** The keys of the page: they work wherever the focus is, but for fields that take letters and groups with own arrows. */
import { useEffect, useRef } from "preact/hooks";

export type Command =
  | "previous" | "next" | "previousTrick" | "trick" | "start" | "end"
  | "best" | "mistake" | "previousMistake" | "auto" | "units" | "cards" | "escape"
  | "undo" | "redo" | "enter" | "play" | "review" | "bids" | "share" | "quiz" | "help";

const ARROWS: Readonly<Record<string, Command>> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "previousTrick",
  ArrowDown: "trick",
  Home: "start",
  End: "end",
};
const LETTERS: Readonly<Record<string, Command>> = {
  b: "best", m: "mistake", M: "previousMistake", a: "auto", v: "units", c: "cards", n: "enter", h: "play",
  r: "review", g: "quiz", s: "share", d: "bids", "?": "help",
};

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "checkbox";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return key === "y" ? "redo" : null;
  }
  if (event.altKey) return null;
  if (event.key === "Escape") return "escape";
  if (event.key === " ") return event.target instanceof HTMLButtonElement ? null : "best";
  return ARROWS[event.key] ?? LETTERS[event.key] ?? null;
}

export function useKeys(act: (command: Command) => void, letters: boolean) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || takesText(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.target instanceof HTMLElement && event.target.tagName === "SUMMARY" && event.key === " ") return;
      const command = commandOf(event);
      if (!command || (!letters && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [letters]);
}
