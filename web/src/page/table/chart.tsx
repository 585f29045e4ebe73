/** NS's margin (or tricks) with best play after each card, with a cursor that follows and can be moved. */
import { useWords } from "../strings/strings.ts";

export interface ChartPoint {
  /** Null while the solver has not looked. */
  readonly value: number | null;
  readonly loses: boolean;
  readonly label: string;
}

interface ChartProps {
  readonly points: readonly ChartPoint[];
  readonly cursor: number;
  /** What the curve shows, for eyes; ears have the summary. */
  readonly title: string;
  readonly summary: string;
  readonly go: (index: number) => void;
}

const WIDE = 400;
const HIGH = 120;
const RIM = 10;

export function Chart({ points, cursor, title, summary, go }: ChartProps) {
  const words = useWords();
  const known = points.flatMap((point) => (point.value === null ? [] : [point.value]));
  if (points.length < 2 || known.length < 1) return <p class="muted">{words.chart.partial}</p>;
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const span = high - low || 1;
  const x = (index: number) => (index * WIDE) / (points.length - 1);
  const y = (value: number) => HIGH - RIM - ((value - low) * (HIGH - 2 * RIM)) / span;
  let path = "";
  points.forEach((point, index) => {
    if (point.value === null) return;
    path += path ? `H${x(index).toFixed(1)}V${y(point.value).toFixed(1)}` : `M${x(index).toFixed(1)} ${y(point.value).toFixed(1)}`;
  });
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    go(Math.max(0, Math.min(points.length - 1, Math.round(((event.clientX - box.left) / box.width) * (points.length - 1)))));
  };
  return (
    <figure class="chart-box">
      <figcaption class="muted small">{title}</figcaption>
      <div class="plot">
      <svg class="chart" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label={summary} onClick={pick}>
        <path class="area" d={`${path}V${y(0)}H${x(points.findIndex((point) => point.value !== null))}Z`} />
        <line class="zero" x1="0" x2={WIDE} y1={y(0)} y2={y(0)} vector-effect="non-scaling-stroke" />
        <path class="curve" d={path} />
        {points.map((point, index) =>
          point.loses && point.value !== null ? (
            <rect class="loss" x={x(index) - 2} y={y(point.value) - 4} width="4" height="8" key={index} />
          ) : null,
        )}
        <line class="cursor" x1={x(cursor)} x2={x(cursor)} y1="0" y2={HIGH} />
      </svg>
      <span class="high" aria-hidden="true">
        {words.signed(high)}
      </span>
      <span class="low" aria-hidden="true">
        {words.signed(low)}
      </span>
      </div>
      <input
        type="range"
        min="0"
        max={points.length - 1}
        value={cursor}
        aria-label={words.chart.slider}
        aria-valuetext={points[cursor]?.label}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
    </figure>
  );
}
