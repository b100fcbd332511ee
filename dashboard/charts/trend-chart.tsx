import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { day, longDay, percent, plural } from '../format.ts';
import styles from './trend-chart.module.css';
import { type TrendMark, type TrendPoint, textsOf } from './trend-points.ts';

/** Days that the arrow keys and their like go. */
export const DAY_STEPS: Readonly<Record<string, number>> = {
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
  /** What happened on single days: a tick under the axis each. */
  marks?: readonly TrendMark[];
}

const NO_MARKS: readonly TrendMark[] = [];

/** A share over time: the pooled line, its interval as a band, single days as dots; steered and read by keyboard. */
export function Trend({ points, label, over, marks = NO_MARKS }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const last = points.length - 1;
  const move = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const steer = (event: KeyboardEvent) => {
    const step = DAY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move((at ?? last) + step);
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const pointed = Math.round(((event.clientX - box.left - EDGE.left) / (width - EDGE.left - EDGE.right)) * last);
    const isBelow = event.clientY - box.top > HEIGHT - EDGE.bottom;
    move(isBelow ? nearestOf(points, marks, pointed) : pointed);
  };
  const shown = at === null ? undefined : points[at];
  const told = shown ?? points.at(-1);
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
      aria-valuetext={sentenceOf(told, textsOf(marks, told?.date), over)}
      onKeyDown={steer}
      onBlur={() => setAt(null)}
    >
      <svg width={width} height={HEIGHT} onPointerMove={point} onPointerLeave={() => setAt(null)} aria-hidden="true">
        <Plot points={points} width={width} />
        <Marks points={points} width={width} marks={marks} shown={shown} />
        <Cursor points={points} width={width} shown={shown} />
      </svg>
      {shown && (
        <Tip
          point={shown}
          texts={textsOf(marks, shown.date)}
          x={scalesOf(points, width).xOf(shown)}
          width={width}
          over={over}
        />
      )}
    </div>
  );
}

/** Days from the pointer within which a tick is meant. */
const REACH = 3;

/** The marked day next to the one pointed at, so that a tick need not be hit exactly; else that one. */
function nearestOf(points: readonly TrendPoint[], marks: readonly TrendMark[], pointed: number): number {
  const marked = new Set(marks.map(({ date }) => date));
  const steps = Array.from({ length: 2 * REACH + 1 }, (_, step) => (step % 2 === 0 ? step / 2 : -(step + 1) / 2));
  const step = steps.find((one) => marked.has(points[pointed + one]?.date ?? ''));
  return pointed + (step ?? 0);
}

interface Drawn {
  points: readonly TrendPoint[];
  width: number;
}

