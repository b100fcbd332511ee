/** A day of a trend. */
export interface TrendPoint {
  /** The UTC day. */
  date: string;
  /** Percent of the answers of the days pooled that end here; null without answers, which is no zero. */
  score: number | null;
  low: number;
  high: number;
  answers: number;
  /** Percent of the answers of this day alone; null without answers. */
  dayScore: number | null;
  dayAnswers: number;
}

interface Measured {
  date: string;
  score: number;
  responses: number;
}

interface Pooled extends Measured {
  /** Absent where the interval is not shown. */
  confidence?: { low: number; high: number } | null;
}

const DAY_MS = 86_400_000;

/** A point for every day from the first to the last; days that nobody answered on are points without a score. */
export function pointsOf(
  { from, to }: { from: string; to: string },
  pooled: readonly Pooled[],
  days: readonly Measured[],
): TrendPoint[] {
  const pooledBy = new Map(pooled.map((point) => [point.date, point]));
  const dayBy = new Map(days.map((point) => [point.date, point]));
  return daysOf(from, to).map((date) => {
    const sum = pooledBy.get(date);
    const own = dayBy.get(date);
    const { low, high } = sum?.confidence ?? { low: sum?.score ?? 0, high: sum?.score ?? 0 };
    const dayScore = own?.score ?? null;
    return {
      date,
      score: sum?.score ?? null,
      low,
      high,
      answers: sum?.responses ?? 0,
      dayScore,
      dayAnswers: own?.responses ?? 0,
    };
  });
}

/** Every day from the first to the last. */
export function daysOf(from: string, to: string): string[] {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10));
}

/** Something that happened on a day of a trend. */
export interface TrendMark {
  /** The UTC day. */
  date: string;
  /** A sentence each, the newest first. */
  texts: readonly string[];
  /** Whether an alert is among them. */
  hasAlert: boolean;
}

/** Texts that are told at once beside the chart; the others are counted. */
const TOLD_MAX = 4;

/** By day, as texts; events of one day are one mark. @param events at instants, those of a day in the order to tell. */
export function marksOf(events: readonly { at: string; text: string; isAlert?: boolean }[]): TrendMark[] {
  const byDay = Map.groupBy(events, ({ at }) => at.slice(0, 10));
  return Array.from(byDay, ([date, own]) => ({
    date,
    texts: own.map(({ text }) => text),
    hasAlert: own.some(({ isAlert }) => isAlert),
  }));
}

/** What is told of a day: its first texts, and how many more there are. */
export function textsOf(marks: readonly TrendMark[], date: string | undefined): string[] {
  const texts = [...new Set(marks.find((mark) => mark.date === date)?.texts)];
  const more = texts.length - TOLD_MAX;
  return more > 0 ? [...texts.slice(0, TOLD_MAX), `and ${more} more`] : texts;
}
