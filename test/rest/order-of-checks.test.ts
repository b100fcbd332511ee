import { setKillSwitch } from '../../src/core/writes.js';
import { type ApiCaller, sql, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { createProject, createPrompt, seedPrompts } from '../support/resources.js';

/** Key (401), tier (403), rate (429), kill switch (503), parameters (422), resource (404, 403), rules (409, 422). */

const api = useApi();

const BAD_BODY = '{"brand_name": ';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const NEVER = '00000000-0000-4000-8000-000000000000';

async function whileReadOnly<Result>(work: () => Promise<Result>): Promise<Result> {
  await setKillSwitch(api.db, true);
  return work().finally(() => setKillSwitch(api.db, false));
}

async function exhaust(caller: ApiCaller): Promise<void> {
  await sql(api.db, 'update request_budget set minute_count = 1000, minute_started_at = now() where account_id = $1', [
    caller.account.accountId,
  ]);
}

test('a bad key comes before everything else', async () => {
  const headers = { Authorization: 'Bearer wrong', ...JSON_TYPE };
  const answer = await whileReadOnly(() => api.request('POST', '/api/v1/projects/1/prompts', headers, BAD_BODY));
  expectError(answer, 'UNAUTHORIZED');
});

test('an inactive subscription comes before the tier', async () => {
  const caller = await api.open('starter');
  await sql(api.db, `update account set subscription = 'inactive' where account_id = $1`, [caller.account.accountId]);
  expectError(await caller.get('/projects'), 'UNAUTHORIZED');
});

test('the tier comes before the rate, the kill switch and the parameters', async () => {
  const caller = await api.open('starter');
  await exhaust(caller);
  const answer = await whileReadOnly(() => caller.send('POST', '/projects', JSON_TYPE, BAD_BODY));
  expectError(answer, 'FORBIDDEN', 'tier');
});

test('the rate comes before the kill switch and the parameters', async () => {
  const caller = await api.open();
  await exhaust(caller);
  const answer = await whileReadOnly(() => caller.send('POST', '/projects', JSON_TYPE, BAD_BODY));
  expectError(answer, 'RATE_LIMIT_EXCEEDED');
  expectError(await caller.get('/nowhere'), 'RATE_LIMIT_EXCEEDED');
});

test('the kill switch comes before the parameters and the resource', async () => {
  const caller = await api.open();
  await whileReadOnly(async () => {
    expectError(await caller.send('POST', '/projects', JSON_TYPE, BAD_BODY), 'SERVICE_KILL_SWITCH_ACTIVE');
    expectError(await caller.send('POST', '/projects', {}, 'a=b'), 'SERVICE_KILL_SWITCH_ACTIVE');
    expectError(await caller.send('POST', '/projects', JSON_TYPE, ' '.repeat(2_000_000)), 'SERVICE_KILL_SWITCH_ACTIVE');
    expectError(await caller.patch('/projects/1', {}), 'SERVICE_KILL_SWITCH_ACTIVE');
    expectError(await caller.delete(`/prompts/${NEVER}`), 'SERVICE_KILL_SWITCH_ACTIVE');
    expectError(await caller.post('/projects', {}, { 'Idempotency-Key': '' }), 'SERVICE_KILL_SWITCH_ACTIVE');
  });
});

test('the kill switch stops no read, and what is no endpoint is none', async () => {
  const caller = await api.open();
  await whileReadOnly(async () => {
    expect((await caller.get('/projects')).status).toBe(200);
    expectError(await caller.post('/nowhere', {}), 'NOT_FOUND');
  });
});

test('parameters come before the resource, be it absent or foreign', async () => {
  const [caller, owner] = [await api.open(), await api.open()];
  const { id: foreign } = await createProject(owner);
  const prompt = await createPrompt(owner, foreign);
  for (const id of [foreign, NEVER]) {
    expectError(await caller.patch(`/projects/${id}`, { brand_name: '' }), 'VALIDATION_ERROR');
    expectError(await caller.post(`/projects/${id}/prompts`, { prompt_text: '' }), 'VALIDATION_ERROR');
    expectError(await caller.post(`/projects/${id}/competitors`, {}), 'VALIDATION_ERROR');
    expectError(await caller.get(`/projects/${id}/visibility?from=x`), 'VALIDATION_ERROR');
    expectError(await caller.get(`/projects/${id}/visibility?from=2026-01-01&to=2026-06-01`), 'VALIDATION_ERROR');
    expectError(await caller.get(`/projects/${id}/mentions?limit=0`), 'VALIDATION_ERROR');
    expectError(await caller.get(`/projects/${id}/citations?cursor=x`), 'VALIDATION_ERROR');
  }
  expectError(await caller.patch(`/prompts/${prompt.id}`, { is_active: 'no' }), 'VALIDATION_ERROR');
  expectError(await caller.patch(`/prompts/${prompt.id}`, { is_active: true, platforms: ['claude'] }), 'FORBIDDEN');
});

test('the resource comes before the rules', async () => {
  const [caller, owner] = [await api.open('professional'), await api.open()];
  const { id } = await createProject(caller);
  await seedPrompts(caller, id, 100);
  const { id: foreign } = await createProject(owner);
  await createPrompt(owner, foreign, { prompt_text: 'Which tea?' });
  const body = { prompt_text: 'Which tea?' };
  expectError(await caller.post(`/projects/${id}/prompts`, body), 'VALIDATION_ERROR', 'capacity');
  expectError(await caller.post(`/projects/${foreign}/prompts`, body), 'FORBIDDEN');
  expectError(await caller.post(`/projects/${NEVER}/prompts`, body), 'NOT_FOUND');
});

test('a duplicate comes before the capacity and the daily slots', async () => {
  const caller = await api.open('professional');
  const { id } = await createProject(caller);
  await seedPrompts(caller, id, 100, 'daily');
  const body = { prompt_text: 'SEEDED 1', monitoring_frequency: 'daily' };
  expectError(await caller.post(`/projects/${id}/prompts`, body), 'CONFLICT');
});

test('the capacity comes before the daily slots', async () => {
  const caller = await api.open('professional');
  const { id } = await createProject(caller);
  await seedPrompts(caller, id, 100, 'daily');
  const body = { prompt_text: 'One more', monitoring_frequency: 'daily' };
  expectError(await caller.post(`/projects/${id}/prompts`, body), 'VALIDATION_ERROR', 'capacity');
});
