/** What the cards of the shown line cost each player, as far as the solver has looked. */
import { type BySeat, SEATS } from "../game/cards.ts";
import type { Answers } from "./answers.ts";
import type { Moment } from "./moment.ts";
import { amountOf, type Loss, lossAt } from "./record_rows.ts";

export interface PlayerReview {
  /** What was kept of what was at stake, in percent, rounded down to a decimal; 100 where nothing was lost. */
  readonly accuracy: number;
  readonly lossTricks: number;
  readonly lossPoints: number | null;
  /** Cards at which the legal ones were not all equally good. */
  readonly choices: number;
}

export interface LocalReview {
  readonly players: BySeat<PlayerReview>;
  /** The cards that lost something, in the order played. */
  readonly turning: readonly Loss[];
  /** Whether every card has been looked at. */
  readonly whole: boolean;
}

export function accuracy(lost: number, stake: number): number {
  return lost === 0 ? 100 : Math.floor((1000 * (stake - lost)) / stake) / 10;
}

export function reviewOf(moment: Moment, answers: Answers): LocalReview {
  const losses = moment.steps.flatMap((_, index) => lossAt(moment, answers, index) ?? []);
  const players = SEATS.map((seat) => {
    const own = losses.filter((loss) => loss.seat === seat);
    const lost = own.reduce((sum, loss) => sum + amountOf(loss), 0);
    const stake = own.reduce((sum, loss) => sum + loss.stake, 0);
    const review: PlayerReview = {
      accuracy: accuracy(lost, stake),
      lossTricks: own.reduce((sum, loss) => sum + loss.tricks, 0),
      lossPoints: moment.margins ? lost : null,
      choices: own.filter((loss) => loss.choice).length,
    };
    return [seat, review] as const;
  });
  return {
    players: Object.fromEntries(players) as unknown as BySeat<PlayerReview>,
    turning: losses.filter((loss) => amountOf(loss) > 0),
    whole: losses.length === moment.steps.length,
  };
}