function Plot({ points, width }: Drawn) {
  const scales = useMemo(() => scalesOf(points, width), [points, width]);
  const paths = useMemo(() => pathsOf(points, scales), [points, scales]);
  const { y, xOf, top, dated } = scales;
  return (
    <>
      {y.ticks(5).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`} className={styles.tick}>
          <line x1={EDGE.left} x2={width - EDGE.right} data-base={tick === 0} />
          <text x={EDGE.left - 8} dy="0.32em" textAnchor="end">{`${tick}%`}</text>
        </g>
      ))}
      {dated.map((point) => (
        <text key={point.date} x={xOf(point)} y={HEIGHT - 6} textAnchor="middle" className={styles.date}>
          {day(point.date)}
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

/** A tick under the axis for each marked day, with a number where several things happened. */
function Marks({
  points,
  width,
  marks,
  shown,
}: Drawn & { marks: readonly TrendMark[]; shown: TrendPoint | undefined }) {
  const { xOf } = scalesOf(points, width);
  return points.map((point) => {
    const mark = marks.find(({ date }) => date === point.date);
    if (!mark) return null;
    const count = mark.texts.length;
    return (
      <g
        key={point.date}
        transform={`translate(${xOf(point)} ${HEIGHT - EDGE.bottom})`}
        className={styles.mark}
        data-shown={point === shown}
        data-alert={mark.hasAlert}
      >
        <line y1={0} y2={5} />
        {count === 1 ? <circle cy={9} r={4} /> : <rect x={-8} y={5} width={16} height={14} rx={7} />}
        {count > 1 && (
          <text y={12} dy="0.34em" textAnchor="middle">
            {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
          </text>
        )}
      </g>
    );
  });
}

/** The largest number that a tick has room for. */
const COUNT_MAX = 99;

function Cursor({ points, width, shown }: Drawn & { shown: TrendPoint | undefined }) {
  if (shown?.score === undefined || shown.score === null) return null;
  const { xOf, y } = scalesOf(points, width);
  const x = xOf(shown);
  return (
    <g className={styles.cursor}>
      <line x1={x} x2={x} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
      <line x1={x} x2={x} y1={y(shown.low)} y2={y(shown.high)} className={styles.whisker} />
      <circle className={styles.point} cx={x} cy={y(shown.score)} r={4.5} />
    </g>
  );
}

/** Half of the widest text, so that it stays within the chart. */
const MARGIN = 96;
const WIDE_MARGIN = 150;

interface TipProps {
  point: TrendPoint;
  texts: readonly string[];
  /** From the left edge, in pixels. */
  x: number;
  width: number;
  /** Days that a point pools. */
  over: number;
}

/** The numbers of a day and what happened on it, beside the pointer. */
function Tip({ point: { date, score, low, high, answers }, texts, x, width, over }: TipProps) {
  const margin = texts.length > 0 ? WIDE_MARGIN : MARGIN;
  const left = Math.min(Math.max(x, margin), width - margin);
  return (
    <div className={styles.tip} data-wide={texts.length > 0} style={{ left }} aria-hidden="true">
      <span className={styles.tipDate}>{longDay(date)}</span>
      {score === null ? (
        <span>no answers</span>
      ) : (
        <>
          <strong>{percent(score)}</strong> <span>{`${percent(low)} to ${percent(high)}`}</span>
          <span className={styles.tipNote}>{`${plural(answers, 'answer')} in ${over} days`}</span>
        </>
      )}
      {texts.map((text) => (
        <span key={text} className={styles.tipMark}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** The same as a sentence, for those who do not see it. */
function sentenceOf(point: TrendPoint | undefined, texts: readonly string[], over: number): string {
  if (!point) return 'No days';
  const { date, score, low, high, answers } = point;
  const changes = texts.length > 0 ? `. Changed on this day: ${texts.join('; ')}` : '';
  if (score === null) return `${longDay(date)}: no answers${changes}`;
  const bounds = `between ${percent(low)} and ${percent(high)}`;
  return `${longDay(date)}: ${percent(score)}, ${bounds}, ${plural(answers, 'answer')} in ${over} days${changes}`;
}

const HEIGHT = 300;
/** Below the axis there is room for ticks, and for dates under them. */
const EDGE = { top: 12, right: 22, bottom: 40, left: 40 };

/** Room above the highest value, so that the axis ends at a full fifth. */
const ROOM = 4;
const STEP = 20;
const TICK_WIDTH = 110;
/** Days from one date under the axis to the next, as few as there is room for. */
const STEPS = [1, 2, 7, 14, 28];

/** Where everything of a trend is drawn. The axis of shares begins at 0. */
function scalesOf(points: readonly TrendPoint[], width: number) {
  const highest = Math.max(0, ...points.map(({ high, score }) => (score === null ? 0 : high)));
  const top = Math.min(100, STEP * Math.ceil((highest + ROOM) / STEP));
  const last = points.length - 1;
  const x = scaleLinear([0, Math.max(1, last)], [EDGE.left, Math.max(EDGE.left + 1, width - EDGE.right)]);
  const places = new Map(points.map(({ date }, at) => [date, x(at)]));
  const room = Math.max(2, Math.floor(width / TICK_WIDTH));
  const step = STEPS.find((days) => last / days < room) ?? points.length;
  const y = scaleLinear([0, top], [HEIGHT - EDGE.bottom, EDGE.top]);
  return {
    top,
    y,
    xOf: ({ date }: TrendPoint) => places.get(date) ?? EDGE.left,
    /** The last day, and others at whole steps before it. */
    dated: points.filter((_, at) => (last - at) % step === 0),
  };
}

type Scales = ReturnType<typeof scalesOf>;

/** The line and its band; both are broken where nothing was answered. */
function pathsOf(points: readonly TrendPoint[], { xOf, y }: Scales) {
  const isThere = ({ score }: TrendPoint) => score !== null;
  const bandOf = area<TrendPoint>(
    xOf,
    ({ low }) => y(low),
    ({ high }) => y(high),
  ).defined(isThere);
  const lineOf = line<TrendPoint>(xOf, ({ score }) => y(score ?? 0)).defined(isThere);
  return { band: bandOf([...points]) ?? undefined, line: lineOf([...points]) ?? undefined };
}

/** The width of an element in whole pixels, kept true; 0 before it is known. */
export function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
