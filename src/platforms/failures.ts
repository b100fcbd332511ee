import type { Clock } from '../clock.js';
import type { Platform } from '../entities/vocabulary.js';
import { isObject, type JsonObject, objectIn, objectsIn, textIn } from './body.js';
import { refusesAccess, refusesKey, refusesQuestion } from './error-body.js';
import { readReply } from './platform-apis.js';

/**
 * Why a call returned no response body.
 *
 * - `unreachable`: nothing was sent, as no server answered, the name is not known or TLS failed.
 * - `unavailable`: the platform takes no requests for now (408, 503, 529).
 * - `rate_limited`: too many requests (429).
 * - `denied`: the key is not accepted, or nothing is left to spend (401, 402, a 403 that says so, quotas of money and
 *   of the day).
 * - `forbidden`: a 403 that does not say why, such as a firewall's: it may be about this question alone.
 * - `timed_out`, `broke_off`, `too_long`: the request was sent, and no whole reply came.
 * - `server_error`: the platform, or a proxy before it, failed (any other 5xx).
 * - `refusal`: the platform does not answer this question (400 or 403, by its code).
 * - `not_accepted`: the request is not accepted (any other status than 2xx; redirects are not followed).
 *   `mayConcernQuestion` says whether it may be about this question alone.
 * - `unreadable`: a 2xx reply that is not JSON.
 */
export type CallFault =
  | 'unreachable'
  | 'unavailable'
  | 'rate_limited'
  | 'denied'
  | 'forbidden'
  | 'timed_out'
  | 'broke_off'
  | 'too_long'
  | 'server_error'
  | 'refusal'
  | 'not_accepted'
  | 'unreadable';

/** Faults after which the same call may be made again. */
const PASSING: ReadonlySet<CallFault> = new Set([
  'unreachable',
  'unavailable',
  'rate_limited',
  'broke_off',
  'server_error',
]);

/** Faults of requests that a platform may have worked on, and charged, although nothing usable came back. */
const MAYBE_PAID: ReadonlySet<CallFault> = new Set([
  'timed_out',
  'broke_off',
  'too_long',
  'server_error',
  'unreadable',
]);

interface FailureDetails {
  /** What the platform asks to wait before the next request, in milliseconds. */
  retryAfterMs?: number | null;
  /** The platform says that the same request is not to be sent again. */
  forbidsRetry?: boolean;
  /** The reply had begun, so it was most likely paid for. */
  hasBegun?: boolean;
  /** The platform's reason may be this question alone: others may be answered. */
  mayConcernQuestion?: boolean;
}

/** A call without a response body. The message is a sentence that a user may see: it holds neither key nor address. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** In milliseconds, at most RETRY_AFTER_MAX_MS; null where the platform says nothing. */
  readonly retryAfterMs: number | null;
  /** The platform says that the same request is not to be sent again, whatever the fault. */
  readonly forbidsRetry: boolean;
  /** The platform's reason may be this question alone: others may be answered. */
  readonly mayConcernQuestion: boolean;
  private readonly hasBegun: boolean;

  constructor(
    readonly fault: CallFault,
    message: string,
    { retryAfterMs = null, forbidsRetry = false, hasBegun = false, mayConcernQuestion = false }: FailureDetails = {},
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.forbidsRetry = forbidsRetry;
    this.hasBegun = hasBegun;
    this.mayConcernQuestion = mayConcernQuestion;
  }

  /** Whether the same call may be made again at once or after a pause. */
  get isPassing(): boolean {
    return PASSING.has(this.fault) && !this.forbidsRetry && !this.hasBegun;
  }

  /** Whether the request may have been paid for. */
  get isMaybePaid(): boolean {
    return MAYBE_PAID.has(this.fault);
  }
}

/**
 * The failure of an HTTP response with another status than 2xx; `body` is its JSON, or null where it is none. The clock
 * turns a date to wait for into a time to wait.
 */
export function httpFailure(
  platform: Platform,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  clock: Clock,
): CallFailure {
  const message = `HTTP ${status}. ${explain(platform, body)}`.trim();
  const forbidsRetry = headers.get('x-should-retry') === 'false';
  const fault = isDenial(body) ? 'denied' : faultOf(status, body);
  const retryAfterMs = retryAfterMsOf(fault, headers, body, clock);
  if (isDayQuota(platform, status, body, retryAfterMs !== null)) {
    return new CallFailure('denied', message, { retryAfterMs: msToPacificMidnight(clock.now()), forbidsRetry });
  }
  const mayConcernQuestion = fault === 'not_accepted' && blamesContent(status, body);
  return new CallFailure(fault, message, { retryAfterMs, forbidsRetry, mayConcernQuestion });
}

