import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../src/rest/openapi.js';
import { ROOT } from './sources.js';

/** Method, path, success status and the promised failures of the specification's section 4.1. */
const READ = [304, 401, 403, 404, 422, 429, 500, 503];
const WRITE = [401, 403, 404, 422, 429, 500, 503];
const PROMISED: readonly [string, string, number, readonly number[]][] = [
  ['get', '/projects', 200, [304, 401, 403, 429, 500, 503]],
  ['post', '/projects', 201, [401, 403, 422, 429, 500, 503]],
  ['get', '/projects/{projectId}', 200, READ],
  ['patch', '/projects/{projectId}', 200, WRITE],
  ['delete', '/projects/{projectId}', 200, WRITE],
  ['get', '/projects/{projectId}/prompts', 200, READ],
  ['post', '/projects/{projectId}/prompts', 201, [...WRITE, 409]],
  ['get', '/prompts/{promptId}', 200, READ],
  ['patch', '/prompts/{promptId}', 200, [...WRITE, 409]],
  ['delete', '/prompts/{promptId}', 200, WRITE],
  ['get', '/projects/{projectId}/competitors', 200, READ],
  ['post', '/projects/{projectId}/competitors', 201, WRITE],
  ['delete', '/competitors/{competitorId}', 200, WRITE],
  ['get', '/projects/{projectId}/visibility', 200, READ],
  ['get', '/projects/{projectId}/mentions', 200, READ],
  ['get', '/projects/{projectId}/citations', 200, READ],
  ['get', '/projects/{projectId}/sentiment', 200, READ],
];

/** The query parameters of the data endpoints (specification, sections 4.6 to 4.9). */
const QUERIES = {
  visibility: ['from', 'to', 'window', 'platforms'],
  mentions: ['from', 'to', 'window', 'provider', 'limit', 'offset'],
  citations: ['from', 'to', 'window', 'provider', 'limit', 'offset', 'cursor'],
  sentiment: ['from', 'to', 'window'],
};

interface Operation {
  operationId: string;
  parameters: { in: string; name: string; description?: string }[];
  requestBody?: { content: { 'application/json': { example?: object } } };
  responses: Record<string, { $ref?: string; content?: { 'application/json': { example?: object } } }>;
}

describe('openapi.json', () => {
  const text = readFileSync(join(ROOT, 'openapi.json'), 'utf8');
  const document: {
    openapi: string;
    servers: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, object>>;
  } = JSON.parse(text);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

  test('is what the service serves: `npm run emit` writes it', () => {
    expect(text).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
  });

  test("is valid OpenAPI 3.1 by a linter's strict rules, its examples included", async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'operation-operationId-unique': 'error',
        'parameter-description': 'error',
        'tag-description': 'error',
        'no-http-verbs-in-paths': 'error',
      },
    });
    const problems = await lintFromString({ source: text, absoluteRef: join(ROOT, 'openapi.json'), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
    expect(document.openapi).toBe('3.1.0');
  });

  test('the linter finds a fault that is there', async () => {
    const faulty = text.replace('"monitoring_frequency": "weekly"', '"monitoring_frequency": "hourly"');
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: faulty, absoluteRef: join(ROOT, 'openapi.json'), config });
    expect(problems.map(({ ruleId }) => ruleId)).toContain('no-invalid-media-type-examples');
  });

  test('has the 17 operations of the specification, each with every status it promises, and no others', () => {
    const described = operations.map(({ method, path, operation }) => [method, path, statusesOf(operation)]);
    const promised = PROMISED.map(([method, path, success, failures]) => [
      method,
      path,
      [success, ...failures].toSorted((one, other) => one - other),
    ]);
    expect(described.map(String).toSorted()).toEqual(promised.map(String).toSorted());
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
  });

  test.each(Object.entries(QUERIES))('%s takes the parameters of the specification', (name, wanted) => {
    const { parameters } = document.paths[`/projects/{projectId}/${name}`]?.['get'] ?? { parameters: [] };
    expect(parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)).toEqual(
      wanted,
    );
  });

  test('names every field in snake_case', () => {
    const names = propertyNames(document);
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  test('describes each resource once, under the name that the specification has for it', () => {
    expect(Object.keys(document.components['schemas'] ?? {}).toSorted()).toEqual([
      'CitedDomain',
      'Competitor',
      'CreateCompetitor',
      'CreateProject',
      'CreatePrompt',
      'DiscoveryMethod',
      'Error',
      'Frequency',
      'ListedCompetitor',
      'MentionBucket',
      'Platform',
      'Project',
      'ProjectSettings',
      'Prompt',
      'RateLimit',
      'Sentiment',
      'UpdateProject',
      'UpdatePrompt',
      'Visibility',
    ]);
  });

  test('shows an example of each request body and of each success', () => {
    const without = operations.filter(({ operation }) => {
      const success = operation.responses['200'] ?? operation.responses['201'];
      const request = operation.requestBody?.content['application/json'];
      return !success?.content?.['application/json'].example || (request && !request.example);
    });
    expect(without.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  test('offers conditions on reads and idempotency on creations', () => {
    for (const { method, operation } of operations) {
      const headers = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
      const wanted = { get: ['If-None-Match'], post: ['Idempotency-Key'] };
      expect(headers).toEqual(method === 'get' || method === 'post' ? wanted[method] : []);
    }
  });
});

function statusesOf({ responses }: Operation): number[] {
  return Object.keys(responses)
    .map(Number)
    .toSorted((one, other) => one - other);
}

/** The names of all fields: those below each `properties`, however deep, and those in the examples. */
function propertyNames(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, held]) => {
      if (key === 'example') return keysOf(held);
      return [...(key === 'properties' ? Object.keys(held) : []), ...propertyNames(held)];
    }),
  );
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysOf)];
}
