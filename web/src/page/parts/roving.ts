/** One tab stop for a group of buttons: arrows, Home and End move within it. */
import { useCallback } from "preact/hooks";

/** Those of the group that can be chosen, in reading order. */
function members(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>("button:not(:disabled), [role=option], [role=tab]")];
}

function moved(now: number, key: string, elements: readonly HTMLElement[]): number | null {
  const last = elements.length - 1;
  switch (key) {
    case "ArrowRight":
      return Math.min(now + 1, last);
    case "ArrowLeft":
      return Math.max(now - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    case "ArrowDown":
    case "ArrowUp":
      return acrossRows(now, key === "ArrowDown", elements);
    default:
      return null;
  }
}

/** The nearest in the row below or above, by where they stand on the page. */
function acrossRows(now: number, down: boolean, elements: readonly HTMLElement[]): number {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const own = boxes[now];
  if (!own) return 0;
  let best = now;
  let distance = Infinity;
  boxes.forEach((box, index) => {
    const rows = down ? box.top - own.top : own.top - box.top;
    if (rows < own.height / 2) return;
    const far = rows * 100 + Math.abs(box.left - own.left);
    if (far < distance) [best, distance] = [index, far];
  });
  return best;
}

/** A key handler for the group's element; the group's buttons have tabIndex 0 for one of them and −1 else. */
export function useRoving() {
  return useCallback((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const group = event.currentTarget as HTMLElement;
    const elements = members(group);
    const now = elements.indexOf(document.activeElement as HTMLElement);
    if (now < 0) return;
    const to = moved(now, event.key, elements);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    for (const element of elements) element.tabIndex = -1;
    const target = elements[to];
    if (!target) return;
    target.tabIndex = 0;
    target.focus();
  }, []);
}
