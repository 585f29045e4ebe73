/** Texts as the house's own language treats them, where a browser's differs: blanks, lines, places. */

const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const EDGES = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, "g");
const GAPS = new RegExp(`[${BLANK}]+`);

/** A character class of everything that counts as blank, for other expressions. */
export const BLANKS = BLANK;

/** The text without blanks around it; a byte order mark is no blank. */
export function strip(text: string): string {
  return text.replace(EDGES, "");
}

/** The words between blanks. */
export function split(text: string): string[] {
  const bare = strip(text);
  return bare ? bare.split(GAPS) : [];
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
