import type { Platform } from '../../../src/entities/vocabulary.js';
import type { PlatformAnswer } from '../platform-server.js';

/** What can go wrong with a request, by name. */
export const FAULT_NAMES = [
  'hang',
  'reset_before',
  'reset_midway',
  'slow_drip',
  'rate_limit',
  'rate_limit_seconds',
  'rate_limit_date',
  'rate_limit_ms',
  'rate_limit_retry_info',
  'rate_limit_headers',
  'day_quota',
  'spent',
  'http_400',
  'http_401',
  'http_402',
  'http_403',
  'firewall_403',
  'http_404',
  'http_408',
  'http_422',
  'http_500',
  'http_502',
  'http_503',
  'http_504',
  'http_529',
  'retry_forbidden',
  'redirect',
  'truncated_json',
  'html',
  'too_long',
  'error_in_200',
  'failed_in_200',
  'wrong_schema',
  'nul_in_text',
  'refusal',
  'refused_400',
  'empty',
  'tool_call',
  'pause_then_end',
  'pause_for_ever',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

/** Faults of the wire, in which no model answers; the others are kinds of answer. */
const ANSWERED: ReadonlySet<FaultName> = new Set([
  'failed_in_200',
  'wrong_schema',
  'nul_in_text',
  'refusal',
  'empty',
  'tool_call',
  'pause_then_end',
  'pause_for_ever',
]);

/** Faults in which a platform has surely not worked at the request, so that it charges nothing. */
const FREE: ReadonlySet<FaultName> = new Set(
  FAULT_NAMES.filter((name) =>
    /^(rate_limit|day_quota|spent|http_4|http_503|http_529|redirect|refused_400|firewall_403)/.test(name),
  ),
);

export const SECONDS_TO_WAIT = 7;
export const MS_TO_WAIT = 1_500;
export const TOO_LONG_BYTES = 20 * 1024 * 1024;

export function isAnswered(fault: FaultName): boolean {
  return ANSWERED.has(fault);
}

/** Whether a request with this fault, or without any, may have cost money. */
export function mayCost(fault: FaultName | null): boolean {
  return fault === null || !FREE.has(fault);
}

/**
 * What is sent in place of an answer. `whole` is the answer that would have been sent; `key` is quoted in errors, as
 * careless platforms do, so that a test sees where it ends up; a redirect leads to `elsewhere`.
 */
export function faultAnswer(
  platform: Platform,
  fault: FaultName,
  { whole, key, elsewhere, now }: { whole: object; key: string; elsewhere: string; now: Date },
): PlatformAnswer {
  const failed = (status: number, fields: ErrorFields = {}, headers: Record<string, string> = {}): PlatformAnswer => ({
    status,
    headers,
    json: errorBody(platform, status, { message: `Request ${status} failed for ${key} at ${elsewhere}.`, ...fields }),
  });
  const [, status] = /^http_(\d+)$/.exec(fault) ?? [];
  if (status !== undefined) return failed(Number(status), status === '403' ? { type: 'permission_denied' } : {});
  switch (fault) {
    case 'hang':
      return { ends: 'hang' };
    case 'reset_before':
      return { ends: 'cut' };
    case 'reset_midway':
      return { ends: 'midway' };
    case 'slow_drip':
      return { ends: 'drip' };
    case 'rate_limit':
      return failed(429, platform === 'gemini' ? perMinute() : {});
    case 'rate_limit_seconds':
      return failed(429, {}, { 'Retry-After': String(SECONDS_TO_WAIT) });
    case 'rate_limit_date':
      return failed(429, {}, { 'Retry-After': later(now).toUTCString() });
    case 'rate_limit_ms':
      return failed(429, {}, { 'retry-after-ms': String(MS_TO_WAIT) });
    case 'rate_limit_retry_info':
      return failed(429, perMinute({ '@type': `${GOOGLE}RetryInfo`, retryDelay: `${SECONDS_TO_WAIT}s` }));
    case 'rate_limit_headers':
      return failed(429, platform === 'gemini' ? perMinute() : {}, rateHeaders(platform, now));
    case 'day_quota':
    case 'spent':
      return failed(SPENT_STATUS[platform], spent(platform));
    case 'retry_forbidden':
      return failed(500, {}, { 'x-should-retry': 'false' });
    case 'refused_400':
      return failed(400, { code: 'invalid_prompt', type: 'invalid_prompt' });
    case 'redirect':
      return failed(307, {}, { Location: elsewhere });
    case 'truncated_json':
      return { text: JSON.stringify(whole).slice(0, -10) };
    case 'html':
      return { headers: { 'Content-Type': 'text/html' }, text: '<!doctype html><title>Welcome</title>' };
    case 'firewall_403':
      return { status: 403, headers: { 'Content-Type': 'text/html' }, text: '<!doctype html><title>Blocked</title>' };
    case 'too_long':
      return { text: JSON.stringify({ ...whole, filling: 'x'.repeat(TOO_LONG_BYTES) }) };
    case 'error_in_200':
      return failed(200);
    default:
      return { json: whole };
  }
}

interface ErrorFields {
  message?: string;
  code?: string;
  type?: string;
  details?: unknown;
}

const GOOGLE = 'type.googleapis.com/google.rpc.';
const GOOGLE_STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
const CLAUDE_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};
const PERPLEXITY_TYPES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'request_rate_limit_exceeded',
};

