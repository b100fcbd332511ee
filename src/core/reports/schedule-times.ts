import { DateTime, IANAZone } from 'luxon';
import type { ReportCadence } from '../../entities/vocabulary.js';
import type { Period } from '../metrics/metric-query.js';
import { daysBefore } from '../time.js';

/** The hour of a day in a time zone at which a schedule is due. */
export interface ScheduleTime {
  cadence: ReportCadence;
  /** 0 to 23. */
  hour: number;
  /** Of the IANA database, such as `Europe/Zurich`. */
  timeZone: string;
}

/** Characters of the name of a time zone; the longest has 32. */
const ZONE_MAX = 64;

/** Whether a text names a time zone that is known here. */
export function isTimeZone(text: string): boolean {
  return text.length <= ZONE_MAX && IANAZone.isValidZone(text);
}

/** After midnight UTC, for answers of the last minutes of the day to be counted. */
const DAY_OVER_MINUTES = 10;

/** When a schedule is due, and the days that its report is about. */
export interface DueReport {
  at: Date;
  period: Period;
}

/**
 * The first time after an instant that a schedule is due: the hour of a Monday for the seven days before, or of the 1st
 * for the month before. An hour that does not exist, as the clock is put forward, is the next that does; of one that
 * comes twice it is the first. Numbers go by UTC days, so where the zone is ahead of UTC a report waits until the last
 * of its days is over.
 */
export function nextReport(time: ScheduleTime, after: Date): DueReport {
  let day = firstDay(time, DateTime.fromJSDate(after, { zone: time.timeZone }));
  for (;;) {
    const due = { at: instantOf(time, day), period: periodBeforeDay(time.cadence, day) };
    if (due.at > after) return due;
    day = time.cadence === 'weekly' ? day.plus({ weeks: 1 }) : day.plus({ months: 1 });
  }
}

/** The Monday or 1st of the present week or month, at its start. */
function firstDay({ cadence }: ScheduleTime, now: DateTime): DateTime {
  // A week earlier, as waiting for the end of a UTC day may lead into the next local one.
  return cadence === 'weekly' ? now.startOf('week').minus({ weeks: 1 }) : now.startOf('month').minus({ months: 1 });
}

function instantOf({ hour, timeZone }: ScheduleTime, day: DateTime): Date {
  const { year, month, day: ofMonth } = day;
  const local = earliest(DateTime.fromObject({ year, month, day: ofMonth, hour }, { zone: timeZone }));
  const dayOver = DateTime.fromObject({ year, month, day: ofMonth, minute: DAY_OVER_MINUTES }, { zone: 'utc' });
  return new Date(Math.max(local.toMillis(), dayOver.toMillis()));
}

/** Of two instants that a clock shows alike, the first: clocks are put back by an hour, or by half of one. */
function earliest(local: DateTime): DateTime {
  const shown = local.toFormat('yyyy-MM-dd HH:mm');
  const earlier = [60, 30].map((minutes) => local.minus({ minutes }));
  return earlier.find((each) => each.toFormat('yyyy-MM-dd HH:mm') === shown) ?? local;
}

function periodBeforeDay(cadence: ReportCadence, day: DateTime): Period {
  const date = day.toFormat('yyyy-MM-dd');
  const from = cadence === 'weekly' ? daysBefore(date, 7) : day.minus({ months: 1 }).toFormat('yyyy-MM-dd');
  return { from, to: daysBefore(date, 1) };
}
