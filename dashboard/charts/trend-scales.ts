import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { TrendPoint } from './trend-points.ts';

export const HEIGHT = 300;
/** Below the axis there is room for ticks, and for dates under them. */
export const EDGE = { top: 12, right: 22, bottom: 40, left: 40 };

/** Room above the highest value, so that the axis ends at a full fifth. */
const ROOM = 4;
const STEP = 20;
const TICK_WIDTH = 110;
/** Days from one date under the axis to the next, as few as there is room for. */
const STEPS = [1, 2, 7, 14, 28];

/** Where everything of a trend is drawn. The axis of shares begins at 0. */
export function scalesOf(points: readonly TrendPoint[], width: number) {
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
