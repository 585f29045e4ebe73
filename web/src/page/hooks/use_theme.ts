/** Puts the chosen theme, or the system's, on the document, where the styles look for it. */
import { useEffect } from "preact/hooks";

import type { Settings } from "../../state/state.ts";

export function useTheme({ theme, suits, colourSafe, language }: Settings) {
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const show = () => {
      const { dataset } = document.documentElement;
      dataset["theme"] = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
      dataset["suits"] = suits;
      dataset["patterns"] = String(colourSafe);
      document.documentElement.lang = language;
    };
    show();
    dark.addEventListener("change", show);
    return () => dark.removeEventListener("change", show);
  }, [theme, suits, colourSafe, language]);
}
