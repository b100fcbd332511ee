import type { Platform } from '../../api/vocabulary.ts';
import { PLATFORMS } from '../../platforms.ts';

interface OfDay {
  platform: Platform;
  date: string;
  planned: number;
}

/** One platform over all days of a period; null where nothing was planned. */
export interface Strip<Row> {
  platform: Platform;
  days: readonly (Row | null)[];
}

export interface Strips<Row> {
  /** Every UTC day of the period, the first one first. */
  dates: readonly string[];
  /** Platforms with runs, in their usual order. */
  strips: readonly Strip<Row>[];
  /** The most runs that any day of a platform has; 1 at least. */
  most: number;
}

const DAY_MS = 86_400_000;

/** The counts of days, laid out by platform and day. */
export function stripsOf<Row extends OfDay>(
  { from, to }: { from: string; to: string },
  rows: readonly Row[],
): Strips<Row> {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const dates = Array.from({ length }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10));
  const strips = PLATFORMS.map(({ id }) => {
    const own = new Map(rows.filter(({ platform }) => platform === id).map((row) => [row.date, row]));
    return { platform: id, days: dates.map((date) => own.get(date) ?? null), has: own.size > 0 };
  });
  return {
    dates,
    strips: strips.filter(({ has }) => has).map(({ platform, days }) => ({ platform, days })),
    most: Math.max(1, ...rows.map(({ planned }) => planned)),
  };
}
