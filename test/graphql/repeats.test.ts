import { updateProject } from '../../src/core/projects/project.writes.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { planAccount } from '../../src/monitoring/engine/plan.js';
import { type ApiCaller, FIXED_CLOCK, liftLimits, TODAY, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt } from '../support/resources.js';
import { serve } from '../support/runs.js';
import { queryDatabase } from '../support/sql.js';

/** How often a week the weekly prompts of a project are asked. */

const api = useApi();

const UPDATE =
  'mutation ($id: ID!, $repeats: Int) { updateProject(id: $id, input: { repeats: $repeats }) { repeats } }';
const READ = `query ($id: ID!) { project(id: $id) {
  repeats changes { kind text } runs { nodes { repeat trigger periodDate platform } } } }`;

let caller: ApiCaller;
let id: string;

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

async function ask(query: string, variables: object = {}, as = caller) {
  const { data, errors } = (await askGraphql(as, query, { id, ...variables })).body;
  const [error] = errors ?? [];
  return { data: data ?? {}, code: error?.extensions['code'], issues: error?.extensions['issues'] };
}

test('are one at first, may be changed within the tier, and a change is told beside the numbers', async () => {
  expect((await ask(READ)).data['project']).toEqual({ repeats: 1, changes: [], runs: { nodes: [] } });
  expect((await ask(UPDATE, { repeats: 4 })).data).toEqual({ updateProject: { repeats: 4 } });
  expect((await ask(UPDATE, { repeats: 4 })).data).toEqual({ updateProject: { repeats: 4 } });
  expect((await ask(READ)).data['project']).toMatchObject({
    repeats: 4,
    changes: [{ kind: 'REPEATS_CHANGED', text: 'Weekly prompts are asked 4 times a week, formerly once a week' }],
  });
});

test.each([0, 5, -1])('of %d are refused, and the bound is named', async (repeats) => {
  const { code, issues } = await ask(UPDATE, { repeats });
  expect([code, issues]).toEqual([
    'VALIDATION_ERROR',
    [{ path: ['repeats'], message: 'must be a whole number from 1 to 4' }],
  ]);
});

test('are bounded by the tier; what was set under a larger one may stay', async () => {
  await ask(UPDATE, { repeats: 3 });
  const setTier = `update account set tier = 'starter' where account_id = $1`;
  await queryDatabase(api.database, setTier, [caller.account.accountId]);
  const ctx = { ...caller.account.ctx, caller: { ...caller.account.ctx.caller, tier: 'starter' as const } };
  await expect(updateProject(ctx, id, { repeats: 4 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    issues: [{ path: ['repeats'], message: 'must be at most 2 in the starter subscription tier' }],
  });
  expect(await updateProject(ctx, id, { repeats: 3, mainTopic: 'Tea' })).toMatchObject({ repeats: 3 });
});

test('are neither shown nor taken by REST', async () => {
  const { body, status } = await caller.patch(`/projects/${id}`, { repeats: 3, main_topic: 'Tea' });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('repeats');
  expect((await ask(READ)).data['project']).toMatchObject({ repeats: 1 });
});

test('more of them make weekly prompts due for the present part of the week, where it has no run', async () => {
  await serve(api.database, ['chatgpt']);
  await ensurePartitions(api.db, [TODAY], ['run']);
  await createPrompt(caller, id, { platforms: ['chatgpt'] });
  const { accountId } = caller.account;
  const plan = (now: Date) =>
    planAccount(api.db, accountId, new Set(['chatgpt']), now).then((planned) => planned?.runs.length ?? 0);
  // A Monday, at noon.
  expect(await plan(FIXED_CLOCK.now())).toBe(1);
  await ask(UPDATE, { repeats: 2 });
  expect(await plan(FIXED_CLOCK.now())).toBe(0);
  const sunday = new Date('2026-06-21T23:59:59.999Z');
  expect(await plan(sunday)).toBe(1);
  const { data } = await ask(READ);
  // Shaped by the query above.
  const { runs } = data['project'] as { runs: { nodes: object[] } };
  const run = { trigger: 'SCHEDULED', periodDate: TODAY, platform: 'CHATGPT' };
  expect(runs.nodes).toEqual(expect.arrayContaining([{ ...run, repeat: 1 }]));
  const stored = await queryDatabase<{ occasion: number }>(
    api.database,
    'select occasion from run where account_id = $1 order by occasion',
    [accountId],
  );
  expect(stored.map(({ occasion }) => occasion)).toEqual([0, 11]);
});
