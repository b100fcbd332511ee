import { revokeKey } from '../../src/core/people/api-keys.js';
import { setKillSwitch } from '../../src/core/writes.js';
import { type ApiCaller, type SentHeaders, useApi } from '../support/api.js';
import {
  asGraphql,
  askGraphql,
  budgetOf,
  expectFailure,
  type GraphqlResponse,
  sendGraphql,
} from '../support/graphql.js';

const api = useApi({ trustProxy: true });

const HELLO = '{ __typename }';
const INPUT = '{brandName: "Northwind", websiteUrl: "https://northwind.example"}';
const CREATE = `mutation { createProject(input: ${INPUT}) { id } }`;

const bearer = ({ key }: ApiCaller) => ({ Authorization: `Bearer ${key}` });

async function ask(caller: ApiCaller, method: string, search: string, headers: SentHeaders = {}) {
  return asGraphql(await api.request(method, `/graphql${search}`, { ...bearer(caller), ...headers }));
}

describe('a caller without a valid key', () => {
  const bodies: [string, string, SentHeaders][] = [
    ['a query', JSON.stringify({ query: HELLO }), {}],
    ['introspection', JSON.stringify({ query: '{ __schema { types { name } } }' }), {}],
    ['a document with faults', JSON.stringify({ query: '{ nothing here' }), {}],
    ['an unknown field', JSON.stringify({ query: '{ secretField }' }), {}],
    ['a mutation', JSON.stringify({ query: CREATE }), {}],
    ['a batch', '[]', {}],
    ['malformed JSON', '{', {}],
    ['another content type', 'x', { 'Content-Type': 'text/plain' }],
  ];

  test.each(bodies)('gets the same 401 for %s', async (_what, body, headers) => {
    const wellFormed = `Bearer ${(await api.open()).key.slice(0, -2)}zz`;
    const sent: SentHeaders[] = [{}, { Authorization: 'Bearer wrong' }, { Authorization: wellFormed }];
    for (const authorization of sent) {
      const answer = await sendGraphql(api, body, { ...headers, ...authorization, 'X-Forwarded-For': '198.51.100.9' });
      expectFailure(answer, 401, 'UNAUTHORIZED', 'A valid API key is required: Authorization: Bearer <API_KEY>');
      expect(answer.body).not.toHaveProperty('extensions');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
  });

  test('is throttled by address with REST, and a valid key from there is served all the same', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.1' };
    const caller = await api.open();
    for (let count = 0; count < 30; count += 1) {
      await api.request('GET', '/api/v1/projects', from);
      await sendGraphql(api, JSON.stringify({ query: HELLO }), from);
    }
    const answer = await sendGraphql(api, JSON.stringify({ query: HELLO }), from);
    expectFailure(answer, 429, 'RATE_LIMIT_EXCEEDED', /too many failed authentications/);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await api.request('GET', '/api/v1/projects', from)).status).toBe(429);
    expect((await askGraphql(caller, HELLO, {}, from)).status).toBe(200);
  });

  test('is refused at once after the key was revoked', async () => {
    const caller = await api.open();
    expect((await askGraphql(caller, HELLO)).status).toBe(200);
    await revokeKey(api.db, caller.account.keyId);
    expectFailure(await askGraphql(caller, HELLO), 401, 'UNAUTHORIZED');
  });
});

test('a tier without API access is refused with 403, whatever it sends', async () => {
  const caller = await api.open('starter');
  for (const query of [HELLO, '{ nothing', CREATE]) {
    const answer = await askGraphql(caller, query);
    expectFailure(answer, 403, 'FORBIDDEN', /starter subscription tier has no API access/);
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
  }
});

