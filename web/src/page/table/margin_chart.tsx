/** The chart of the shown line, moved by what is pressed on it. */
import type { Answers } from "../answers.ts";
import type { Moment } from "../moment.ts";
import { cardSpoken } from "../parts/spoken.ts";
import { amountOf, chartOf, lossAt } from "../record_rows.ts";
import type { Dispatch } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { Chart } from "./chart.tsx";

interface MarginChartProps {
  readonly moment: Moment;
  readonly answers: Answers;
  readonly dispatch: Dispatch;
}

export function MarginChart({ moment, answers, dispatch }: MarginChartProps) {
  const words = useWords();
  const points = chartOf(moment, answers, words);
  const losses = moment.steps.flatMap((_, index) => lossAt(moment, answers, index) ?? []);
  const worst = losses.reduce((most, loss) => (amountOf(loss) > amountOf(most) ? loss : most), losses[0] ?? null!);
  const units = moment.margins ? "points" : "tricks";
  const told =
    worst && amountOf(worst) > 0
      ? words.chart.worst(worst.seat, cardSpoken(worst.card, words), words[units](amountOf(worst)))
      : words.chart.nothing;
  const known = points.flatMap((point) => (point.value === null ? [] : [point.value]));
  const summary = words.chart[moment.margins ? "summary" : "tricksSummary"](known[0] ?? 0, known.at(-1) ?? 0, told);
  return (
    <Chart
      points={points}
      cursor={moment.place}
      summary={summary}
      go={(index) => dispatch({ type: "go", node: index ? (moment.steps[index - 1]?.node ?? 0) : 0 })}
    />
  );
}
