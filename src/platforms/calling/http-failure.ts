import type { Clock } from '../../clock.js';
import type { Platform } from '../../entities/vocabulary.js';
import { isObject } from '../body.js';
import { refusesAccess, refusesKey, refusesQuestion } from '../error-body.js';
import { readReply } from '../read-reply.js';
import { CallFailure, type CallFault } from './call-failure.js';
import { isDayQuota, isDenial, msToPacificMidnight } from './denials.js';
import { retryAfterMsOf } from './retry-after.js';

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
