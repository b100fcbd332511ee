import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { day, longDay, percent } from '../format.ts';
import { EDGE, endLabels, HEIGHT, type Line, type LineScales, pathOf, scalesOf, strokeOf } from './line-scales.ts';
import styles from './trend-chart.module.css';
import { DAY_STEPS, useWidth } from './trend-chart.tsx';

interface Props {
  /** The UTC days, ascending. */
  dates: readonly string[];
  lines: readonly Line[];
  /** What they are shares of. */
  label: string;
}

/** Shares of several names over time, each with its name at the end of its line; steered and read by keyboard. */
export function Lines({ dates, lines, label }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const scales = useMemo(() => scalesOf(lines, dates.length, width), [lines, dates, width]);
  const last = dates.length - 1;
  const move = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const steer = (event: KeyboardEvent) => {
    const step = DAY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move((at ?? last) + step);
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    move(Math.round(((left - EDGE.left) / (scales.right - EDGE.left)) * last));
  };
  return (
    <div
      ref={ref}
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Use the arrow keys to move between days.`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={sentenceOf(dates, lines, at ?? last)}
      onKeyDown={steer}
      onBlur={() => setAt(null)}
    >
      <svg width={width} height={HEIGHT} onPointerMove={point} onPointerLeave={() => setAt(null)} aria-hidden="true">
        <Axes dates={dates} scales={scales} />
        {[...lines].reverse().map((one) => (
          <path
            key={one.key}
            d={pathOf(one, scales)}
            className={styles.nameLine}
            data-brand={one.isBrand}
            {...strokeOf(one)}
          />
        ))}
        <Names lines={lines} scales={scales} />
        {at !== null && <Cursor lines={lines} scales={scales} at={at} />}
      </svg>
      {at !== null && <Tip dates={dates} lines={lines} at={at} x={scales.x(at)} width={width} />}
    </div>
  );
}

function Axes({ dates, scales: { x, y, right, dated } }: { dates: readonly string[]; scales: LineScales }) {
  return (
    <>
      {y.ticks(5).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`} className={styles.tick}>
          <line x1={EDGE.left} x2={right} data-base={tick === 0} />
          <text x={EDGE.left - 8} dy="0.32em" textAnchor="end">{`${tick}%`}</text>
        </g>
      ))}
      {dated.map((at) => (
        <text key={at} x={x(at)} y={HEIGHT - 6} textAnchor="middle" className={styles.date}>
          {day(dates[at] ?? '')}
        </text>
      ))}
    </>
  );
}

/** The names; a thin line leads to one that stands apart from its end. */
function Names({ lines, scales }: { lines: readonly Line[]; scales: LineScales }) {
  const { right } = scales;
  return endLabels(lines, scales).map(({ line: one, text, from, y }) => (
    <g key={one.key} className={styles.name} data-brand={one.isBrand}>
      <line x1={right + 1} y1={from} x2={right + 9} y2={y} stroke={strokeOf(one).stroke} />
      <text x={right + 12} y={y} dy="0.34em">
        {text}
      </text>
    </g>
  ));
}

function Cursor({ lines, scales: { x, y }, at }: { lines: readonly Line[]; scales: LineScales; at: number }) {
  return (
    <g className={styles.cursor}>
      <line x1={x(at)} x2={x(at)} y1={EDGE.top} y2={EDGE.bottom} />
      {lines.map((one) => {
        const value = one.values[at] ?? null;
        return value === null ? null : (
          <circle key={one.key} cx={x(at)} cy={y(value)} r={4} fill={strokeOf(one).stroke} />
        );
      })}
    </g>
  );
}

/** Half of the widest text, so that it stays within the chart. */
const MARGIN = 110;

interface TipProps {
  dates: readonly string[];
  lines: readonly Line[];
  at: number;
  /** From the left edge, in pixels. */
  x: number;
  width: number;
}

function Tip({ dates, lines, at, x, width }: TipProps) {
  const left = Math.min(Math.max(x, MARGIN), Math.max(MARGIN, width - MARGIN));
  return (
    <div className={styles.namesTip} style={{ left }} aria-hidden="true">
      <span className={styles.namesTipDate}>{longDay(dates[at] ?? '')}</span>
      {highestFirst(lines, at).map((one) => (
        <span key={one.key} className={styles.tipRow}>
          <Sample line={one} />
          <span className={styles.tipName}>{one.name}</span>
          <strong>{shareAt(one, at)}</strong>
        </span>
      ))}
    </div>
  );
}

/** A piece of a line, which tells whose it is wherever its name stands. */
export function Sample({ line: one }: { line: Pick<Line, 'isBrand' | 'place'> }) {
  return (
    <svg width={26} height={10} className={styles.sample} data-brand={one.isBrand} aria-hidden="true">
      <line x1={1} x2={25} y1={5} y2={5} {...strokeOf(one)} />
    </svg>
  );
}

/** The same as a sentence, for those who do not see it. */
function sentenceOf(dates: readonly string[], lines: readonly Line[], at: number): string {
  const date = dates[at];
  if (date === undefined) return 'No days';
  return `${longDay(date)}: ${highestFirst(lines, at)
    .map((one) => `${one.name} ${shareAt(one, at)}`)
    .join(', ')}`;
}

function highestFirst(lines: readonly Line[], at: number): Line[] {
  return lines.toSorted((one, other) => (other.values[at] ?? -1) - (one.values[at] ?? -1));
}

function shareAt({ values }: Line, at: number): string {
  const value = values[at] ?? null;
  return value === null ? 'no answers' : percent(value);
}
