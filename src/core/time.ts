/**
 * An instant as PostgreSQL writes it (`2026-11-02 09:30:00.12+00`) in ISO 8601 UTC with milliseconds.
 * The plain cut is for the usual case of a server in UTC; other zones go through Date.
 */
export function toTimestamp(text: string): string {
  if (text.endsWith('+00')) {
    const millis = text.slice(20, -3).padEnd(3, '0');
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
  }
  const zoned = /[+-]\d\d$/.test(text) ? `${text}:00` : text;
  return new Date(zoned.replace(' ', 'T')).toISOString();
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
export function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The day `days` before (negative: after) a day. */
export function daysBefore(day: string, days: number): string {
  return toDay(new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000));
}

/** The days from one to another, both counted, the first one first. */
export function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => daysBefore(from, -day));
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
