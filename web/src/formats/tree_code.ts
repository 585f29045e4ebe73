/**
 * The tree of play as numbers: the game, then each variation with the card it leaves at. A card is its place among the
 * legal ones; where a record has cards that were not allowed, its place in the pack.
 */
import { type Card, indexOf, PACK } from "../game/cards.ts";
import { afterCard, legalCards, type Position, whyIllegal } from "../game/play.ts";
import { opening } from "../state/hand.ts";
import type { Hand, NodeId, Tree } from "../state/state.ts";
import { cardsTo, EMPTY_TREE, MAX_NAME, named, nodeOf, ROOT, withCard } from "../state/tree.ts";
import type { Coder } from "./mixed_radix.ts";

/** Variations that a link holds; there is no end of them on the page. */
export const MOST_VARIATIONS = 400;
const MOST_PLAYED = PACK.length;

interface Chain {
  /** The node it goes on from, as its place among all nodes in the order told; 0 is the root. */
  readonly from: number;
  readonly cards: readonly Card[];
  readonly names: readonly string[];
}

interface Chains {
  readonly chains: readonly Chain[];
  readonly order: readonly NodeId[];
}

/** The game and every variation, each after the line that it leaves. */
function chainsOf(tree: Tree): Chains {
  const order: NodeId[] = [ROOT];
  const places = new Map<NodeId, number>([[ROOT, 0]]);
  const chains: Chain[] = [];
  const todo: { readonly from: NodeId; readonly head: NodeId | undefined }[] = [
    { from: ROOT, head: nodeOf(tree, ROOT).children[0] },
  ];
  for (let next = todo.shift(); next && chains.length <= MOST_VARIATIONS; next = todo.shift()) {
    const cards: Card[] = [];
    const names: string[] = [];
    todo.push(...branches(tree, next.from, next.head));
    for (let id = next.head; id !== undefined; id = nodeOf(tree, id).children[0]) {
      places.set(id, order.length);
      order.push(id);
      const { card, name, children } = nodeOf(tree, id);
      if (card !== null) cards.push(card);
      names.push(name);
      todo.push(...branches(tree, id, children[0]));
    }
    chains.push({ from: places.get(next.from) ?? 0, cards, names });
  }
  return { chains, order };
}

/** What leaves a line at a node: told once, with the line that the first child goes on with. */
function branches(tree: Tree, id: NodeId, first: NodeId | undefined): { from: NodeId; head: NodeId }[] {
  const { children } = nodeOf(tree, id);
  return first !== children[0] ? [] : children.slice(1).map((head) => ({ from: id, head }));
}

/** The positions after each node of the chains, in the order told; null where a card was not allowed. */
function positionsOf(first: Position | null, chains: readonly Chain[]): Position[] | null {
  if (first === null) return null;
  const positions = [first];
  for (const { from, cards } of chains) {
    let position = positions[from];
    for (const card of cards) {
      if (position === undefined || whyIllegal(position, card)) return null;
      position = afterCard(position, card);
      positions.push(position);
    }
  }
  return positions;
}

/** The tree and the cursor of a hand of which all else is told. */
export function codeTree(coder: Coder, hand: Hand): Pick<Hand, "tree" | "cursor"> {
  const { chains, order } = chainsOf(hand.tree);
  const first = opening(hand);
  const legal = coder.code(Number(positionsOf(first, chains) !== null), 2) === 1;
  if (legal && first === null) throw new RangeError("a legal play of a hand that cannot be played");
  const more = coder.code(Number(chains.length > 1), 2);
  const count = 1 + (more ? 1 + coder.code(Math.max(0, chains.length - 2), MOST_VARIATIONS) : 0);
  const anyName = coder.code(Number(chains.some(({ names }) => names.some((name) => name))), 2) === 1;
  const nodes: NodeId[] = [ROOT];
  const positions: (Position | null)[] = [legal ? first : null];
  let tree = EMPTY_TREE;
  for (let place = 0; place < count; place += 1) {
    const { from, cards, names } = chains[place] ?? { from: 0, cards: [], names: [] };
    const start = place ? coder.code(from, nodes.length) : 0;
    const length = coder.code(cards.length, MOST_PLAYED + 1);
    if (place && (!length || !nodeOf(tree, nodes[start] ?? ROOT).children.length)) {
      throw new RangeError("a variation that leaves no line");
    }
    let id = nodes[start] ?? ROOT;
    let position = positions[start] ?? null;
    for (let index = 0; index < length; index += 1) {
      const card = codeCard(coder, cards[index], position);
      const before = tree.next;
      if (cardsTo(tree, id).includes(card)) throw new RangeError("a card that was played before");
      [tree, id] = withCard(tree, id, card);
      if (tree.next === before) throw new RangeError("a card that stands there already");
      position = position && afterCard(position, card);
      nodes.push(id);
      positions.push(position);
      const name = names[index] ?? "";
      if (anyName && coder.code(Number(name !== ""), 2)) tree = named(tree, id, codeText(coder, name));
    }
  }
  const cursor = nodes[coder.code(Math.max(0, order.indexOf(hand.cursor)), nodes.length)] ?? ROOT;
  return { tree, cursor };
}

function codeCard(coder: Coder, card: Card | undefined, position: Position | null): Card {
  const choice = position ? legalCards(position) : PACK;
  const own = card === undefined ? 0 : position ? choice.indexOf(card) : indexOf(card);
  const told = choice.length ? choice[coder.code(Math.max(0, own), choice.length)] : undefined;
  if (told === undefined) throw new RangeError("a card more than there are");
  return told;
}

function codeText(coder: Coder, text: string): string {
  const bytes = new TextEncoder().encode(text);
  const count = coder.code(bytes.length, 4 * MAX_NAME + 1);
  const read = Uint8Array.from({ length: count }, (_, index) => coder.code(bytes[index] ?? 0, 256));
  return new TextDecoder().decode(read);
}
