/** The shown line as the record and the chart take it: each card with what it lost. */
import { trickWinner } from "../game/play.ts";
import { type CardReview, marginSeries } from "../state/review.ts";
import { type Moment, nodeAt } from "./moment.ts";
import { cardShort } from "./parts/spoken.ts";
import type { Strings } from "./strings/strings.ts";
import type { ChartPoint } from "./table/chart.tsx";
import type { Played, PlayedTrick } from "./table/record.tsx";
import { toneOf } from "./worth.ts";

/** What each card of the line cost; null while the solver has not looked. */
export type Reviews = readonly (CardReview | null)[];

/** The loss in points where bids tell them, else in tricks. */
export function amountOf(review: CardReview): number {
  return review.lossPoints ?? review.lossTricks;
}

export function unitsOf(moment: Moment): "tricks" | "points" {
  return moment.margins ? "points" : "tricks";
}

export function recordOf(moment: Moment, reviews: Reviews, words: Strings): PlayedTrick[] {
  const tricks: PlayedTrick[] = [];
  const units = unitsOf(moment);
  const { nodes } = moment.hand.tree;
  for (let from = 0; from < moment.steps.length; from += 4) {
    const steps = moment.steps.slice(from, from + 4);
    const leader = steps[0]?.before.leader;
    if (!leader) break;
    const cards = steps.map((step) => step.card);
    tricks.push({
      number: from / 4 + 1,
      leader,
      winner: cards.length === 4 ? trickWinner(cards, leader, moment.trump) : null,
      cards: steps.map((step, index): Played => {
        const review = reviews[from + index];
        const amount = review ? amountOf(review) : null;
        const parent = nodes[nodes[step.node]?.parent ?? 0];
        return {
          node: step.node,
          card: step.card,
          seat: step.seat,
          loss: amount,
          tone: toneOf(amount ?? 0, units),
          lossSpoken: amount ? words.loses(words[units](amount)) : "",
          illegal: step.illegal?.fault.message ?? null,
          ahead: from + index >= moment.place,
          variations: (parent?.children.length ?? 1) - 1,
        };
      }),
    });
  }
  return tricks;
}

export function chartOf(moment: Moment, reviews: Reviews, words: Strings): ChartPoint[] {
  return marginSeries(reviews).map((value, place) => {
    const review = reviews[place - 1];
    const card = moment.steps[place - 1]?.card;
    return {
      value,
      loses: review != null && amountOf(review) > 0,
      label: card ? words.chart.place(Math.floor((place - 1) / 4) + 1, cardShort(card)) : words.controls.atStart,
    };
  });
}

/** The node before which the next costly card was played, looking on or back; null for none. */
export function nextMistake(moment: Moment, reviews: Reviews, way: 1 | -1): number | null {
  for (let index = moment.place + way; index >= 0 && index < reviews.length; index += way) {
    const review = reviews[index];
    if (review && amountOf(review) > 0) return nodeAt(moment, index);
  }
  return null;
}
