/** Keeps the hand in the page's address and, between visits, in the browser; takes it from there at the start. */
import { useEffect, useRef, useState } from "preact/hooks";

import type { Fault } from "../../errors.ts";
import { handFromFragment, handToFragment } from "../../formats/fragment.ts";
import { SEATS } from "../../game/cards.ts";
import { isWhole } from "../../state/hand.ts";
import { fromStored, STORED_AS, toStored } from "../../state/storage.ts";
import type { Hand, State } from "../../state/state.ts";
import type { Dispatch } from "../shown.ts";

/** Browsers end scripts that change the address too often. */
const PAUSE = 250;

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

function store(text: string) {
  try {
    localStorage.setItem(STORED_AS, text);
  } catch {
    // A browser that keeps nothing: the address still holds the hand.
  }
}

function viewOf(hand: Hand): State["view"] {
  return isWhole(hand) ? "play" : "enter";
}

/** The state at the start: the address's hand, else that of the last visit; its settings in any case. */
export function startingState(language: string): State {
  const kept = stored();
  const before = fromStored(kept);
  const settings = kept === null ? { ...before.settings, language } : before.settings;
  const { hand, fault } = handFromFragment(location.hash);
  if (hand) return { ...before, settings, hand, view: viewOf(hand), faults: [] };
  return { ...before, settings, faults: fault ? [fault] : [] };
}

/** The page's address with the hand in it. */
export function linkTo(hand: Hand): string {
  return `${location.href.split(/[?#]/)[0]}#${handToFragment(hand)}`;
}

export function useAddress(state: State, dispatch: Dispatch, embedded: boolean) {
  const { hand, settings, view } = state;
  const [fault, setFault] = useState<Fault | null>(null);
  const written = useRef(location.hash.slice(1));
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    const write = () => {
      // A hand without cards needs no address.
      const fragment = SEATS.some((seat) => hand.hands[seat].length) ? handToFragment(hand) : "";
      if (fragment !== location.hash.slice(1)) {
        written.current = fragment;
        history.replaceState(history.state, "", fragment ? `#${fragment}` : location.pathname + location.search);
      }
      if (!embedded) store(toStored({ hand, settings, view }));
    };
    const waiting = setTimeout(write, PAUSE);
    return () => clearTimeout(waiting);
  }, [hand, settings, view, embedded]);
  useEffect(() => {
    const leave = () => embedded || store(toStored(latest.current));
    const follow = () => {
      const fragment = location.hash.slice(1);
      if (!fragment || fragment === written.current) return;
      const read = handFromFragment(fragment);
      setFault(read.fault);
      if (read.hand) dispatch({ type: "load", hand: read.hand, view: viewOf(read.hand) });
    };
    window.addEventListener("hashchange", follow);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("hashchange", follow);
      window.removeEventListener("pagehide", leave);
    };
  }, [dispatch, embedded]);
  return { fault, dismiss: () => setFault(null) };
}