test('every answer to a caller that was let in tells the cost, and the budget as the headers do', async () => {
  const caller = await api.open();
  const answers = [
    await askGraphql(caller, HELLO),
    await askGraphql(caller, '{ projects { nodes { id } } }'),
    await askGraphql(caller, '{ project(id: "no uuid") { id } }'),
    await askGraphql(caller, '{ nothing'),
    await askGraphql(caller, '{ nothing }'),
    await sendGraphql(api, '{', bearer(caller)),
    await sendGraphql(api, '[{}]', bearer(caller)),
    await ask(caller, 'PUT', ''),
  ];
  answers.forEach((answer, at) => {
    expect(answer.body.extensions?.cost).toEqual({
      complexity: at === 1 || at === 2 ? 1 : 0,
      requests: 1,
      ...budgetOf(answer),
    });
    expect(budgetOf(answer)).toMatchObject({ limit: 200, remaining: 199 - at });
    expect(answer.headers.get('x-request-id')).toMatch(/\w/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('a document, variables or request at fault costs one request and is never a 500', async () => {
  const caller = await api.open();
  const sent: [number, string, () => Promise<GraphqlResponse>][] = [
    [400, 'GRAPHQL_PARSE_FAILED', () => askGraphql(caller, '{')],
    [400, 'GRAPHQL_VALIDATION_FAILED', () => askGraphql(caller, '{ nothing }')],
    [
      400,
      'BAD_USER_INPUT',
      () => askGraphql(caller, 'query ($n: Int!) { projects(first: $n) { totalCount } }', { n: 'x' }),
    ],
    [
      400,
      'BAD_USER_INPUT',
      () => askGraphql(caller, 'query ($n: Int) { projects(first: $n) { totalCount } }', { n: null }),
    ],
    [400, 'BAD_REQUEST', () => sendGraphql(api, '{"query": ', bearer(caller))],
    [400, 'BAD_REQUEST', () => sendGraphql(api, '', bearer(caller))],
    [400, 'BAD_REQUEST', () => sendGraphql(api, 'null', bearer(caller))],
    [400, 'BAD_REQUEST', () => sendGraphql(api, '[{"query": "{ __typename }"}]', bearer(caller))],
    [
      400,
      'BAD_REQUEST',
      () => sendGraphql(api, '{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "a"}}}', bearer(caller)),
    ],
    [
      400,
      'BAD_REQUEST',
      () => sendGraphql(api, '{"query": "{ __typename }", "extensions": {"persistedQuery": {}}}', bearer(caller)),
    ],
    [
      413,
      'BAD_REQUEST',
      () => sendGraphql(api, JSON.stringify({ query: HELLO, variables: { x: 'x'.repeat(2 ** 20) } }), bearer(caller)),
    ],
    [
      415,
      'BAD_REQUEST',
      () => sendGraphql(api, JSON.stringify({ query: HELLO }), { ...bearer(caller), 'Content-Type': 'text/plain' }),
    ],
    [
      415,
      'BAD_REQUEST',
      () =>
        sendGraphql(api, JSON.stringify({ query: HELLO }), {
          ...bearer(caller),
          'Content-Type': 'application/json; charset=latin1',
        }),
    ],
    [415, 'BAD_REQUEST', () => sendGraphql(api, HELLO, { ...bearer(caller), 'Content-Encoding': 'compress' })],
    [406, 'BAD_REQUEST', () => askGraphql(caller, HELLO, {}, { Accept: 'text/csv' })],
    [405, 'BAD_REQUEST', () => ask(caller, 'DELETE', '')],
    [400, 'BAD_REQUEST', () => ask(caller, 'GET', '')],
    [400, 'BAD_REQUEST', () => ask(caller, 'GET', `?query=${encodeURIComponent(HELLO)}&variables=x`)],
    [400, 'BAD_REQUEST', () => ask(caller, 'GET', `?query=a&query=b`)],
    [400, 'GRAPHQL_PARSE_FAILED', () => ask(caller, 'GET', '?query=%E0%A4%A')],
  ];
  let remaining = 200;
  for (const [status, code, send] of sent) {
    const answer = await send();
    remaining -= 1;
    expect([answer.status, answer.body.errors?.[0]?.extensions['code'], budgetOf(answer).remaining]).toEqual([
      status,
      code,
      remaining,
    ]);
    expect(answer.body.extensions?.cost).toMatchObject({ requests: 1, remaining });
  }
});

describe('GraphQL over HTTP', () => {
  const BOTH = ['application/json', 'application/graphql-response+json'];

  test.each(BOTH)('%s is answered as itself, failures too', async (accept) => {
    const caller = await api.open();
    for (const query of [HELLO, '{ nothing }', `{ ${'a '.repeat(501)} }`]) {
      const { headers } = await askGraphql(caller, query, {}, { Accept: accept });
      expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
    }
    const unknown = await sendGraphql(api, JSON.stringify({ query: HELLO }), { Accept: accept });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([401, `${accept}; charset=utf-8`]);
  });

  test('an invalid document is 200 for a caller of application/json alone, a broken bound is not', async () => {
    const caller = await api.open();
    const json = { Accept: 'application/json' };
    expect((await askGraphql(caller, '{ nothing }', {}, json)).status).toBe(200);
    expect((await askGraphql(caller, '{ nothing }', {}, { Accept: BOTH.join(', ') })).status).toBe(400);
    expect((await askGraphql(caller, `{ ${'a '.repeat(501)} }`, {}, json)).status).toBe(400);
  });

  test('GET serves queries with variables and a name, and never a mutation', async () => {
    const caller = await api.open();
    const query = 'query A($n: Int!) { projects(first: $n) { totalCount } } query B { __typename }';
    const search = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;
    const answer = await ask(caller, 'GET', search({ query, operationName: 'A', variables: '{"n": 3}' }));
    expect([answer.status, answer.body.data]).toEqual([200, { projects: { totalCount: 0 } }]);
    const write = await ask(caller, 'GET', search({ query: CREATE }));
    expectFailure(write, 405, 'BAD_REQUEST', /GET serves queries only/);
    expect(write.headers.get('allow')).toBe('POST');
    const named = await ask(
      caller,
      'GET',
      search({ query: `${CREATE.replace('mutation', 'mutation M')} ${query}`, operationName: 'M' }),
    );
    expect(named.status).toBe(405);
    expect((await askGraphql(caller, '{ projects { totalCount } }')).body.data).toEqual({
      projects: { totalCount: 0 },
    });
  });

  test.each([
    { operationName: '', variables: '' },
    { operationName: null, variables: null, extensions: '' },
  ])('an empty name and empty variables are none: %j', async (empty) => {
    const caller = await api.open();
    const query = '{ projects { totalCount } }';
    const { status, body } = await caller.api.request(
      'POST',
      '/graphql',
      { Authorization: `Bearer ${caller.key}`, 'Content-Type': 'application/json' },
      JSON.stringify({ query, ...empty }),
    );
    expect([status, body]).toMatchObject([200, { data: { projects: { totalCount: 0 } } }]);
  });

  test('a compressed body is read', async () => {
    const caller = await api.open();
    const { gzipSync } = await import('node:zlib');
    const answer = await api.request(
      'POST',
      '/graphql',
      { ...bearer(caller), 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      new Uint8Array(gzipSync(JSON.stringify({ query: HELLO }))),
    );
    expect([answer.status, answer.body]).toMatchObject([200, { data: { __typename: 'Query' } }]);
  });
});

test('while the kill switch is on writes are refused with 503 and cost one request, and reads go on', async () => {
  const caller = await api.open();
  await setKillSwitch(api.db, true);
  try {
    const answer = await askGraphql(caller, CREATE);
    expectFailure(answer, 503, 'SERVICE_KILL_SWITCH_ACTIVE', /read-only/);
    expect(budgetOf(answer).remaining).toBe(199);
    expect((await askGraphql(caller, '{ projects { totalCount } }')).body.data).toEqual({
      projects: { totalCount: 0 },
    });
  } finally {
    await setKillSwitch(api.db, false);
  }
  expect((await askGraphql(caller, CREATE)).body.data).toEqual({ createProject: { id: expect.any(String) } });
});

test('the same text asks for the account that sends it', async () => {
  const [one, other] = [await api.open(), await api.open()];
  const query = '{ projects { nodes { accountId } } }';
  await askGraphql(one, CREATE);
  await askGraphql(other, CREATE);
  for (let count = 0; count < 3; count += 1) {
    for (const caller of [one, other]) {
      const { body } = await askGraphql(caller, query);
      expect(body.data).toEqual({ projects: { nodes: [{ accountId: caller.account.accountId }] } });
    }
  }
});
