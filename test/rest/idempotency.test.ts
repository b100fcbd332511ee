import { SYSTEM_CLOCK } from '../../src/clock.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { setKillSwitch } from '../../src/core/writes.js';
import { type Answer, ApiCaller, sql, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { openConnection, readUntil } from '../support/raw-connection.js';
import { BRAND, createProject, createPrompt, seedPrompts, type WireProject } from '../support/resources.js';

const api = useApi();

const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

function post(caller: ApiCaller, path: string, body: unknown, key: string): Promise<Answer> {
  return caller.post(path, body, { 'Idempotency-Key': key });
}

async function projectsOf(caller: ApiCaller): Promise<WireProject[]> {
  return dataOf<WireProject[]>(await caller.get('/projects'));
}

async function age(caller: ApiCaller, seconds: number): Promise<void> {
  await sql(
    api.db,
    'update idempotency_record set created_at = now() - make_interval(secs => $2) where account_id = $1',
    [caller.account.accountId, seconds],
  );
}

test('the same again is answered with the first answer, and marked as replayed', async () => {
  const caller = await api.open();
  const first = await post(caller, '/projects', BRAND, 'k');
  expect([first.status, isReplay(first), first.headers.get('idempotent-replayed')]).toEqual([201, false, null]);
  await caller.patch(`/projects/${dataOf<WireProject>(first, 201).id}`, { main_topic: 'changed since' });
  const again = await post(caller, '/projects', BRAND, 'k');
  expect([again.status, isReplay(again), again.text]).toEqual([201, true, first.text]);
  expect(await projectsOf(caller)).toHaveLength(1);
});

test('each POST of the API replays', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  for (const [path, body] of [
    [`/projects/${id}/prompts`, { prompt_text: 'Which tea?' }],
    [`/projects/${id}/competitors`, { name: 'Contoso' }],
  ] as const) {
    const [first, again] = [await post(caller, path, body, 'k'), await post(caller, path, body, 'k')];
    expect([first.status, again.status, isReplay(again), again.text]).toEqual([201, 201, true, first.text]);
    expect((await caller.get(path)).body).toEqual({ data: [expect.anything()] });
  }
});

test('the order and spacing of a body do not make it another', async () => {
  const caller = await api.open();
  await post(caller, '/projects', BRAND, 'k');
  const spaced = JSON.stringify({ website_url: BRAND.website_url, brand_name: BRAND.brand_name }, null, 4);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' };
  expect(isReplay(await caller.send('POST', '/projects', headers, spaced))).toBe(true);
});

test('another body under the same key is refused, and the first answer stays', async () => {
  const caller = await api.open();
  const first = await post(caller, '/projects', BRAND, 'k');
  const other = await post(caller, '/projects', { ...BRAND, main_topic: 'tea' }, 'k');
  expectError(other, 'VALIDATION_ERROR', /Idempotency-Key .*different request body/);
  expect(isReplay(other)).toBe(false);
  expect((await post(caller, '/projects', BRAND, 'k')).text).toBe(first.text);
  expect(await projectsOf(caller)).toHaveLength(1);
});

test('of twins at once one creates, and all get its answer', async () => {
  const caller = await api.open();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(caller, '/projects', BRAND, 'twin')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.filter(isReplay)).toHaveLength(19);
  expect(await projectsOf(caller)).toHaveLength(1);
});

test('of bodies at once under one key one is taken, and the others are refused', async () => {
  const caller = await api.open();
  const bodies = Array.from({ length: 8 }, (_, at) => ({ ...BRAND, main_topic: String(at) }));
  const answers = await Promise.all(bodies.map((body) => post(caller, '/projects', body, 'k')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)]);
});

test('a conflict is kept: the answer stays after its cause is gone', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const prompt = await createPrompt(caller, id, { prompt_text: 'Which tea?' });
  const body = { prompt_text: 'which tea?' };
  const first = await post(caller, `/projects/${id}/prompts`, body, 'k');
  expectError(first, 'CONFLICT');
  await caller.delete(`/prompts/${prompt.id}`);
  const again = await post(caller, `/projects/${id}/prompts`, body, 'k');
  expect([again.status, again.text, isReplay(again)]).toEqual([409, first.text, true]);
  expect((await post(caller, `/projects/${id}/prompts`, body, 'k2')).status).toBe(201);
});

test('a refusal for capacity, for an absent and for a foreign project is kept', async () => {
  const [caller, other] = [await api.open('professional'), await api.open()];
  const { id } = await createProject(caller);
  await seedPrompts(caller, id, 100);
  const foreign = (await createProject(other)).id;
  const absent = '00000000-0000-4000-8000-000000000000';
  for (const [project, status] of [
    [id, 422],
    [foreign, 403],
    [absent, 404],
  ] as const) {
    const ask = () => post(caller, `/projects/${project}/prompts`, { prompt_text: 'One more' }, 'k');
    const [first, again] = [await ask(), await ask()];
    expect([first.status, isReplay(first)]).toEqual([status, false]);
    expect([again.status, again.text, isReplay(again)]).toEqual([status, first.text, true]);
  }
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { tier: 'agency' });
  expect((await post(caller, `/projects/${id}/prompts`, { prompt_text: 'One more' }, 'k')).status).toBe(422);
});

test('a refusal of the parameters is not kept, nor one of the kill switch', async () => {
  const caller = await api.open();
  expectError(await post(caller, '/projects', { brand_name: 'A' }, 'k'), 'VALIDATION_ERROR');
  await setKillSwitch(api.db, true);
  const refused = await post(caller, '/projects', BRAND, 'k').finally(() => setKillSwitch(api.db, false));
  expectError(refused, 'SERVICE_KILL_SWITCH_ACTIVE');
  const made = await post(caller, '/projects', BRAND, 'k');
  expect([made.status, isReplay(made)]).toEqual([201, false]);
});

