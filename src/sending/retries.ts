const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Those of Standard Webhooks: with the first attempt at once, ten in 75 hours and 35 minutes. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A part of each pause is random, so that what failed together does not come back together. */
const RANDOM_PART = 0.2;

/** A destination that fails is tried so often at least: what happens meanwhile does not wait for hours. */
const PROBE_MS_MAX = 30 * MINUTE_MS;

/** The longest that a receiver may put attempts off. */
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

/**
 * The pause before the next attempt of a delivery.
 * @param attempts those that ended, the present one included.
 * @param random from 0 to 1.
 * @returns milliseconds; null where it was the last.
 */
export function pauseAfter(attempts: number, random: number): number | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  return pauseMs === undefined ? null : Math.round(pauseMs * (1 + RANDOM_PART * (2 * random - 1)));
}

/** For how long nothing is sent to a destination after so many failures running, this one included. */
export function restAfter(failures: number, random: number): number {
  return Math.min(PROBE_MS_MAX, pauseAfter(failures, random) ?? PROBE_MS_MAX);
}

/**
 * What `Retry-After` asks for, in either form: seconds, or a date. In milliseconds, a day at most; undefined for
 * neither, and for what is over.
 */
export function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime();
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MS_MAX) : undefined;
}
