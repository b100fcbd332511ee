import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { TrendPoint } from './trend-points.ts';

export const HEIGHT = 260;
export const EDGE = { top: 12, right: 22, bottom: 26, left: 40 };

/** Room above the highest value, so that the axis ends at a full fifth. */
const ROOM = 4;
const STEP = 20;
const TICK_WIDTH = 110;

/** Where everything of a trend is drawn. The axis of shares begins at 0. */
export function scalesOf(points: readonly TrendPoint[], width: number) {
  const highest = Math.max(0, ...points.map(({ high, score }) => (score === null ? 0 : high)));
  const top = Math.min(100, STEP * Math.ceil((highest + ROOM) / STEP));
  const ends = [dateOf(points[0]), dateOf(points.at(-1))];
  const x = scaleUtc(ends, [EDGE.left, Math.max(EDGE.left + 1, width - EDGE.right)]);
  const y = scaleLinear([0, top], [HEIGHT - EDGE.bottom, EDGE.top]);
  return {
    top,
    x,
    y,
    xOf: (point: TrendPoint) => x(dateOf(point)),
    ticks: Math.max(2, Math.floor(width / TICK_WIDTH)),
  };
}

type Scales = ReturnType<typeof scalesOf>;

/** The line and its band; both are broken where nothing was answered. */
export function pathsOf(points: readonly TrendPoint[], { xOf, y }: Scales) {
  const isThere = ({ score }: TrendPoint) => score !== null;
  const bandOf = area<TrendPoint>(
    xOf,
    ({ low }) => y(low),
    ({ high }) => y(high),
  ).defined(isThere);
  const lineOf = line<TrendPoint>(xOf, ({ score }) => y(score ?? 0)).defined(isThere);
  return { band: bandOf([...points]) ?? undefined, line: lineOf([...points]) ?? undefined };
}

function dateOf(point: TrendPoint | undefined): Date {
  return new Date(point?.date ?? 0);
}
