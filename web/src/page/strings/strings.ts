/** The languages of the page, and the words of the one that is shown. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { en, type Strings } from "./en.ts";

export type { Strings };
export const LANGUAGES: Readonly<Record<string, Strings>> = { en };

export function stringsOf(language: string): Strings {
  return LANGUAGES[language] ?? en;
}

/** The language to begin with: the browser's where the page has it. */
export function ownLanguage(wanted: readonly string[]): string {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

export const Words = createContext<Strings>(en);

export function useWords(): Strings {
  return useContext(Words);
}
