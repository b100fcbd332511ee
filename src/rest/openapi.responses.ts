import { z } from 'zod';
import type { ZodOpenApiHeadersObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { belongsElsewhere, notFound } from '../core/access.js';
import { ERROR_STATUS, type ErrorCode } from '../core/errors.js';

const errorSchema = z
  .object({
    success: z.literal(false),
    error: z.object({ code: z.enum(Object.keys(ERROR_STATUS)), message: z.string() }),
  })
  .meta({ id: 'Error', description: 'The body of every error.' });

const MEANING: Readonly<Record<ErrorCode, { description: string; message: string }>> = {
  VALIDATION_ERROR: {
    description: 'An invalid parameter or body; the message names the field and the bound.',
    message: 'website_url: must be an absolute http or https URL',
  },
  UNAUTHORIZED: {
    description: 'Missing, malformed, unknown or revoked key, or an inactive subscription.',
    message: 'A valid API key is required: Authorization: Bearer <API_KEY>',
  },
  FORBIDDEN: {
    description: 'The resource belongs to another account, or the tier has no API access.',
    message: belongsElsewhere('project').message,
  },
  NOT_FOUND: { description: 'The resource does not exist or was archived.', message: notFound('project').message },
  CONFLICT: {
    description: 'The project has a prompt with this text.',
    message: 'A prompt with this text already exists in the project',
  },
  RATE_LIMIT_EXCEEDED: {
    description: 'The request limit of the tier is exceeded; wait for `Retry-After` seconds.',
    message: 'Rate limit exceeded. Wait until the reset time before retrying.',
  },
  SERVICE_KILL_SWITCH_ACTIVE: {
    description: 'Writes are temporarily switched off.',
    message: 'Writes to projects, prompts and competitors are temporarily read-only. Try again later.',
  },
  SERVICE_UNAVAILABLE: {
    description: 'The service is overloaded or its database is out of reach; wait for `Retry-After` seconds.',
    message: 'The service is busy or its database is out of reach. Try again shortly.',
  },
  INTERNAL_ERROR: {
    description: 'A failure on our side.',
    message: 'The request could not be answered because of a failure on our side',
  },
};

/** Each header described once, by name; responses refer to them. */
export const HEADERS = {
  'X-Request-Id': { description: "The request's id: the caller's own, or a new one", schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests of the window', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in it', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Unix time in seconds of its end', schema: { type: 'integer' } },
  'Retry-After': { description: 'Whole seconds to wait, at least 1', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'The authentication scheme to use', schema: { type: 'string', const: 'Bearer' } },
  ETag: { description: 'The tag of the response, for `If-None-Match`', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: 'Present where the response is an earlier one, saved under the `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
  },
} as const;

/** By their codes: a response that several operations share is one component. */
const FAILURES = new Map<string, ZodOpenApiResponseObject>();

type HeaderName = keyof typeof HEADERS;

const BUDGET: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** The headers of a route's response, by what its method brings with it. */
export function responseHeaders(method: string): ZodOpenApiHeadersObject {
  switch (method) {
    case 'get':
      return headers([...BUDGET, 'ETag']);
    case 'post':
      return headers([...BUDGET, 'Idempotent-Replayed']);
    default:
      return headers(BUDGET);
  }
}

/** 304: the caller has the current response already. */
export const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: 'NOT_MODIFIED',
  description: 'Nothing changed since the response whose tag was sent in `If-None-Match`; counts as a request.',
  headers: responseHeaders('get'),
};

const HEADERS_OF: Readonly<Record<ErrorCode, readonly HeaderName[]>> = {
  VALIDATION_ERROR: BUDGET,
  UNAUTHORIZED: ['WWW-Authenticate'],
  FORBIDDEN: BUDGET,
  NOT_FOUND: BUDGET,
  CONFLICT: BUDGET,
  RATE_LIMIT_EXCEEDED: [...BUDGET, 'Retry-After'],
  SERVICE_KILL_SWITCH_ACTIVE: BUDGET,
  SERVICE_UNAVAILABLE: ['Retry-After'],
  INTERNAL_ERROR: [],
};

/** The error responses by status, each described once; a status that several codes share lists all of them. */
export function failures(codes: readonly ErrorCode[]): Record<string, ZodOpenApiResponseObject> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [status, failure(codes.filter((code) => ERROR_STATUS[code] === status))]),
  );
}

function failure(codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const id = codes.join('_OR_');
  const known = FAILURES.get(id);
  if (known) return known;
  const examples = codes.map((code) => [
    code,
    { value: { success: false, error: { code, message: MEANING[code].message } } },
  ]);
  const made: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `${code}: ${MEANING[code].description}`).join(' '),
    headers: headers([...new Set(codes.flatMap((code) => HEADERS_OF[code]))]),
    content: { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } },
  };
  FAILURES.set(id, made);
  return made;
}

function headers(more: readonly HeaderName[]): ZodOpenApiHeadersObject {
  const names: HeaderName[] = ['X-Request-Id', ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
