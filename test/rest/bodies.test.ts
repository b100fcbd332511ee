import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ROUTES } from '../../src/rest/routes.js';
import { type ApiCaller, liftLimits, type SentBody, type SentHeaders, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { BRAND, createCompetitor, createProject, createPrompt, type WireProject } from '../support/resources.js';

const api = useApi();

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MEBIBYTE = 1_048_576;

let caller: ApiCaller;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  const { id: projectId } = await createProject(caller);
  const prompt = await createPrompt(caller, projectId);
  ids = { projectId, promptId: prompt.id, competitorId: (await createCompetitor(caller, projectId)).id };
});

const withBody = ROUTES.filter(({ body }) => body).map(({ method, path }) => [method.toUpperCase(), path] as const);

describe.each(withBody)('%s %s', (method, path) => {
  const send = (body: SentBody | undefined, headers: SentHeaders = JSON_TYPE) =>
    caller.send(
      method,
      path.replace(/:(\w+)/g, (_all, name) => ids[name] ?? ''),
      headers,
      body,
    );

  test.each(['{', '{"name": }', "{'name': 1}", '{"a": 1,}', 'undefined', '{} {}', '[', '"', '\u00a0', '{"a": "\n"}'])(
    'refuses malformed JSON: %j',
    async (body) => {
      expectError(await send(body), 'VALIDATION_ERROR', 'The request body must be valid JSON');
    },
  );

  test.each(['null', 'true', '7', '"text"', '[]', '[{}]'])('refuses JSON that is no object: %s', async (body) => {
    expectError(await send(body), 'VALIDATION_ERROR', 'The request body must be a JSON object');
  });

  test('refuses no body at all, and an empty one', async () => {
    expectError(await send(undefined), 'VALIDATION_ERROR');
    expectError(await send(''), 'VALIDATION_ERROR');
    expectError(await send(gzipSync(''), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 'VALIDATION_ERROR');
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/problem+json',
    'application/jsonp',
    'json',
    '*/*',
    '',
  ])('refuses the content type %j', async (type) => {
    const answer = await send(new Blob(['{"name": "A"}']), { 'Content-Type': type });
    expectError(answer, 'VALIDATION_ERROR', 'Content-Type must be application/json');
  });

  test('refuses a body without a content type', async () => {
    const answer = await send(new TextEncoder().encode('{}'), {});
    expectError(answer, 'VALIDATION_ERROR', 'Content-Type must be application/json');
  });

  test('refuses a body over 1 MiB, however it is sent', async () => {
    const large = JSON.stringify({ padding: 'a'.repeat(MEBIBYTE) });
    const message = 'The request body must be at most 1 MiB';
    expectError(await send(large), 'VALIDATION_ERROR', message);
    const zipped = await send(gzipSync(large), { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
    expectError(zipped, 'VALIDATION_ERROR', message);
  });

  test('refuses what is not compressed as it says', async () => {
    expectError(await send('{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 'VALIDATION_ERROR');
    const cut = gzipSync(JSON.stringify(BRAND)).subarray(0, 20);
    expectError(await send(cut, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 'VALIDATION_ERROR');
    expectError(await send('{}', { ...JSON_TYPE, 'Content-Encoding': 'rot13' }), 'VALIDATION_ERROR');
  });

  test('refuses an encoding of characters other than Unicode', async () => {
    for (const charset of ['latin1', 'utf-7x', 'x']) {
      const answer = await send('{}', { 'Content-Type': `application/json; charset=${charset}` });
      expectError(answer, 'VALIDATION_ERROR', 'encoded in UTF-8');
    }
  });

  test('refuses more values than any body has, before it is parsed', async () => {
    const answer = await send(JSON.stringify({ platforms: Array(20_000).fill(1) }));
    expectError(answer, 'VALIDATION_ERROR', 'The request body must have at most 20000 values');
  });

  test('refuses what is not UTF-8, as its bounds are looked for in bytes', async () => {
    const answer = await send(new Blob([Buffer.from(JSON.stringify(BRAND), 'utf16le')]), {
      'Content-Type': 'application/json; charset=utf-16le',
    });
    expectError(answer, 'VALIDATION_ERROR', 'encoded in UTF-8');
  });

  test('tells the first of very many faults, not all of them', async () => {
    const many = Array(5_000).fill(1);
    const body = { platforms: many, tags: many, settings: { platforms: many, ['k'.repeat(100_000)]: 1 }, name: 7 };
    const answer = await send(JSON.stringify(body));
    expectError(answer, 'VALIDATION_ERROR');
    expect(answer.text.length).toBeLessThan(2_000);
  });

  test('takes deep nesting for what it is', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const name of ['brand_name', 'prompt_text', 'name', 'settings', 'other']) {
      expectError(await send(`{"${name}": ${deep}}`), 'VALIDATION_ERROR', 'nested at most 64 levels deep');
    }
  });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body compressed with %s is read', async (encoding, compress) => {
  const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
  const answer = await caller.send('POST', '/projects', headers, new Uint8Array(compress(JSON.stringify(BRAND))));
  expect(dataOf<WireProject>(answer, 201)).toMatchObject(BRAND);
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
  'the content type %s is taken',
  async (type) => {
    const answer = await caller.send('POST', '/projects', { 'Content-Type': type }, JSON.stringify(BRAND));
    expect(answer.status).toBe(201);
  },
);

test('a body of exactly 1 MiB is read', async () => {
  const body = JSON.stringify({ ...BRAND, padding: '' });
  const exact = body.replace('""', `"${'a'.repeat(MEBIBYTE - body.length)}"`);
  expect((await caller.send('POST', '/projects', JSON_TYPE, exact)).status).toBe(201);
});

test('a key named __proto__ or constructor gives a body nothing', async () => {
  const inherited = `"brand_name": "A", "website_url": "https://a.example"`;
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const answer = await caller.send('POST', '/projects', JSON_TYPE, `{"${key}": {${inherited}}}`);
    expectError(answer, 'VALIDATION_ERROR', /^brand_name: is required/);
    const created = await caller.send('POST', '/projects', JSON_TYPE, `{${inherited}, "${key}": {"description": "x"}}`);
    expect(dataOf<WireProject>(created, 201)).toMatchObject({ brand_name: 'A', description: '' });
  }
});

test('a body sent with GET or DELETE is not looked at', async () => {
  const { id } = await createProject(caller);
  const answer = await caller.send('DELETE', `/projects/${id}`, JSON_TYPE, '{');
  expect(answer.body).toEqual({ data: { deleted: true } });
});
