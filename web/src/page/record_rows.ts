/** The shown line as the record, the chart and the review take it: each card with what it lost. */
import { type Card, type Seat, sideOf } from "../game/cards.ts";
import { trickWinner } from "../game/play.ts";
import type { Answers } from "./answers.ts";
import type { Moment } from "./moment.ts";
import { cardShort } from "./parts/spoken.ts";
import type { Strings } from "./strings/strings.ts";
import type { ChartPoint } from "./table/chart.tsx";
import type { Played, PlayedTrick } from "./table/record.tsx";
import { toneOf } from "./worth.ts";

export type Units = "tricks" | "points";

/** What the card with this index lost to its side, in tricks or points; null while unknown. */
export interface Loss {
  readonly index: number;
  readonly seat: Seat;
  readonly card: Card;
  readonly tricks: number;
  readonly points: number | null;
  /** Points (or tricks) between the best and the worst card there. */
  readonly stake: number;
  readonly choice: boolean;
  readonly best: readonly Card[];
}

export function lossAt(moment: Moment, answers: Answers, index: number): Loss | null {
  const step = moment.steps[index];
  const values = answers.at(index)?.cards;
  if (!step || !values || step.illegal) return null;
  const own = values[step.card];
  if (!own) return null;
  const side = sideOf(step.seat);
  const sign = side === "NS" ? 1 : -1;
  const all = Object.entries(values) as [Card, { readonly NS: number; readonly EW: number }][];
  const most = Math.max(...all.map(([, tricks]) => tricks[side]));
  const least = Math.min(...all.map(([, tricks]) => tricks[side]));
  const margin = (taken: number) => (moment.margins?.[side === "NS" ? taken : moment.cards - taken] ?? 0) * sign;
  const points = moment.margins ? margin(most) - margin(own[side]) : null;
  return {
    index,
    seat: step.seat,
    card: step.card,
    tricks: most - own[side],
    points,
    stake: moment.margins ? margin(most) - margin(least) : most - least,
    choice: most !== least,
    best: all.filter(([, tricks]) => tricks[side] === most).map(([card]) => card),
  };
}

/** The loss in the unit shown. */
export function amountOf(loss: Loss): number {
  return loss.points ?? loss.tricks;
}

export function recordOf(moment: Moment, answers: Answers, words: Strings): PlayedTrick[] {
  const tricks: PlayedTrick[] = [];
  const units: Units = moment.margins ? "points" : "tricks";
  for (let from = 0; from < moment.steps.length; from += 4) {
    const steps = moment.steps.slice(from, from + 4);
    const leader = steps[0]?.before.leader;
    if (!leader) break;
    const cards = steps.map((step) => step.card);
    tricks.push({
      number: from / 4 + 1,
      leader,
      winner: cards.length === 4 ? trickWinner(cards, leader, moment.trump) : null,
      cards: steps.map((step, place): Played => {
        const loss = lossAt(moment, answers, from + place);
        const amount = loss ? amountOf(loss) : null;
        const parent = moment.hand.tree.nodes[moment.hand.tree.nodes[step.node]?.parent ?? 0];
        return {
          node: step.node,
          card: step.card,
          seat: step.seat,
          loss: amount,
          tone: toneOf(amount ?? 0, units),
          lossSpoken: amount ? words.loses(words[units](amount)) : "",
          ahead: from + place >= moment.place,
          variations: (parent?.children.length ?? 1) - 1,
        };
      }),
    });
  }
  return tricks;
}

/** NS's tricks with best play before the card with this index. */
export function nsAt(answers: Answers, place: number): number | null {
  return answers.at(place)?.tricks.NS ?? null;
}

export function chartOf(moment: Moment, answers: Answers, words: Strings): ChartPoint[] {
  return Array.from({ length: moment.steps.length + 1 }, (_, place) => {
    const ns = nsAt(answers, place);
    const loss = place > 0 ? lossAt(moment, answers, place - 1) : null;
    const card = moment.steps[place - 1]?.card;
    return {
      value: ns === null ? null : (moment.margins?.[ns] ?? ns),
      loses: loss !== null && amountOf(loss) > 0,
      label: card ? words.chart.place(Math.floor((place - 1) / 4) + 1, cardShort(card)) : words.controls.atStart,
    };
  });
}

/** The node of the shown line before which the next costly card was played, looking on or back; null for none. */
export function nextMistake(moment: Moment, answers: Answers, way: 1 | -1): number | null {
  for (let index = moment.place + (way > 0 ? 1 : -1); index >= 0 && index < moment.steps.length; index += way) {
    const loss = lossAt(moment, answers, index);
    if (loss && amountOf(loss) > 0) return index ? (moment.steps[index - 1]?.node ?? null) : 0;
  }
  return null;
}