/** An error in the form of each platform. */
export function errorBody(platform: Platform, status: number, { message = 'No.', ...fields }: ErrorFields): object {
  switch (platform) {
    case 'chatgpt':
      return {
        error: { message, type: fields.type ?? 'invalid_request_error', param: null, code: fields.code ?? null },
      };
    case 'perplexity':
      return {
        error: { message, type: fields.type ?? PERPLEXITY_TYPES[status] ?? 'bad_request', code: status, param: null },
      };
    case 'claude': {
      const type = fields.type ?? CLAUDE_TYPES[status] ?? 'api_error';
      return { type: 'error', error: { type, message, details: fields.details ?? null }, request_id: 'req_011fake' };
    }
    case 'gemini':
      return {
        error: {
          code: status,
          message,
          status: GOOGLE_STATUS[status] ?? 'UNKNOWN',
          ...(fields.details !== undefined && { details: fields.details }),
        },
      };
    default:
      return platform satisfies never;
  }
}

const SPENT_STATUS: Readonly<Record<Platform, number>> = { chatgpt: 429, perplexity: 402, claude: 429, gemini: 429 };

/** How each platform says that nothing is left of today, or of the money. */
function spent(platform: Platform): ErrorFields {
  switch (platform) {
    case 'chatgpt':
      return { type: 'insufficient_quota', code: 'organization_spend_limit_exceeded' };
    case 'claude':
      return { details: { error_code: 'enforced_spend_limit_reached' } };
    case 'gemini':
      return { details: [quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), RETRY_SOON] };
    case 'perplexity':
      return { type: 'insufficient_credits' };
    default:
      return platform satisfies never;
  }
}

/** Google sends it along with a quota of the day too, where it does not help. */
const RETRY_SOON = { '@type': `${GOOGLE}RetryInfo`, retryDelay: '12s' };

function perMinute(...more: object[]): ErrorFields {
  return { details: [quota('GenerateContentPaidTierInputTokensPerModelPerMinute'), ...more] };
}

function quota(quotaId: string): object {
  return { '@type': `${GOOGLE}QuotaFailure`, violations: [{ quotaId, quotaValue: '1500' }] };
}

function rateHeaders(platform: Platform, now: Date): Record<string, string> {
  if (platform === 'claude') {
    return {
      'anthropic-ratelimit-requests-remaining': '12',
      'anthropic-ratelimit-requests-reset': later(now, 3_600).toISOString(),
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': later(now).toISOString(),
    };
  }
  return {
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': `0m${SECONDS_TO_WAIT}s`,
    'x-ratelimit-remaining-tokens': '9000',
    'x-ratelimit-reset-tokens': '6m0s',
  };
}

function later(now: Date, seconds = SECONDS_TO_WAIT): Date {
  return new Date(now.getTime() + seconds * 1_000);
}
