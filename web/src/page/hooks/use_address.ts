/** Keeps the hand in the page's address and, between visits, in the browser; takes it from there at the start. */
import { useEffect, useRef, useState } from "preact/hooks";

import { BackAlleyError, type Fault } from "../../errors.ts";
import { fragmentOf, handFromFragment } from "../../state/fragment.ts";
import type { Hand, Settings } from "../../state/state.ts";
import type { Dispatch } from "../shown.ts";

const HAND = "back-alley-hand";
const SETTINGS = "back-alley-settings";
/** Browsers end scripts that change the address too often. */
const PAUSE = 250;

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function storedSettings(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(stored(SETTINGS) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

export interface Start {
  readonly hand: Hand | null;
  readonly faults: readonly Fault[];
  /** Whether the hand is that of the last visit. */
  readonly kept: boolean;
}

function read(fragment: string): Start {
  try {
    return { hand: handFromFragment(fragment), faults: [], kept: false };
  } catch (error) {
    if (error instanceof BackAlleyError) return { hand: null, faults: error.faults, kept: false };
    throw error;
  }
}

/** The hand of the address, else that of the last visit. */
export function startingHand(): Start {
  const fragment = location.hash.slice(1);
  const own: Start = fragment ? read(fragment) : { hand: null, faults: [], kept: false };
  const kept = stored(HAND);
  if (own.hand || !kept) return own;
  const before = read(kept);
  return before.hand ? { hand: before.hand, faults: own.faults, kept: true } : own;
}

/** The page's address with the hand in it. */
export function linkTo(hand: Hand): string {
  return `${location.href.split(/[?#]/)[0]}#${fragmentOf(hand)}`;
}

export function useAddress(hand: Hand, settings: Settings, dispatch: Dispatch, embedded: boolean) {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const written = useRef(location.hash.slice(1));
  useEffect(() => {
    const write = () => {
      const fragment = fragmentOf(hand);
      if (fragment !== location.hash.slice(1)) {
        written.current = fragment;
        history.replaceState(history.state, "", `#${fragment}`);
      }
      if (!embedded) store(HAND, fragment);
    };
    const waiting = setTimeout(write, PAUSE);
    return () => clearTimeout(waiting);
  }, [hand, embedded]);
  useEffect(() => {
    if (!embedded) store(SETTINGS, JSON.stringify(settings));
  }, [settings, embedded]);
  useEffect(() => {
    const follow = () => {
      const fragment = location.hash.slice(1);
      if (!fragment || fragment === written.current) return;
      const start = read(fragment);
      setFaults(start.faults);
      if (start.hand) dispatch({ type: "load", hand: start.hand, view: "play" });
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [dispatch]);
  return { faults, dismiss: () => setFaults([]) };
}
