/** The line that is shown: the chosen one as long as the cursor is on it, else the one that goes on from the cursor. */
import type { Hand, NodeId } from "./state.ts";
import { endOf, pathTo, ROOT } from "./tree.ts";

function isOn(hand: Hand, end: NodeId): boolean {
  return hand.cursor === ROOT || pathTo(hand.tree, end).includes(hand.cursor);
}

/** The last node of the shown line. */
export function lineEnd(hand: Hand): NodeId {
  if (hand.line !== undefined && hand.tree.nodes[hand.line]) {
    const end = endOf(hand.tree, hand.line);
    if (isOn(hand, end)) return end;
  }
  return endOf(hand.tree, hand.cursor);
}

/** The hand at another node: on its line where the node lies on it, else on the line through the node. */
export function movedTo(hand: Hand, cursor: NodeId): Hand {
  const end = lineEnd(hand);
  const next = { ...hand, cursor };
  return withLine(next, isOn(next, end) ? end : cursor);
}

/** The hand at a node of a line that is chosen by it, whatever line was shown before. */
export function onLineOf(hand: Hand, cursor: NodeId): Hand {
  return withLine({ ...hand, cursor }, cursor);
}

/** A line is kept only where the cursor alone would not tell it. */
function withLine({ line: _, ...hand }: Hand, line: NodeId): Hand {
  return endOf(hand.tree, hand.cursor) === endOf(hand.tree, line) ? hand : { ...hand, line };
}