/** Statuses about what a request holds, its question among it; unless a code says that the access is at fault. */
function blamesContent(status: number, body: unknown): boolean {
  return (status === 400 || status === 413 || status === 422) && !(isObject(body) && refusesAccess(body));
}

function faultOf(status: number, body: unknown): CallFault {
  if ((status === 400 || status === 403) && isObject(body) && refusesQuestion(body)) return 'refusal';
  if (status === 401 || status === 402) return 'denied';
  if (status === 403) return isObject(body) && refusesKey(body) ? 'denied' : 'forbidden';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 503 || status === 529) return 'unavailable';
  return status >= 500 ? 'server_error' : 'not_accepted';
}

function explain(platform: Platform, body: unknown): string {
  if (!isObject(body)) return '';
  const reply = readReply(platform, body);
  return reply.accepted || reply.reason === 'unreadable' ? '' : reply.message;
}

/** Codes and types by which OpenAI and Anthropic say that nothing is left to spend, with a 429 or a 400. */
const SPENT = /^(insufficient_quota|credit_balance_exhausted|billing_\w+|\w+_(spend|usage)_limit_exceeded)$/;
const SPEND_LIMIT = /^\w+_spend_limit_reached$/;

/** Anthropic's words for it, in a 400 without a code of its own. */
const SPENT_WORDS = /credit balance is too low/i;

/** Google refuses an unknown or former key with a 400. */
const WRONG_KEY = /^API_KEY_(INVALID|EXPIRED)$/;

/** Whether an error body says that the key is not accepted or that nothing is left to spend, whatever its status. */
function isDenial(body: unknown): boolean {
  if (!isObject(body)) return false;
  const error = objectIn(body, 'error');
  const names = [error.code, error.type, objectIn(error, 'details').error_code];
  return (
    names.some((name) => typeof name === 'string' && (SPENT.test(name) || SPEND_LIMIT.test(name))) ||
    SPENT_WORDS.test(textIn(error, 'message') ?? '') ||
    objectsIn(error, 'details').some((detail) => WRONG_KEY.test(textIn(detail, 'reason') ?? ''))
  );
}

/** The name of Google's daily quotas; some continue: `…PerDayPerProjectPerModel-FreeTier`. */
const PER_DAY = /PerDay(?![a-z])/;

/**
 * Whether a 429 of Gemini means that a daily quota is used up: it names one, or names neither a quota nor a time to
 * wait, as for the daily quota of searches.
 */
function isDayQuota(platform: Platform, status: number, body: unknown, tellsWait: boolean): boolean {
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

const HOUR_MS = 3_600_000;

/**
 * Milliseconds until the next midnight of California, when Google's daily quotas begin again: up to 25 hours. Midnight
 * is 7 or 8 hours behind UTC, and the clocks are never changed at it.
 */
function msToPacificMidnight(now: Date): number {
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

/** The longest wait that a platform's reply can ask for: a mistake there must not stop it for years. */
export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

/** Milliseconds of a unit of OpenAI's durations, such as `6m0s`. */
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The time that a failed response asks to wait, in milliseconds; null where it says nothing. Read from `Retry-After` in
 * seconds or as a date, OpenAI's finer header, or Google's `RetryInfo` in the body. Where a rate was exceeded, also the
 * time at which it is reset by OpenAI's and Anthropic's headers.
 */
function retryAfterMsOf(fault: CallFault, headers: Headers, body: unknown, clock: Clock): number | null {
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

/** Codes of a connection that was lost after the request had been sent on it. */
const AFTER_SENDING = /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_\w+)$/;

/** fetch's words for a reply that is not HTTP, which has no code. */
const NO_HTTP = 'HTTPParserError';

/** The system's words for a connection that was lost during the TLS handshake: nothing had been sent. */
const BEFORE_TLS = /before secure TLS connection/;

/**
 * The failure of a request that `fetch` rejected: `broke_off` if it had been sent and may have been worked on, else
 * `unreachable`. The message holds only the system's code, as its words may quote addresses.
 */
export function networkFailure(error: unknown): CallFailure {
  const cause = isObject(error) && isObject(error.cause) ? error.cause : {};
  const code = textIn(cause, 'code') ?? '';
  const shown = /^\w{1,60}$/.test(code) ? ` (${code})` : '';
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return new CallFailure('timed_out', `No answer in time${shown}.`);
  }
  if (isLostAfterSending(code, cause)) {
    return new CallFailure('broke_off', `The connection broke off before the answer${shown}.`);
  }
  return new CallFailure('unreachable', `The platform cannot be reached${shown}.`);
}

function isLostAfterSending(code: string, cause: Record<string, unknown>): boolean {
  const isLost =
    code === 'ETIMEDOUT' ? cause['syscall'] !== 'connect' : AFTER_SENDING.test(code) || cause['name'] === NO_HTTP;
  return isLost && !BEFORE_TLS.test(textIn(cause, 'message') ?? '');
}
