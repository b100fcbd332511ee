import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

/** One name of a chart of several. */
export interface Line {
  key: string;
  name: string;
  /** The brand; its line is drawn thicker, over the others. */
  isBrand: boolean;
  /** Which colour and dash it wears, from 1 on; the same wherever the name is shown. */
  place: number;
  /** Percent, a value a day; null without answers, which is no zero. */
  values: readonly (number | null)[];
}

export const HEIGHT = 300;
const BOTTOM = HEIGHT - 26;
export const EDGE = { top: 12, left: 40, bottom: BOTTOM };
/** Beside the last day stand the names: a third of the chart at most. */
const NAMES = { widest: 150, share: 0.32, letter: 6.6, gap: 14 };
/** Names that are nearer to each other could not be read. */
const NAME_HEIGHT = 16;
const STEP = 20;
const ROOM = 4;
const TICK_WIDTH = 110;
const STEPS = [1, 2, 7, 14, 28];

/** Dashes by place, in pixels: the brand's line alone is whole. */
const DASHES = ['9 3', '2 3', '12 3 3 3', '5 4', '1 5'];

/** The colour and the dash of a line. */
export function strokeOf({ isBrand, place }: Pick<Line, 'isBrand' | 'place'>) {
  if (isBrand) return { stroke: 'var(--ink)' };
  return { stroke: `var(--line-${place})`, strokeDasharray: DASHES[place - 1] };
}

/** Where everything is drawn. The axis of shares begins at 0. @param days how many there are. */
export function scalesOf(lines: readonly Line[], days: number, width: number) {
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const top = Math.min(100, STEP * Math.ceil((highest + ROOM) / STEP));
  const last = Math.max(1, days - 1);
  const longest = Math.max(0, ...lines.map(({ name }) => name.length));
  const names = Math.min(NAMES.widest, width * NAMES.share, longest * NAMES.letter) + NAMES.gap;
  const x = scaleLinear([0, last], [EDGE.left, Math.max(EDGE.left + 1, width - names)]);
  const y = scaleLinear([0, top], [BOTTOM, EDGE.top]);
  const right = x(last);
  const room = Math.max(2, Math.floor((right - EDGE.left) / TICK_WIDTH));
  const step = STEPS.find((one) => last / one < room) ?? days;
  const dated = Array.from({ length: days }, (_, at) => at).filter((at) => (days - 1 - at) % step === 0);
  return { x, y, right, dated, letters: Math.max(3, Math.floor((names - NAMES.gap) / NAMES.letter)) };
}

export type LineScales = ReturnType<typeof scalesOf>;

/** A line with gaps where nothing was answered. */
export function pathOf({ values }: Line, { x, y }: LineScales): string | undefined {
  const draw = line<number | null>(
    (_, at) => x(at),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null);
  return draw([...values]) ?? undefined;
}

/** A name beside the end of its line: moved from `from` to `y` where it would hide another. */
interface EndLabel {
  line: Line;
  text: string;
  from: number;
  y: number;
}

/** The names from top to bottom, none over another, as near to the ends of their lines as that leaves them. */
export function endLabels(lines: readonly Line[], { y, letters }: LineScales): EndLabel[] {
  const ends = lines.flatMap((one) => {
    const value = one.values.findLast((each) => each !== null);
    if (value === null || value === undefined) return [];
    return [{ line: one, text: shortened(one.name, letters), from: y(value), y: y(value) }];
  });
  const labels = ends.toSorted((one, other) => one.from - other.from);
  let free = EDGE.top;
  for (const label of labels) {
    label.y = Math.max(label.y, free);
    free = label.y + NAME_HEIGHT;
  }
  let floor = BOTTOM;
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, floor);
    floor = label.y - NAME_HEIGHT;
  }
  return labels;
}

function shortened(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
}
