/** Suits and signs as SVG: no font needs to have them. */
import type { Suit } from "../../game/cards.ts";

const PATHS = {
  S: "M12 2C9 6.500 3.500 9.600 3.500 14a4.300 4.300 0 0 0 7.400 3c-.1 2-.9 3.600-2.400 5h7c-1.500-1.400-2.300-3-2.400-5a4.300 4.300 0 0 0 7.400-3C20.500 9.600 15 6.500 12 2z",
  H: "M12 21C7 16.600 3 13 3 8.700 3 5.800 5.200 3.800 7.700 3.800c1.800 0 3.400 1 4.300 2.600.9-1.600 2.500-2.600 4.300-2.600 2.500 0 4.700 2 4.700 4.900C21 13 17 16.600 12 21z",
  D: "M12 2l7.500 10L12 22 4.500 12z",
  C: "M12 2a4.600 4.600 0 0 0-3.700 7.300A4.700 4.700 0 1 0 11 16.800c-.1 2.200-.9 3.800-2.500 5.200h7c-1.600-1.400-2.400-3-2.500-5.200a4.700 4.700 0 1 0 2.700-7.500A4.600 4.600 0 0 0 12 2z",
  BB: "M12 2l2.900 6.600 7.100.7-5.400 4.700 1.600 7L12 17.300 5.800 21l1.600-7L2 9.300l7.100-.7z",
  LB: "M12 2l2.900 6.600 7.100.7-5.400 4.700 1.600 7L12 17.300 5.800 21l1.600-7L2 9.300l7.100-.7zM12 7l-1.500 3.500-3.700.4 2.800 2.500-.8 3.700 3.200-1.900 3.200 1.900-.8-3.700 2.800-2.500-3.700-.4z",
  tick: "M9.500 19L3 12.500l2.500-2.500 4 4L18.500 5 21 7.500z",
  lower: "M3 7h18l-9 12z",
  lowest: "M3 2h18l-9 10zM3 12h18l-9 10z",
  start: "M5 4h3v16H5zM20 4v16L9 12z",
  end: "M16 4h3v16h-3zM4 4v16l11-8z",
  previous: "M17 4v16L6 12z",
  next: "M7 4v16l11-8z",
  best: "M12 2l2.900 6.600 7.100.7-5.400 4.700 1.600 7L12 17.300 5.800 21l1.600-7L2 9.300l7.100-.7z",
  auto: "M3 5v14l8-7zM12 5v14l8-7z",
  stop: "M5 5h14v14H5z",
  mistake: "M10.500 3h3v11h-3zM10.500 17h3v3.500h-3z",
  undo: "M8 4L2 10l6 6v-4h6a4 4 0 0 1 0 8h-3v2.500h3.500a6.500 6.500 0 0 0 0-13H8z",
  redo: "M16 4l6 6-6 6v-4h-6a4 4 0 0 0 0 8h3v2.500H9.500a6.500 6.500 0 0 1 0-13H16z",
  close: "M5 7l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z",
  help: "M9.700 9.500H6.800C6.800 6.200 9 4 12.100 4c3 0 5.200 2 5.200 4.700 0 1.900-1 3-2.300 4-1.200.9-1.600 1.400-1.600 2.600v.5h-2.800v-.8c0-2 .8-3 2.200-4.100 1-.8 1.500-1.300 1.500-2.200 0-1.200-.9-2-2.200-2-1.400 0-2.300 1-2.400 2.800zM10.500 17.500h3v3h-3z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, class: also }: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg class={`icon ${also ?? ""}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path fill-rule="evenodd" d={PATHS[name]} />
    </svg>
  );
}

export function SuitIcon({ suit }: { readonly suit: Suit | "B" }) {
  return <Icon name={suit === "B" ? "BB" : suit} class={`suit-${suit}`} />;
}

/** The path of a suit or star, for drawings outside the page. */
export function pathOf(name: IconName): string {
  return PATHS[name];
}
