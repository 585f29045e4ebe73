/**
 * The play as a tree. The game is the root and first children all the way; every other child begins a variation, which
 * stays beside the game, may have a name, and may be promoted or deleted.
 */
import type { Card } from "../game/cards.ts";
import type { NodeId, PlayNode, Tree } from "./state.ts";

export const ROOT: NodeId = 0;
export const EMPTY_TREE: Tree = {
  nodes: { [ROOT]: { id: ROOT, card: null, parent: null, children: [], name: "" } },
  next: 1,
};

export function nodeOf(tree: Tree, id: NodeId): PlayNode {
  const node = tree.nodes[id];
  if (node === undefined) throw new RangeError(`no node ${id} in the tree`);
  return node;
}

/** The nodes from the first card to this one; none for the root. */
export function pathTo(tree: Tree, id: NodeId): NodeId[] {
  const path: NodeId[] = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) path.push(node.id);
  return path.reverse();
}

/** The cards from the first to this node's. */
export function cardsTo(tree: Tree, id: NodeId): Card[] {
  return pathTo(tree, id).flatMap((node) => nodeOf(tree, node).card ?? []);
}

/** The last node of the line that goes on from this one by first children. */
export function endOf(tree: Tree, id: NodeId): NodeId {
  let node = nodeOf(tree, id);
  for (let [next] = node.children; next !== undefined; [next] = node.children) node = nodeOf(tree, next);
  return node.id;
}

/** The cards of the game itself. */
export function gameCards(tree: Tree): Card[] {
  return cardsTo(tree, endOf(tree, ROOT));
}

/** The tree with a card played after this node, and the card's node: the one that is there, or a new one. */
export function withCard(tree: Tree, id: NodeId, card: Card): [Tree, NodeId] {
  const before = nodeOf(tree, id);
  const known = before.children.find((child) => nodeOf(tree, child).card === card);
  if (known !== undefined) return [tree, known];
  const node: PlayNode = { id: tree.next, card, parent: id, children: [], name: "" };
  const nodes = { ...tree.nodes, [node.id]: node, [id]: { ...before, children: [...before.children, node.id] } };
  return [{ nodes, next: tree.next + 1 }, node.id];
}

/** The tree with these cards played one after another from this node, and the last one's node. */
export function withCards(tree: Tree, id: NodeId, cards: readonly Card[]): [Tree, NodeId] {
  return cards.reduce<[Tree, NodeId]>(([grown, last], card) => withCard(grown, last, card), [tree, id]);
}

/** The tree of a game without variations. */
export function treeOf(cards: readonly Card[]): Tree {
  const nodes: Record<NodeId, PlayNode> = {};
  for (let id = 0; id <= cards.length; id += 1) {
    const children = id < cards.length ? [id + 1] : [];
    nodes[id] = { id, card: cards[id - 1] ?? null, parent: id ? id - 1 : null, children, name: "" };
  }
  return { nodes, next: cards.length + 1 };
}

/** The nodes of this one and of all that was played after it. */
function below(tree: Tree, id: NodeId): NodeId[] {
  const all = [id];
  for (const each of all) all.push(...nodeOf(tree, each).children);
  return all;
}

/** The tree without the node and what was played after it, and where a cursor then stands. */
export function withoutNode(tree: Tree, id: NodeId, cursor: NodeId): [Tree, NodeId] {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return [EMPTY_TREE, ROOT];
  const gone = new Set(below(tree, id));
  const before = nodeOf(tree, parent);
  const kept = Object.values(tree.nodes).filter((node) => !gone.has(node.id));
  const nodes: Record<NodeId, PlayNode> = Object.fromEntries(kept.map((node) => [node.id, node]));
  nodes[parent] = { ...before, children: before.children.filter((child) => child !== id) };
  return [{ nodes, next: tree.next }, gone.has(cursor) ? parent : cursor];
}

/** Where the variation that the node is in begins; null where it is in the game. */
export function variationOf(tree: Tree, id: NodeId): NodeId | null {
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) {
    if (nodeOf(tree, node.parent).children[0] !== node.id) return node.id;
  }
  return null;
}

/** The tree in which the variation that the node is in is the game, also where it left another variation. */
export function promoted(tree: Tree, id: NodeId): Tree {
  let grown = tree;
  for (let head = variationOf(grown, id); head !== null; head = variationOf(grown, id)) {
    const { parent } = nodeOf(grown, head);
    if (parent === null) break;
    const before = nodeOf(grown, parent);
    const children = [head, ...before.children.filter((child) => child !== head)];
    grown = { ...grown, nodes: { ...grown.nodes, [parent]: { ...before, children } } };
  }
  return grown;
}

export function named(tree: Tree, id: NodeId, name: string): Tree {
  return { ...tree, nodes: { ...tree.nodes, [id]: { ...nodeOf(tree, id), name: name.slice(0, MAX_NAME) } } };
}

export const MAX_NAME = 60;

export interface Variation {
  readonly node: NodeId;
  /** Counted from 1 in the order of the play. */
  readonly number: number;
  readonly name: string;
  /** How many cards were played before it. */
  readonly place: number;
  readonly cards: readonly Card[];
}

/** All variations, in the order in which they leave their lines. */
export function variations(tree: Tree): Variation[] {
  const found: Omit<Variation, "number">[] = [];
  const todo: [NodeId, number][] = [[ROOT, 0]];
  for (let next = todo.shift(); next; next = todo.shift()) {
    const [id, place] = next;
    const { children } = nodeOf(tree, id);
    for (const head of children.slice(1)) {
      const cards = cardsTo(tree, endOf(tree, head)).slice(place);
      found.push({ node: head, name: nodeOf(tree, head).name, place, cards });
    }
    todo.push(...children.map((child): [NodeId, number] => [child, place + 1]));
  }
  return found.map((each, index) => ({ ...each, number: index + 1 }));
}

/** The tree without cards that are not in these, and what was played after them, and where a cursor then stands. */
export function withinCards(tree: Tree, held: ReadonlySet<Card>, cursor: NodeId): [Tree, NodeId] {
  const strange = Object.values(tree.nodes).filter(({ card }) => card !== null && !held.has(card));
  return strange.reduce<[Tree, NodeId]>(
    ([kept, place], { id }) => (kept.nodes[id] ? withoutNode(kept, id, place) : [kept, place]),
    [tree, cursor],
  );
}
