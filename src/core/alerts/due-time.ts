import { DateTime } from 'luxon';

/** Times at which a person is not to be told. */
export interface QuietTime {
  /** A name of the IANA database. */
  timeZone: string;
  /** Hours of the day, the second not included; over midnight where the first is the larger; none where equal. */
  hours: { from: number; to: number } | null;
  /** 1, Monday, to 7. Never all. */
  days: readonly number[];
}

/** Hour of a digest, on Mondays. */
const DIGEST_HOUR = 8;

/** The first instant from `now` on, to the hour, that is not quiet. `now` itself where it is none. */
export function dueAfterQuiet(now: Date, { timeZone, hours, days }: QuietTime): Date {
  let at = DateTime.fromJSDate(now, { zone: timeZone });
  const isQuiet = () => days.includes(at.weekday) || (hours !== null && isWithin(at.hour, hours));
  // A day of quiet hours and six quiet days are the longest.
  for (let steps = 0; steps <= 8 * 24 && isQuiet(); steps++) at = at.startOf('hour').plus({ hours: 1 });
  return at.toJSDate();
}

function isWithin(hour: number, { from, to }: { from: number; to: number }): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** The next Monday at 8 of a time zone, always after `now`. */
export function nextDigest(now: Date, timeZone: string): Date {
  const here = DateTime.fromJSDate(now, { zone: timeZone });
  const monday = here.startOf('week').set({ hour: DIGEST_HOUR });
  return (monday > here ? monday : here.startOf('week').plus({ weeks: 1 }).set({ hour: DIGEST_HOUR })).toJSDate();
}
