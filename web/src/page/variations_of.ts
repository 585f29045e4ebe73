/** The play and every variation beside it, with the letter or name it goes by. */
import type { NodeId, Tree } from "../state/state.ts";
import { lineThrough, type Moment } from "./moment.ts";
import { cardShort } from "./parts/spoken.ts";
import type { Strings } from "./strings/strings.ts";
import type { Variation } from "./table/variations.tsx";

function depthOf(tree: Tree, node: NodeId): number {
  let depth = 0;
  for (let id: NodeId | null | undefined = node; id; id = tree.nodes[id]?.parent) depth += 1;
  return depth;
}

/** Nodes where a variation begins: children that are not the first, in the order they were made. */
export function branches(tree: Tree): NodeId[] {
  return Object.values(tree.nodes)
    .flatMap((node) => node.children.slice(1))
    .sort((a, b) => a - b);
}

function letter(place: number): string {
  return place < 26 ? String.fromCharCode(65 + place) : String(place + 1);
}

export function variationsOf(moment: Moment, words: Strings): Variation[] {
  const { tree, cursor } = moment.hand;
  const through = new Set(lineThrough(tree, cursor).nodes);
  const others = branches(tree).map((node, place) => ({ node, place }));
  const inner = others.filter(({ node }) => through.has(node)).sort((a, b) => depthOf(tree, b.node) - depthOf(tree, a.node))[0];
  const list = others.map(({ node, place }): Variation => {
    const card = tree.nodes[node]?.card;
    const trick = Math.floor((depthOf(tree, node) - 1) / 4) + 1;
    return {
      node,
      label: words.record.variation(letter(place)),
      from: words.record.from(trick, card ? cardShort(card) : ""),
      name: tree.nodes[node]?.name ?? "",
      shown: node === inner?.node,
    };
  });
  return [{ node: 0, label: words.record.game, from: "", name: "", shown: !inner }, ...list];
}
