import type { Clock } from '../../clock.js';
import type { Platform } from '../../entities/vocabulary.js';
import { isObject, objectIn, objectsIn, textIn } from '../body.js';
import { readReply } from '../read-reply.js';
import { CallFailure, type CallFault } from './call-failure.js';

/**
 * What an HTTP response of another status than 2xx comes to; `body` is its JSON, or null where it is none. By the clock
 * a date to wait for becomes a time to wait.
 */
export function httpFailure(
  platform: Platform,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  clock: Clock,
): CallFailure {
  const fault = hasNoCredit(body) || hasWrongKey(body) ? 'denied' : faultOf(status);
  return new CallFailure(
    fault,
    `HTTP ${status}. ${explain(platform, body)}`.trim(),
    retryAfterMsOf(headers, body, clock),
  );
}

function faultOf(status: number): CallFault {
  if (status === 401 || status === 403) return 'denied';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'unavailable';
  return 'not_accepted';
}

/** OpenAI tells by 429 too that nothing is left to spend, which no waiting mends. */
function hasNoCredit(body: unknown): boolean {
  if (!isObject(body)) return false;
  const error = objectIn(body, 'error');
  return error.code === 'insufficient_quota' || error.type === 'insufficient_quota';
}

/** Google tells by 400 that it does not know a key, or no longer does. */
function hasWrongKey(body: unknown): boolean {
  if (!isObject(body)) return false;
  const details = objectsIn(objectIn(body, 'error'), 'details');
  return details.some((detail) => /^API_KEY_(INVALID|EXPIRED)$/.test(textIn(detail, 'reason') ?? ''));
}

function explain(platform: Platform, body: unknown): string {
  if (!isObject(body)) return '';
  const reply = readReply(platform, body);
  return reply.accepted || reply.reason === 'unreadable' ? '' : reply.message;
}

/** `Retry-After` in seconds or as a date, OpenAI's finer header, or Google's `RetryInfo` in the body. */
function retryAfterMsOf(headers: Headers, body: unknown, clock: Clock): number | null {
  const fine = amount(headers.get('retry-after-ms'), 1);
  if (fine !== null) return fine;
  const header = headers.get('retry-after');
  const seconds = amount(header, 1_000);
  if (seconds !== null) return seconds;
  const date = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(date)) return Math.max(0, date - clock.now().getTime());
  return amount(retryDelayOf(body)?.replace(/s$/, ''), 1_000);
}

function amount(text: string | null | undefined, unitMs: number): number | null {
  return text && /^\d{1,9}(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * unitMs) : null;
}

function retryDelayOf(body: unknown): string | null {
  if (!isObject(body)) return null;
  const details = objectsIn(objectIn(body, 'error'), 'details');
  return details.map((detail) => textIn(detail, 'retryDelay')).find((delay) => delay !== null) ?? null;
}
