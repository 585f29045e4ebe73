/** What an ear is told when the table changes: the card played, the trick won, who is to play and what is best. */
import { sideOf } from "../../game/cards.ts";
import { trickWinner } from "../../game/play.ts";
import type { Answers } from "../answers.ts";
import type { Moment } from "../moment.ts";
import { cardSpoken } from "../parts/spoken.ts";
import type { Strings } from "../strings/strings.ts";

export function liveText(moment: Moment, answers: Answers, values: boolean, points: boolean, words: Strings): string {
  const parts: string[] = [];
  const last = moment.steps[moment.place - 1];
  if (last) parts.push(words.live.played(last.seat, cardSpoken(last.card, words)));
  if (last && moment.place % 4 === 0) {
    const trick = moment.steps.slice(moment.place - 4, moment.place);
    const leader = trick[0]?.before.leader;
    if (leader) parts.push(words.live.won(trickWinner(trick.map((step) => step.card), leader, moment.trump)));
  }
  if (!moment.turn) {
    if (moment.position) parts.push(words.table.over);
    return parts.join(" ");
  }
  parts.push(words.live.toPlay(moment.turn));
  const known = values ? answers.at(moment.place) : undefined;
  if (known) {
    const best = known.best.map((card) => cardSpoken(card, words)).join(", ");
    const side = sideOf(moment.turn);
    const margin = points ? moment.margins?.[known.tricks.NS] : undefined;
    const worth =
      margin === undefined
        ? words.table.worth.tricks(side, known.tricks[side])
        : words.table.worth.points(side, side === "NS" ? margin : -margin);
    parts.push(words.live.best(best, worth));
  }
  return parts.join(" ");
}
