import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiHeadersObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { belongsElsewhere, notFound } from '../core/access/access.js';
import { ERROR_STATUS, type ErrorCode } from '../core/errors.js';
import { PLANS } from '../core/plans.js';
import { EXAMPLES } from './openapi.examples.js';
import { paramsOf, ROUTES, type Route } from './routes.js';
import { toWireSchema } from './wire.js';

const DESCRIPTION = `Measures how a brand appears in sampled responses of AI platforms.

Requests a minute and a day: professional ${limits('professional')}, agency ${limits('agency')};
all keys of an account share one budget.
The starter tier has no API access. Timestamps are ISO 8601 in UTC, days are UTC days, ids are UUIDs.`;

/** The description of `/api/v1` that `openapi.json` holds, from the same schemas that requests are checked with. */
export function openApiDocument() {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Brand Visibility Monitoring Service API',
        version: '1.0.0',
        description: DESCRIPTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/api/v1' }],
      security: [{ apiKey: [] }],
      tags: [
        { name: 'Projects', description: 'A monitoring workspace for one brand or product.' },
        { name: 'Prompts', description: 'Questions that are asked of the platforms again and again.' },
        { name: 'Competitors', description: 'Other brands tracked in the same responses.' },
        { name: 'Metrics', description: 'Aggregates of the retained responses, up to 90 days at a time.' },
      ],
      components: {
        headers: HEADERS,
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
        },
      },
      paths: pathsOf(ROUTES),
    },
    { override: describeSchema },
  );
}

function limits(tier: 'professional' | 'agency'): string {
  const { requests } = PLANS[tier];
  return `${requests?.perMinute ?? 0} and ${requests?.perDay ?? 0}`;
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const names = paramsOf(route.path);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, pathId(name)]))) }),
      ...(route.query && { query: wireObject(route.query) }),
      ...(route.method === 'get' && { header: z.object({ 'If-None-Match': ifNoneMatch }) }),
      ...(route.method === 'post' && { header: z.object({ 'Idempotency-Key': idempotencyKey }) }),
    },
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toWireSchema(route.body), example: exampleOf(route).request } },
      },
    }),
    responses: {
      [route.status]: success(route),
      ...(route.method === 'get' && { 304: NOT_MODIFIED }),
      ...failures(codesOf(route)),
    },
  };
}

function exampleOf(route: Route) {
  const example = EXAMPLES[route.operationId];
  if (!example) throw new Error(`${route.operationId} has no example`);
  return example;
}

const ifNoneMatch = z.string().optional().meta({
  description: 'The `ETag` of an earlier response: where nothing changed, the response is 304 without a body.',
});

const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description: 'Makes a repetition safe for 24 hours: the same request gets the first response again.',
});

function pathId(name: string) {
  return z.uuid().meta({ description: `The id of the ${name.replace('Id', '')}` });
}

const budgetSchema = z
  .object({ limit: z.int(), remaining: z.int(), reset: z.int().describe('Unix time in seconds') })
  .meta({ id: 'RateLimit', description: 'The request window with fewer requests remaining.' });

function success(route: Route) {
  const body = wireObject(route.response);
  const schema = route.includesBudget ? body.extend({ rate_limit: budgetSchema }) : body;
  return {
    description: route.summary,
    headers: responseHeaders(route.method),
    content: { 'application/json': { schema, example: exampleOf(route).response } },
  };
}

function codesOf(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [
    'UNAUTHORIZED',
    'FORBIDDEN',
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  const takesInput = route.path.includes(':') || route.body || route.query;
  if (takesInput) codes.push('VALIDATION_ERROR');
  if (route.path.includes(':')) codes.push('NOT_FOUND');
  if (route.conflicts) codes.push('CONFLICT');
  if (route.method !== 'get') codes.push('SERVICE_KILL_SWITCH_ACTIVE');
  return codes;
}

/** The wire form of an object is an object. */
function wireObject(schema: z.ZodObject): z.ZodObject {
  return toWireSchema(schema) as z.ZodObject;
}

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
const HEADERS = {
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
type HeaderName = keyof typeof HEADERS;

const BUDGET: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** The headers of a route's response, by what its method brings with it. */
function responseHeaders(method: string): ZodOpenApiHeadersObject {
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
const NOT_MODIFIED: ZodOpenApiResponseObject = {
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
function failures(codes: readonly ErrorCode[]): Record<string, ZodOpenApiResponseObject> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [status, failure(codes.filter((code) => ERROR_STATUS[code] === status))]),
  );
}

/** By their codes: a response that several operations share is one component. */
const FAILURES = new Map<string, ZodOpenApiResponseObject>();

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

/** Formats that say all that their pattern does, and more readably. */
const FORMATS = new Set(['uuid', 'date', 'date-time']);

/**
 * Describes a rule for readers of `openapi.json`: no pattern beside a format, no bounds that only JavaScript has, and
 * the default and the examples that zod leaves out where the rule also transforms.
 */
function describeSchema({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext): void {
  if (FORMATS.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const meta = z.globalRegistry.get(zodSchema);
  if (meta?.['type'] !== undefined) delete jsonSchema.anyOf;
  if (meta?.examples !== undefined) jsonSchema.examples = meta.examples;
  const sentDefault = defaultOf(zodSchema);
  if (sentDefault !== undefined) jsonSchema.default = sentDefault;
}

/** The default of a rule; a rule without fields is its own wire form. */
function defaultOf(schema: ZodOpenApiOverrideContext['zodSchema']) {
  const { def } = schema._zod;
  return def.type === 'default' && 'defaultValue' in def ? z.json().parse(def.defaultValue) : undefined;
}
