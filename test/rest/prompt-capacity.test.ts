import { SYSTEM_CLOCK } from '../../src/clock.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { liftLimits, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { createProject, createPrompt, seedPrompts, type WirePrompt } from '../support/resources.js';

const api = useApi();

async function openProject(tier: 'professional' | 'agency') {
  const caller = await api.open(tier);
  await liftLimits(caller);
  return { caller, id: (await createProject(caller)).id };
}

const statusesOf = (answers: readonly { status: number }[]) =>
  Object.groupBy(answers, ({ status }) => String(status)) as Partial<Record<string, unknown[]>>;

test('of 120 creations at once, over two projects, exactly the capacity of 100 is made', async () => {
  const { caller, id } = await openProject('professional');
  const ids = [id, (await createProject(caller)).id];
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      caller.post(`/projects/${ids[at % 2]}/prompts`, { prompt_text: `Ask ${at}` }),
    ),
  );
  const { 201: made, 422: refused } = statusesOf(answers);
  expect([made?.length, refused?.length]).toEqual([100, 20]);
  const refusal = await caller.post(`/projects/${id}/prompts`, { prompt_text: 'One more' });
  expectError(refusal, 'VALIDATION_ERROR', /capacity of 100 is reached for the professional subscription tier/);
  const lists = await Promise.all(ids.map((one) => caller.get(`/projects/${one}/prompts`)));
  expect(lists.flatMap((list) => dataOf<WirePrompt[]>(list))).toHaveLength(100);
});

test('an agency account has a capacity of 200', async () => {
  const { caller, id } = await openProject('agency');
  await seedPrompts(caller, id, 200);
  const refusal = await caller.post(`/projects/${id}/prompts`, { prompt_text: 'One more' });
  expectError(refusal, 'VALIDATION_ERROR', /capacity of 200 .*agency/);
});

test('capacity counts inactive prompts, not those archived or below an archived project', async () => {
  const { caller, id } = await openProject('professional');
  const other = await createProject(caller);
  const [prompt] = await seedPrompts(caller, id, 60);
  await seedPrompts(caller, other.id, 40);
  const more = () => caller.post(`/projects/${id}/prompts`, { prompt_text: crypto.randomUUID() });
  await caller.patch(`/prompts/${prompt?.id}`, { is_active: false });
  expect((await more()).status).toBe(422);
  await caller.delete(`/prompts/${prompt?.id}`);
  expect((await more()).status).toBe(201);
  expect((await more()).status).toBe(422);
  await caller.delete(`/projects/${other.id}`);
  expect((await more()).status).toBe(201);
});

test('changes at capacity are taken', async () => {
  const { caller, id } = await openProject('professional');
  const [prompt] = await seedPrompts(caller, id, 100);
  const body = { prompt_text: 'Another text', is_active: false, tags: ['a'] };
  expect((await caller.patch(`/prompts/${prompt?.id}`, body)).status).toBe(200);
});

test('at capacity a duplicate is a conflict', async () => {
  const { caller, id } = await openProject('professional');
  const [prompt] = await seedPrompts(caller, id, 100);
  expectError(
    await caller.post(`/projects/${id}/prompts`, { prompt_text: ` ${prompt?.text.toUpperCase()}` }),
    'CONFLICT',
  );
});

test('a larger tier gives room on the next request', async () => {
  const { caller, id } = await openProject('professional');
  await seedPrompts(caller, id, 100);
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { tier: 'agency' });
  expect((await createPrompt(caller, id)).is_active).toBe(true);
});

test.each([
  ['professional', 20],
  ['agency', 60],
] as const)('a %s account has %i daily priority slots, held under concurrency', async (tier, slots) => {
  const { caller, id } = await openProject(tier);
  const create = (at: number) =>
    caller.post(`/projects/${id}/prompts`, { prompt_text: `Ask ${at}`, monitoring_frequency: 'daily' });
  const { 201: made, 422: refused } = statusesOf(
    await Promise.all(Array.from({ length: slots + 5 }, (_, at) => create(at))),
  );
  expect([made?.length, refused?.length]).toEqual([slots, 5]);
  expectError(
    await create(-1),
    'VALIDATION_ERROR',
    new RegExp(`^monitoring_frequency: .*${slots} daily priority slots`),
  );
  expect((await createPrompt(caller, id)).monitoring_frequency).toBe('weekly');
});

test('a change to daily needs a slot, and a change back or an archived prompt frees one', async () => {
  const { caller, id } = await openProject('professional');
  const daily = await seedPrompts(caller, id, 20, 'daily');
  const weekly = await createPrompt(caller, id);
  const toDaily = () => caller.patch(`/prompts/${weekly.id}`, { monitoring_frequency: 'daily' });
  expectError(await toDaily(), 'VALIDATION_ERROR', /^monitoring_frequency: .*20 daily priority slots/);
  expect((await caller.patch(`/prompts/${daily[0]?.id}`, { monitoring_frequency: 'daily' })).status).toBe(200);
  await caller.patch(`/prompts/${daily[0]?.id}`, { monitoring_frequency: 'weekly' });
  expect((await toDaily()).status).toBe(200);
  expect((await caller.patch(`/prompts/${daily[0]?.id}`, { monitoring_frequency: 'daily' })).status).toBe(422);
  await caller.delete(`/prompts/${daily[1]?.id}`);
  expect((await caller.patch(`/prompts/${daily[0]?.id}`, { monitoring_frequency: 'daily' })).status).toBe(200);
});

test('of 25 changes to daily at once exactly as many are made as there are slots', async () => {
  const { caller, id } = await openProject('professional');
  const prompts = await seedPrompts(caller, id, 25);
  const answers = await Promise.all(
    prompts.map((prompt) => caller.patch(`/prompts/${prompt.id}`, { monitoring_frequency: 'daily' })),
  );
  const { 200: made, 422: refused } = statusesOf(answers);
  expect([made?.length, refused?.length]).toEqual([20, 5]);
});

test('a cadence of daily that meets no free slot is refused like a daily prompt', async () => {
  const { caller, id } = await openProject('professional');
  await seedPrompts(caller, id, 20, 'daily');
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { cadence: 'daily' });
  expectError(
    await caller.post(`/projects/${id}/prompts`, { prompt_text: 'x' }),
    'VALIDATION_ERROR',
    /daily priority slots/,
  );
});