test('while writes are switched off an answer of before is not replayed', async () => {
  const caller = await api.open();
  await post(caller, '/projects', BRAND, 'k');
  await setKillSwitch(api.db, true);
  const answer = await post(caller, '/projects', BRAND, 'k').finally(() => setKillSwitch(api.db, false));
  expectError(answer, 'SERVICE_KILL_SWITCH_ACTIVE');
});

test('a key holds for its account and path alone, and for all keys of the account', async () => {
  const [caller, other] = [await api.open(), await api.open()];
  const first = await post(caller, '/projects', BRAND, 'k');
  expect(isReplay(await post(other, '/projects', BRAND, 'k'))).toBe(false);
  const projects = [await createProject(caller), await createProject(caller)];
  for (const { id } of projects) {
    expect(isReplay(await post(caller, `/projects/${id}/competitors`, { name: 'A' }, 'k'))).toBe(false);
  }
  const { apiKey } = await createKey(api.db, SYSTEM_CLOCK, { accountId: caller.account.accountId, name: 'second' });
  const replay = await post(new ApiCaller(api, caller.account, apiKey), '/projects', BRAND, 'k');
  expect([isReplay(replay), replay.text]).toEqual([true, first.text]);
});

test('a route is one scope, however its path is written', async () => {
  const caller = await api.open();
  const { id } = dataOf<WireProject>(await post(caller, '/projects', BRAND, 'k'), 201);
  const created = await post(caller, `/projects/${id}/prompts`, { prompt_text: 'Which tea?' }, 'k');
  const spellings: [string, object][] = [
    ['/projects/', BRAND],
    ['/PROJECTS', BRAND],
    ['/%70rojects', BRAND],
    ['/projects?a=b', BRAND],
  ];
  for (const [path, body] of spellings) {
    const answer = await post(caller, path, body, 'k');
    // A spelling that the router does not take for the route is no route at all.
    expect([path, answer.status === 404 || isReplay(answer)]).toEqual([path, true]);
  }
  for (const path of [`/projects/${id.toUpperCase()}/prompts/`, `/Projects/${id.replace('-', '%2D')}/prompts`]) {
    const answer = await post(caller, path, { prompt_text: 'Which tea?' }, 'k');
    expect([path, isReplay(answer), answer.text]).toEqual([path, true, created.text]);
  }
  expect(await projectsOf(caller)).toHaveLength(1);
});

test('an answer is kept for 24 hours, and then the key is free for any body', async () => {
  const caller = await api.open();
  const first = await post(caller, '/projects', BRAND, 'k');
  await age(caller, 24 * 3600 - 60);
  expect((await post(caller, '/projects', BRAND, 'k')).text).toBe(first.text);
  await age(caller, 24 * 3600 + 1);
  const twins = await Promise.all([1, 2].map(() => post(caller, '/projects', { ...BRAND, main_topic: 'new' }, 'k')));
  expect(twins.map(({ status }) => status)).toEqual([201, 201]);
  expect(twins.map(isReplay).toSorted()).toEqual([false, true]);
  expect(await projectsOf(caller)).toHaveLength(2);
});

test.each([1, 255])('a key of %i characters is taken', async (length) => {
  expect((await post(await api.open(), '/projects', BRAND, 'k'.repeat(length))).status).toBe(201);
});

test('a key that is empty or of 256 characters is refused, and nothing is created', async () => {
  const caller = await api.open();
  for (const key of ['', ' ', 'k'.repeat(256)]) {
    expectError(await post(caller, '/projects', BRAND, key), 'VALIDATION_ERROR', /^Idempotency-Key must have 1 to 255/);
  }
  expect(await projectsOf(caller)).toEqual([]);
});

test('two keys in one request are refused, even if they are equal, and nothing is created', async () => {
  const caller = await api.open();
  const body = JSON.stringify(BRAND);
  for (const second of ['b', 'a', '']) {
    const request = [
      'POST /api/v1/projects HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${caller.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Idempotency-Key: a',
      `Idempotency-Key: ${second}`,
    ];
    const answer = await readUntil(openConnection(api.url, `${request.join('\r\n')}\r\n\r\n${body}`), () => false);
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'Idempotency-Key must be sent once' },
    });
  }
  expect(await projectsOf(caller)).toEqual([]);
  expect(isReplay(await post(caller, '/projects', BRAND, 'a, b'))).toBe(false);
});

test('keys are told apart exactly, whatever characters are in them', async () => {
  const caller = await api.open();
  const keys = ['a', 'A', "a'; --", 'a"b', 'caf\u00e9', 'a b', 'a\tb', '%00'];
  for (const key of keys) expect(isReplay(await post(caller, '/projects', BRAND, key))).toBe(false);
  for (const key of keys) expect(isReplay(await post(caller, '/projects', BRAND, key))).toBe(true);
});

test('a replay costs a request, and PATCH and DELETE take no key', async () => {
  const caller = await api.open();
  const { id } = dataOf<WireProject>(await post(caller, '/projects', BRAND, 'k'), 201);
  const replay = await post(caller, '/projects', BRAND, 'k');
  expect(replay.headers.get('x-ratelimit-remaining')).toBe('198');
  const key = { 'Idempotency-Key': 'k' };
  for (const main_topic of ['a', 'b']) {
    const answer = await caller.sendJson('PATCH', `/projects/${id}`, { main_topic }, key);
    expect(dataOf<WireProject>(answer).main_topic).toBe(main_topic);
  }
});
