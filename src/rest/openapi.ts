import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '../core/errors.js';
import { PLANS } from '../core/plans.js';
import { EXAMPLES } from './openapi.examples.js';
import { failures, HEADERS, NOT_MODIFIED, responseHeaders } from './openapi.responses.js';
import { describeSchema } from './openapi.schema.js';
import { paramsOf, type Route } from './route.js';
import { ROUTES } from './routes.js';
import { toWireSchema } from './wire.js';

const budgetSchema = z
  .object({ limit: z.int(), remaining: z.int(), reset: z.int().describe('Unix time in seconds') })
  .meta({ id: 'RateLimit', description: 'The request window with fewer requests remaining.' });

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
