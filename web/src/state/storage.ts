/** What the browser keeps between visits: hand, settings and view. What cannot be read is passed over. */
import { handFromFragment, handToFragment } from "../formats/fragment.ts";
import { emptyHand } from "./hand.ts";
import { DEFAULT_SETTINGS, firstState } from "./reducer.ts";
import type { Settings, State, View } from "./state.ts";

const VERSION = 1;
/** The name under which it is kept. */
export const STORED_AS = "back-alley-page";
const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] | null } = {
  units: ["tricks", "points"],
  suits: ["four", "two"],
  theme: ["auto", "light", "dark"],
  colourSafe: [true, false],
  showValues: [true, false],
  language: null,
};
const VIEWS: readonly View[] = ["enter", "play", "review", "quiz"];

export function toStored({ hand, settings, view }: Pick<State, "hand" | "settings" | "view">): string {
  return JSON.stringify({ version: VERSION, hand: handToFragment(hand), settings, view });
}

/** The state of a new visit; that of a page never seen before where nothing was kept, or nothing that can be read. */
export function fromStored(text: string | null): State {
  const kept = parsed(text);
  const { hand } = typeof kept["hand"] === "string" ? handFromFragment(kept["hand"]) : { hand: null };
  const state = firstState(hand ?? emptyHand, settingsFrom(kept["settings"]));
  const view = VIEWS.find((each) => each === kept["view"]);
  return hand && view ? { ...state, view } : state;
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isObject(value) && value["version"] === VERSION ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The settings that are such; others as they are at first. */
function settingsFrom(value: unknown): Settings {
  const kept = isObject(value) ? value : {};
  const names = Object.keys(CHOICES) as (keyof Settings)[];
  const good = names.filter((name) => {
    const choices: readonly unknown[] | null = CHOICES[name];
    return choices ? choices.includes(kept[name]) : typeof kept[name] === "string" && /^[a-z]{2,3}$/.test(kept[name]);
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(good.map((name) => [name, kept[name]])) };
}
