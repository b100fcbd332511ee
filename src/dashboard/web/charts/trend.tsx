import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { day, longDay, percent, plural } from '../format.ts';
import styles from './trend.module.css';
import type { TrendPoint } from './trend-points.ts';
import { EDGE, HEIGHT, pathsOf, scalesOf } from './trend-scales.ts';
import { useWidth } from './use-width.ts';

/** Days that the arrow keys and their like go. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

interface Props {
  points: readonly TrendPoint[];
  /** What it is a share of. */
  label: string;
  /** Days that a point pools. */
  over: number;
}

/** A share over time: the pooled line, its interval as a band, single days as dots; steered and read by keyboard. */
export function Trend({ points, label, over }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const last = points.length - 1;
  const move = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const steer = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move((at ?? last) + step);
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    move(Math.round(((left - EDGE.left) / (width - EDGE.left - EDGE.right)) * last));
  };
  const shown = at === null ? undefined : points[at];
  return (
    <div
      ref={ref}
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys go from day to day.`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={sentenceOf(shown ?? points.at(-1), over)}
      onKeyDown={steer}
      onBlur={() => setAt(null)}
    >
      <svg width={width} height={HEIGHT} onPointerMove={point} onPointerLeave={() => setAt(null)} aria-hidden="true">
        <Plot points={points} width={width} />
        <Cursor points={points} width={width} shown={shown} />
      </svg>
      <Tip points={points} width={width} shown={shown} over={over} />
    </div>
  );
}

interface Drawn {
  points: readonly TrendPoint[];
  width: number;
}

function Plot({ points, width }: Drawn) {
  const scales = useMemo(() => scalesOf(points, width), [points, width]);
  const paths = useMemo(() => pathsOf(points, scales), [points, scales]);
  const { x, y, xOf, top, ticks } = scales;
  return (
    <>
      {y.ticks(5).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`} className={styles.tick}>
          <line x1={EDGE.left} x2={width - EDGE.right} data-base={tick === 0} />
          <text x={EDGE.left - 8} dy="0.32em" textAnchor="end">{`${tick}%`}</text>
        </g>
      ))}
      {x.ticks(ticks).map((tick) => (
        <text key={tick.getTime()} x={x(tick)} y={HEIGHT - 6} textAnchor="middle" className={styles.date}>
          {day(tick.toISOString())}
        </text>
      ))}
      <path d={paths.band} className={styles.band} />
      {points.map((point) =>
        point.dayScore === null || point.dayScore > top ? null : (
          <circle key={point.date} cx={xOf(point)} cy={y(point.dayScore)} r={1.6} className={styles.dot} />
        ),
      )}
      <path d={paths.line} className={styles.line} />
    </>
  );
}

function Cursor({ points, width, shown }: Drawn & { shown: TrendPoint | undefined }) {
  if (shown?.score === undefined || shown.score === null) return null;
  const { xOf, y } = scalesOf(points, width);
  const x = xOf(shown);
  return (
    <g className={styles.cursor}>
      <line x1={x} x2={x} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
      <line x1={x} x2={x} y1={y(shown.low)} y2={y(shown.high)} className={styles.whisker} />
      <circle cx={x} cy={y(shown.score)} r={4.5} />
    </g>
  );
}

/** Half of the widest text, so that it stays within the chart. */
const TIP_MARGIN = 96;

function Tip({ points, width, shown, over }: Drawn & { shown: TrendPoint | undefined; over: number }) {
  if (!shown) return null;
  const { xOf } = scalesOf(points, width);
  const left = Math.min(Math.max(xOf(shown), TIP_MARGIN), width - TIP_MARGIN);
  const { date, score, low, high, answers } = shown;
  return (
    <div className={styles.tip} style={{ left }} aria-hidden="true">
      <span className={styles.tipDate}>{longDay(date)}</span>
      {score === null ? (
        <span>no answers</span>
      ) : (
        <>
          <strong>{percent(score)}</strong> <span>{`${percent(low)} to ${percent(high)}`}</span>
          <span className={styles.tipNote}>{`${plural(answers, 'answer')} in ${over} days`}</span>
        </>
      )}
    </div>
  );
}

function sentenceOf(point: TrendPoint | undefined, over: number): string {
  if (!point) return 'No days';
  const { date, score, low, high, answers } = point;
  if (score === null) return `${longDay(date)}: no answers`;
  const bounds = `between ${percent(low)} and ${percent(high)}`;
  return `${longDay(date)}: ${percent(score)}, ${bounds}, ${plural(answers, 'answer')} in ${over} days`;
}
