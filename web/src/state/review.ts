/**
 * What each card of a line cost, from what the solver has answered: loss in tricks and points, accuracy, the margin
 * after each card and the turning points, by the formulas of `solver/reviewing`.
 */
import { type BySeat, bySeat, type Card, type Seat, type Side, sideOf } from "../game/cards.ts";
import { afterCard, forcedBy, isFinished, legalCards, touchingCards, turn } from "../game/play.ts";
import { dealKey, keyOf, marginsOf, shownSteps, type Step } from "./selectors.ts";
import type { CardValues, NodeId, State } from "./state.ts";

/** Legal cards that are one choice, being neighbours in rank. */
export interface CardChoice {
  readonly cards: readonly Card[];
  readonly ns: number;
  readonly lossTricks: number;
  readonly lossPoints: number | null;
}

/** One card of the line; points are null where no bids are known, and everything where the solver has not looked. */
export interface CardReview {
  readonly node: NodeId;
  /** Cards played before. */
  readonly index: number;
  readonly trick: number;
  readonly seat: Seat;
  readonly card: Card;
  readonly nsBefore: number;
  readonly nsAfter: number;
  readonly lossTricks: number;
  readonly lossPoints: number | null;
  readonly gainTricks: number;
  readonly gainPoints: number | null;
  readonly marginBefore: number | null;
  readonly marginAfter: number | null;
  readonly best: readonly Card[];
  readonly forcedBy: string | null;
  /** Whether the legal cards were not all equally good. */
  readonly choice: boolean;
  readonly legal: boolean;
  /** All legal cards, best first. */
  readonly options: readonly CardChoice[];
}

/** NS tricks with best play from a position of which every legal card's value is known. */
export function bestOf(values: CardValues, side: Side): number {
  const known = Object.values(values);
  return side === "NS" ? Math.max(...known) : Math.min(...known);
}

function losses(side: Side, before: number, after: number, margins: readonly number[] | null): [number, number | null] {
  const lost = (ns: number, left: number) => (side === "NS" ? ns - left : left - ns);
  return [lost(before, after), margins && lost(margins[before] ?? 0, margins[after] ?? 0)];
}

/** What a card cost, from the values before it and NS tricks with best play after it. */
export function reviewCard(
  step: Step,
  index: number,
  values: CardValues,
  after: number,
  margins: readonly number[] | null,
): CardReview {
  const side = sideOf(step.seat);
  const before = bestOf(values, side);
  const options = touchingCards(step.before)
    .map((cards): CardChoice => {
      const ns = (cards[0] && values[cards[0]]) ?? before;
      const [lossTricks, lossPoints] = losses(side, before, ns, margins);
      return { cards, ns, lossTricks, lossPoints };
    })
    .sort((a, b) => a.lossTricks - b.lossTricks);
  const [tricks, points] = losses(side, before, after, margins);
  return {
    node: step.node,
    index,
    trick: Math.floor(index / 4) + 1,
    seat: step.seat,
    card: step.card,
    nsBefore: before,
    nsAfter: after,
    lossTricks: Math.max(0, tricks),
    lossPoints: points === null ? null : Math.max(0, points),
    gainTricks: Math.max(0, -tricks),
    gainPoints: points === null ? null : Math.max(0, -points),
    marginBefore: margins?.[before] ?? null,
    marginAfter: margins?.[after] ?? null,
    best: legalCards(step.before).filter((card) => values[card] === before),
    forcedBy: forcedBy(step.before),
    choice: new Set(Object.values(values)).size > 1,
    legal: step.illegal === null,
    options,
  };
}

/** The cards of the line through the cursor, each with what it cost; null where the solver has not answered. */
export function reviewLine(state: Pick<State, "hand" | "values">): (CardReview | null)[] {
  const steps = shownSteps(state.hand);
  const margins = marginsOf(state.hand);
  const key = dealKey(state.hand) ?? "";
  const known = (cards: number): CardValues | null =>
    state.values[
      keyOf(
        key,
        steps.slice(0, cards).map((step) => step.card),
      )
    ] ?? null;
  return steps.map((step, index) => {
    const values = known(index);
    if (values === null) return null;
    const after = values[step.card] ?? bestAfter(step, known(index + 1));
    return after === null ? null : reviewCard(step, index, values, after, margins);
  });
}

/** NS tricks with best play after an illegal card, whose value was not asked before it. */
function bestAfter(step: Step, values: CardValues | null): number | null {
  const after = afterCard(step.before, step.card);
  if (isFinished(after)) return after.tricks.NS;
  return values && bestOf(values, sideOf(turn(after)));
}

/** What was kept of what was at stake, in percent: rounded down to a decimal, 100 where nothing was lost. */
export function accuracy(lost: number, atStake: number): number {
  return lost ? Math.floor((1000 * (atStake - lost)) / atStake) / 10 : 100;
}

export interface Losses {
  readonly lost: number;
  readonly atStake: number;
  readonly accuracy: number;
  readonly lossTricks: number;
  /** Cards at which the legal ones were not all equally good. */
  readonly choices: number;
}

/** Each player's losses by cards, in points where bids tell them and else in tricks. */
export function lossesBySeat(reviews: readonly (CardReview | null)[]): BySeat<Losses> {
  return bySeat((seat) => {
    const own = reviews.filter((review): review is CardReview => review?.seat === seat);
    let [lost, atStake] = [0, 0];
    for (const review of own) {
      const loss = review.lossPoints ?? review.lossTricks;
      const worst = review.options.at(-1);
      lost += loss;
      atStake += review.legal && worst ? (worst.lossPoints ?? worst.lossTricks) : loss;
    }
    return {
      lost,
      atStake,
      accuracy: accuracy(lost, atStake),
      lossTricks: own.reduce((sum, review) => sum + review.lossTricks, 0),
      choices: own.filter((review) => review.choice && review.legal).length,
    };
  });
}

/** The cards that lost points, or won some by being illegal; where no bids are known tricks stand for points. */
export function turningPoints(reviews: readonly (CardReview | null)[]): CardReview[] {
  return reviews.filter(
    (review): review is CardReview =>
      review !== null &&
      Boolean((review.lossPoints ?? review.lossTricks) || (review.gainPoints ?? review.gainTricks)) &&
      Boolean(review.lossTricks || !review.legal),
  );
}

/** The card that lost most, the first of equal ones; null where none lost anything. */
export function costliest(reviews: readonly (CardReview | null)[]): CardReview | null {
  const cost = (review: CardReview) => (review.lossPoints ?? 0) * 100 + review.lossTricks;
  return reviews.reduce<CardReview | null>(
    (worst, review) => (review && cost(review) > (worst ? cost(worst) : 0) ? review : worst),
    null,
  );
}

/** NS's margin in points, or its tricks without bids, with best play before the first card and after each. */
export function marginSeries(reviews: readonly (CardReview | null)[]): (number | null)[] {
  const [first] = reviews;
  const start = first ? (first.marginBefore ?? first.nsBefore) : null;
  return [start, ...reviews.map((review) => (review ? (review.marginAfter ?? review.nsAfter) : null))];
}
