/** The play and every variation beside it, with the letter or name it goes by. */
import { type Variation as Branch, variationOf, variations } from "../state/tree.ts";
import { lineEnd } from "../state/line.ts";
import type { Moment } from "./moment.ts";
import { cardShort } from "./parts/spoken.ts";
import type { Strings } from "./strings/strings.ts";
import type { Variation } from "./table/variations.tsx";

function letter(number: number): string {
  return number <= 26 ? String.fromCharCode(64 + number) : String(number);
}

export function nameOf(branch: Pick<Branch, "name" | "number">, words: Strings): string {
  return branch.name || words.record.variation(letter(branch.number));
}

export function variationsOf(moment: Moment, words: Strings): Variation[] {
  const { tree, cursor } = moment.hand;
  const inner = variationOf(tree, lineEnd(moment.hand));
  const list = variations(tree).map((branch): Variation => {
    const card = branch.cards[0];
    return {
      node: branch.node,
      label: nameOf(branch, words),
      from: words.record.from(Math.floor(branch.place / 4) + 1, card ? cardShort(card) : ""),
      name: branch.name,
      shown: branch.node === inner,
    };
  });
  // The play is shown from where the variation left it, or from the cursor where that lies before.
  let back = cursor;
  for (let head = variationOf(tree, back); head !== null; head = variationOf(tree, back)) back = tree.nodes[head]?.parent ?? 0;
  return [{ node: back, label: words.record.game, from: "", name: "", shown: inner === null, game: true }, ...list];
}
