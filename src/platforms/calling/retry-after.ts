import type { Clock } from '../../clock.js';
import { isObject, objectIn, objectsIn, textIn } from '../body.js';
import type { CallFault } from './call-failure.js';

/** The longest wait that a platform's reply can ask for: a mistake there must not stop it for years. */
export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

/** Milliseconds of a unit of OpenAI's durations, such as `6m0s`. */
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The time that a failed response asks to wait, in milliseconds; null where it says nothing. Read from `Retry-After` in
 * seconds or as a date, OpenAI's finer header, or Google's `RetryInfo` in the body. Where a rate was exceeded, also the
 * time at which it is reset by OpenAI's and Anthropic's headers.
 */
export function retryAfterMsOf(fault: CallFault, headers: Headers, body: unknown, clock: Clock): number | null {
  const asked = askedMs(headers, body, clock) ?? (fault === 'rate_limited' ? resetMs(headers, clock) : null);
  return asked === null ? null : Math.min(asked, RETRY_AFTER_MAX_MS);
}

function askedMs(headers: Headers, body: unknown, clock: Clock): number | null {
  const header = headers.get('retry-after');
  return (
    amount(headers.get('retry-after-ms'), 1) ??
    amount(header, 1_000) ??
    untilMs(header, clock) ??
    amount(retryDelayOf(body)?.replace(/s$/, ''), 1_000)
  );
}

function amount(text: string | null | undefined, unitMs: number): number | null {
  return text && /^\d{1,9}(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * unitMs) : null;
}

/** The time until a date; never negative. */
function untilMs(date: string | null, clock: Clock): number | null {
  // Each form of a date has letters; without them -5 would be read as a day in May, long past.
  const instant = date !== null && /[a-z]/i.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - clock.now().getTime());
}

function retryDelayOf(body: unknown): string | null {
  if (!isObject(body)) return null;
  const details = objectsIn(objectIn(body, 'error'), 'details');
  return details.map((detail) => textIn(detail, 'retryDelay')).find((delay) => delay !== null) ?? null;
}

/** Of the rates that are used up, the one that is reset last. */
function resetMs(headers: Headers, clock: Clock): number | null {
  const waits = [...headers.keys()].map((name) => {
    const rate = /^(x-ratelimit|anthropic-ratelimit)-/.exec(name)?.[1];
    if (rate === undefined || !name.includes('-remaining') || headers.get(name) !== '0') return null;
    const reset = headers.get(resetNameOf(name));
    return rate === 'x-ratelimit' ? durationMs(reset) : untilMs(reset, clock);
  });
  const asked = waits.filter((wait) => wait !== null);
  return asked.length === 0 ? null : Math.max(...asked);
}

/** OpenAI's `x-ratelimit-remaining-requests` is reset by `x-ratelimit-reset-requests`; Anthropic's end in `-reset`. */
function resetNameOf(name: string): string {
  return name.replace('-remaining', '-reset');
}

function durationMs(text: string | null): number | null {
  if (!text || !/^(\d{1,9}(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return null;
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h|d)/g)];
  return Math.ceil(parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0));
}
