/** The languages of the page, and the words of the one that is shown. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { en, type Strings } from "./en.ts";

export type { Strings };
/** Each language as it calls itself; all but English are drafts that no speaker has reviewed, and say so. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: "English",
  fi: "suomi (luonnos, tarkistamatta)",
  az: "azərbaycanca (qaralama, yoxlanmayıb)",
  th: "ไทย (ฉบับร่าง ยังไม่ได้ตรวจ)",
};

const FETCHED: Readonly<Record<string, () => Promise<{ readonly default: Strings }>>> = {
  fi: () => import("./fi.ts"),
  az: () => import("./az.ts"),
  th: () => import("./th.ts"),
};

/** The words of a language, fetched when it is first shown; rejects where the file does not come. */
export async function stringsOf(language: string): Promise<Strings> {
  return (await FETCHED[language]?.())?.default ?? en;
}

/** The language to begin with: the browser's where the page has it. */
export function ownLanguage(wanted: readonly string[]): string {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

export const Words = createContext<Strings>(en);

export function useWords(): Strings {
  return useContext(Words);
}
