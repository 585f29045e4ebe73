/** The words of the chosen language; English until they are there, and where they do not come. */
import { useEffect, useState } from "preact/hooks";

import { en } from "../strings/en.ts";
import { type Strings, stringsOf } from "../strings/strings.ts";

export function useLanguage(language: string): Strings {
  const [words, setWords] = useState<Strings>(en);
  useEffect(() => {
    let ended = false;
    stringsOf(language).then(
      (loaded) => ended || setWords(loaded),
      () => ended || setWords(en),
    );
    return () => {
      ended = true;
    };
  }, [language]);
  return words;
}
