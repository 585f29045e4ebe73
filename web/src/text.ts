/** Texts as the house's own language treats them, where a browser's differs: blanks, lines, places. */

const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const ONE_BLANK = new RegExp(`[${BLANK}]`);
const GAPS = new RegExp(`[${BLANK}]+`);

/** A character class of everything that counts as blank, for other expressions. */
export const BLANKS = BLANK;

/** The text without letters around it for which `isOff` holds, in one pass whatever the text. */
function bare(text: string, isOff: (letter: string) => boolean, bothEnds: boolean): string {
  let [start, end] = [0, text.length];
  while (end > 0 && isOff(text.charAt(end - 1))) end -= 1;
  while (bothEnds && start < end && isOff(text.charAt(start))) start += 1;
  return text.slice(start, end);
}

/** The text without blanks around it; a byte order mark is no blank. */
export function strip(text: string): string {
  return bare(text, (letter) => ONE_BLANK.test(letter), true);
}

/** The text without these letters around it. */
export function stripOf(text: string, letters: string): string {
  return bare(text, (letter) => letters.includes(letter), true);
}

/** The text without these letters at its end. */
export function withoutEnd(text: string, letters: string): string {
  return bare(text, (letter) => letters.includes(letter), false);
}

/** The words between blanks. */
export function split(text: string): string[] {
  const inner = strip(text);
  return inner ? inner.split(GAPS) : [];
}

/** How many characters a text has, those outside the first plane counted once. */
export function length(text: string): number {
  let count = 0;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(place + 1) & 0xfc00) === 0xdc00) place += 1;
    count += 1;
  }
  return count;
}

/** What stands before and after the first of these marks; all of it and "" where there is none. */
export function partition(text: string, mark: string): [string, string, string] {
  const place = text.indexOf(mark);
  return place < 0 ? [text, "", ""] : [text.slice(0, place), mark, text.slice(place + mark.length)];
}
