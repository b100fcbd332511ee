import pLimit from 'p-limit';
import pRetry from 'p-retry';
import type { Timer } from '../clock.js';
import type { Platform } from '../entities/vocabulary.js';
import { beyondJsonBounds } from '../json-bounds.js';
import { inSpan } from '../tracing.js';
import { CallFailure, httpFailure, networkFailure } from './failures.js';
import type { PlatformRequest } from './platform-api.js';

/** A platform that can be called: its key, and its address without a slash at the end. */
export interface PlatformAccess {
  platform: Platform;
  apiKey: string;
  baseUrl: string;
}

export interface CallLimits {
  /** Requests under way at once; the others wait for a place. */
  inFlight: number;
  /** The time of one attempt, from the request to the end of its reply. */
  timeoutMs: number;
  answerBytes: number;
  /** Further attempts after the first. */
  retries: number;
  /** The pause before the second attempt; each further one is twice as long, and up to twice that by chance. */
  retryMs: number;
  /** A platform that asks to wait longer is not called again. */
  waitMs: number;
}

export const CALL_LIMITS: CallLimits = {
  inFlight: 8,
  timeoutMs: 60_000,
  answerBytes: 4 * 1024 * 1024,
  retries: 4,
  retryMs: 1_000,
  waitMs: 60_000,
};

const RETRY_MS_MAX = 30_000;

/**
 * Calls one platform over HTTP. If a 429 asks one request to wait, all of them wait. Redirects are not followed: the
 * key would be sent along.
 */
export class PlatformHttpClient {
  private readonly place: ReturnType<typeof pLimit>;
  /** When the next request may be sent, by the clock's `elapsedMs`. */
  private allowedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly access: PlatformAccess,
    private readonly clock: Timer,
    private readonly limits: CallLimits = CALL_LIMITS,
  ) {
    this.place = pLimit(limits.inFlight);
  }

  /**
   * The JSON body of a 2xx reply; network faults, 408, 429 and 5xx are tried again. `onFailure` is called for each
   * failed attempt, including the last.
   * @throws CallFailure; the reason of `signal` once it is aborted.
   */
  async post(
    request: PlatformRequest,
    signal?: AbortSignal,
    onFailure?: (failure: CallFailure) => void,
  ): Promise<unknown> {
    const { retries, retryMs, waitMs } = this.limits;
    return this.place(() =>
      pRetry(() => inSpan('platform request', 'call', this.about(), () => this.attempt(request, signal)), {
        retries,
        minTimeout: retryMs,
        maxTimeout: Math.max(retryMs, RETRY_MS_MAX),
        randomize: true,
        shouldRetry: ({ error }) =>
          error instanceof CallFailure && error.isPassing && (error.retryAfterMs ?? 0) <= waitMs,
        onFailedAttempt: ({ error }) => {
          if (error instanceof CallFailure) onFailure?.(error);
        },
        ...(signal && { signal }),
      }),
    );
  }

  /** The host alone: a path or body may hold what is asked. */
  private about() {
    return { 'server.address': new URL(this.access.baseUrl).hostname };
  }

  private async attempt(request: PlatformRequest, signal?: AbortSignal): Promise<unknown> {
    await this.clock.wait(Math.max(0, this.allowedAt - this.clock.elapsedMs()), signal);
    const timeout = AbortSignal.timeout(this.limits.timeoutMs);
    try {
      return await this.exchange(request, signal ? AbortSignal.any([timeout, signal]) : timeout);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof CallFailure) throw this.heeded(error);
      if (timeout.aborted) throw new CallFailure('timed_out', `No answer within ${this.limits.timeoutMs} ms.`);
      throw networkFailure(error);
    }
  }

  private async exchange({ path, body }: PlatformRequest, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(this.access.baseUrl + path, {
      method: 'POST',
      headers: { ...keyHeaders(this.access), 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    const json = parseJson(withoutKey(await this.read(response, signal), this.access.apiKey));
    if (!response.ok) throw this.failureOf(response, json);
    if (json === null) throw new CallFailure('unreadable', 'The response is not JSON.');
    return json;
  }

  /**
   * A reply that broke off after it began fails by its status if that is not 2xx. A 2xx one may have been paid for, so
   * it is not tried again.
   */
  private async read(response: Response, signal: AbortSignal): Promise<string> {
    try {
      return await readBounded(response, this.limits.answerBytes);
    } catch (error) {
      if (error instanceof CallFailure || signal.aborted) throw error;
      if (!response.ok) return '';
      throw new CallFailure('broke_off', 'The response broke off.', { hasBegun: true });
    }
  }

  private failureOf(response: Response, json: unknown): CallFailure {
    const failure = httpFailure(this.access.platform, response, json, this.clock);
    const { fault, message, retryAfterMs, forbidsRetry, mayConcernQuestion } = failure;
    const details = { retryAfterMs, forbidsRetry, mayConcernQuestion };
    return new CallFailure(fault, withoutSecrets(message, this.access), details);
  }

  /** A wait longer than the limit does not delay the other requests: each gets the same reply itself. */
  private heeded(failure: CallFailure): CallFailure {
    const { retryAfterMs } = failure;
    if (retryAfterMs !== null && retryAfterMs <= this.limits.waitMs) {
      this.allowedAt = Math.max(this.allowedAt, this.clock.elapsedMs() + retryAfterMs);
    }
    return failure;
  }
}

function keyHeaders({ platform, apiKey }: PlatformAccess): Record<string, string> {
  switch (platform) {
    case 'chatgpt':
    case 'perplexity':
      return { Authorization: `Bearer ${apiKey}` };
    case 'claude':
      return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
    case 'gemini':
      return { 'x-goog-api-key': apiKey };
    default:
      return platform satisfies never;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The text of a response of at most `bytesMax`. @throws CallFailure `too_long`. */
async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > bytesMax) throw new CallFailure('too_long', `The response is longer than ${bytesMax} bytes.`);
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  // What no platform sends is not parsed: the text that stands for it is no JSON.
  return beyondJsonBounds(whole) === null ? whole.toString('utf8') : '';
}

const REDACTED = '[redacted]';

/** No platform issues shorter keys; striking them out would destroy ordinary words. */
const KEY_LENGTH_MIN = 6;

/**
 * A message without the key and without addresses: a platform, or a proxy before it, may quote either, and an address
 * may hold a password.
 */
export function withoutSecrets(message: string, access: { apiKey: string; baseUrl: string }): string {
  return withoutKey(message, access.apiKey)
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '[address]')
    .replaceAll(hostOf(access.baseUrl), '[address]');
}

/** A text without the key, plain or encoded for a URL. */
function withoutKey(text: string, apiKey: string): string {
  if (apiKey.length < KEY_LENGTH_MIN) return text;
  return text.replaceAll(apiKey, REDACTED).replaceAll(encodeURIComponent(apiKey), REDACTED);
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
