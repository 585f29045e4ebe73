/** The chart of the shown line, moved by what is pressed on it. */
import { costliest } from "../../state/review.ts";
import { type Moment, nodeAt } from "../moment.ts";
import { cardSpoken } from "../parts/spoken.ts";
import { amountOf, chartOf, type Reviews, unitsOf } from "../record_rows.ts";
import type { Dispatch } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { Chart } from "./chart.tsx";

interface MarginChartProps {
  readonly moment: Moment;
  readonly reviews: Reviews;
  readonly dispatch: Dispatch;
}

export function MarginChart({ moment, reviews, dispatch }: MarginChartProps) {
  const words = useWords();
  const points = chartOf(moment, reviews, words);
  const worst = costliest(reviews);
  const told =
    worst && amountOf(worst) > 0
      ? words.chart.worst(worst.seat, cardSpoken(worst.card, words), words[unitsOf(moment)](amountOf(worst)))
      : words.chart.nothing;
  const known = points.flatMap((point) => (point.value === null ? [] : [point.value]));
  const summary = words.chart[moment.margins ? "summary" : "tricksSummary"](known[0] ?? 0, known.at(-1) ?? 0, told);
  return (
    <Chart
      points={points}
      cursor={moment.place}
      title={words.chart[moment.margins ? "title" : "tricksTitle"]}
      summary={summary}
      go={(index) => dispatch({ type: "go", node: nodeAt(moment, index) })}
    />
  );
}
