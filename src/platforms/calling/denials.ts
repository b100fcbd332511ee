import type { Platform } from '../../entities/vocabulary.js';
import { isObject, type JsonObject, objectIn, objectsIn, textIn } from '../body.js';

/** Codes and types by which OpenAI and Anthropic say that nothing is left to spend, with a 429 or a 400. */
const SPENT = /^(insufficient_quota|credit_balance_exhausted|billing_\w+|\w+_(spend|usage)_limit_exceeded)$/;
const SPEND_LIMIT = /^\w+_spend_limit_reached$/;

/** Anthropic's words for it, in a 400 without a code of its own. */
const SPENT_WORDS = /credit balance is too low/i;

/** Google refuses an unknown or former key with a 400. */
const WRONG_KEY = /^API_KEY_(INVALID|EXPIRED)$/;

/** The name of Google's daily quotas; some continue: `…PerDayPerProjectPerModel-FreeTier`. */
const PER_DAY = /PerDay(?![a-z])/;

const HOUR_MS = 3_600_000;

/** Whether an error body says that the key is not accepted or that nothing is left to spend, whatever its status. */
export function isDenial(body: unknown): boolean {
  if (!isObject(body)) return false;
  const error = objectIn(body, 'error');
  const names = [error.code, error.type, objectIn(error, 'details').error_code];
  return (
    names.some((name) => typeof name === 'string' && (SPENT.test(name) || SPEND_LIMIT.test(name))) ||
    SPENT_WORDS.test(textIn(error, 'message') ?? '') ||
    objectsIn(error, 'details').some((detail) => WRONG_KEY.test(textIn(detail, 'reason') ?? ''))
  );
}

/**
 * Whether a 429 of Gemini means that a daily quota is used up: it names one, or names neither a quota nor a time to
 * wait, as for the daily quota of searches.
 */
export function isDayQuota(platform: Platform, status: number, body: unknown, tellsWait: boolean): boolean {
  if (platform !== 'gemini' || status !== 429 || !isObject(body)) return false;
  const details = objectsIn(objectIn(body, 'error'), 'details');
  const quotas = details.flatMap((detail) => objectsIn(detail, 'violations'));
  return quotas.some(isPerDay) || (quotas.length === 0 && !tellsWait);
}

function isPerDay(quota: JsonObject): boolean {
  return PER_DAY.test(textIn(quota, 'quotaId') ?? '');
}

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

/**
 * Milliseconds until the next midnight of California, when Google's daily quotas begin again: up to 25 hours. Midnight
 * is 7 or 8 hours behind UTC, and the clocks are never changed at it.
 */
export function msToPacificMidnight(now: Date): number {
  const { year, month, day } = pacificParts(now);
  const summer = Date.UTC(year, month - 1, day + 1, 7);
  const isSummer = pacificParts(new Date(summer)).hour === 0;
  return (isSummer ? summer : summer + HOUR_MS) - now.getTime();
}

function pacificParts(instant: Date): { year: number; month: number; day: number; hour: number } {
  const parts = PACIFIC.formatToParts(instant);
  const numberAt = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return { year: numberAt('year'), month: numberAt('month'), day: numberAt('day'), hour: numberAt('hour') };
}
