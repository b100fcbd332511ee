import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { addRun, type WrittenRun } from '../support/listed-runs.js';
import { operate } from '../support/operator.js';
import { serve } from '../support/runs.js';
import { queryDatabase } from '../support/sql.js';

const BRAND = { brandName: 'Acme', websiteUrl: 'https://acme.example' };
const MINUTE_MS = 60_000;

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: databaseUrl(database.address) };
});
afterAll(() => database.close());

const run = (...args: string[]) => operate(args, env);

async function print(...args: string[]) {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const ago = (minutes: number) => new Date(SYSTEM_CLOCK.now().getTime() - minutes * MINUTE_MS).toISOString();

async function openRuns() {
  const { ctx, accountId } = await openAccount(database.db, 'starter');
  const { id: projectId } = await createProject(ctx, BRAND);
  const { id: promptId } = await createPrompt(ctx, projectId, { promptText: 'Which anvil?' });
  const add = (run: Omit<WrittenRun, 'promptId'>) =>
    addRun(database.db, { accountId, projectId }, { promptId, ...run });
  return { accountId, projectId, promptId, add };
}

test('run list prints runs newest first, with what each cost, and filters by state', async () => {
  const { projectId, promptId, add } = await openRuns();
  const [older, newer] = [ago(3), ago(2)];
  const failed = await add({ plannedAt: older, state: 'failed', reason: 'empty', attempts: 2, costMicrousd: 21_500 });
  const queued = await add({ plannedAt: newer, occasion: 1, state: 'queued' });
  const listed = await print('run', 'list', '--project', projectId);
  expect(listed.map(({ run_id }: { run_id: string }) => run_id)).toEqual([queued, failed]);
  expect(listed[0]).toMatchObject({ trigger: 'requested', next_attempt_at: newer, cost_usd: 0 });
  expect(await print('run', 'list', '--project', projectId, '--state', 'failed')).toEqual([
    {
      ...{ run_id: failed, prompt_id: promptId, platform: 'chatgpt', period_date: older.slice(0, 10) },
      ...{ trigger: 'scheduled', state: 'failed', reason: 'empty', message: null, attempts: 2 },
      ...{ planned_at: older, finished_at: listed[1].finished_at, next_attempt_at: null },
      ...{ model: null, cost_usd: 0.0215 },
    },
  ]);
});

test('run retry queues what may still be asked, oldest first, while credits last, and takes one each', async () => {
  const { accountId, projectId, add } = await openRuns();
  const failed = { state: 'failed', reason: 'timed_out', attempts: 3 } as const;
  await add({ ...failed, plannedAt: ago(5), reason: 'refused', platform: 'gemini' });
  await add({ ...failed, plannedAt: ago(4) });
  await add({ ...failed, plannedAt: ago(3), platform: 'perplexity' });
  await add({ ...failed, plannedAt: ago(2), platform: 'claude' });
  await add({ ...failed, plannedAt: ago(3 * 24 * 60) });
  const month = `${ago(0).slice(0, 7)}-01`;
  await queryDatabase(
    database,
    `insert into monitoring_month (account_id, month, credits_used)
     values ($1, $2, 998)
     on conflict (account_id, month) do update set credits_used = 998`,
    [accountId, month],
  );
  const { code, stdout, stderr } = await run('run', 'retry', '--project', projectId);
  expect([code, JSON.parse(stdout), stderr]).toEqual([
    0,
    { queued: 2 },
    '1 failed runs stay: no credits are left for them\n',
  ]);
  const states = await queryDatabase(
    database,
    `select platform, state, attempts, credit_month::text
     from run
     where account_id = $1 and planned_at > now() - interval '1 hour'
     order by planned_at`,
    [accountId],
  );
  expect(states).toEqual([
    { platform: 'gemini', state: 'failed', attempts: 3, credit_month: null },
    { platform: 'chatgpt', state: 'queued', attempts: 0, credit_month: month },
    { platform: 'perplexity', state: 'queued', attempts: 0, credit_month: month },
    { platform: 'claude', state: 'failed', attempts: 3, credit_month: null },
  ]);
  const credits = await print('credits', 'show', '--account', accountId);
  expect(credits).toMatchObject({ used: 1_000, remaining: 0 });
});

test('platform pause, resume and list print how every platform stands', async () => {
  await queryDatabase(
    database,
    `update platform_gate set served_until = now() + interval '1 hour', cap_microusd = 5e6`,
  );
  const stateOf = (list: { platform: string }[]) => list.find(({ platform }) => platform === 'claude');
  const paused = await print('platform', 'pause', 'claude', '--for', '2h');
  expect(paused).toHaveLength(4);
  expect(stateOf(paused)).toEqual({
    ...{ platform: 'claude', is_configured: true, state: 'paused', reason: 'The operator paused it.' },
    ...{ paused_until: expect.stringMatching(/Z$/), spent_today_usd: 0, spent_yesterday_usd: 0, budget_usd: 5 },
    ...{ key_source: null, key_ends_with: null, key_stored_at: null },
  });
  expect(stateOf(await print('platform', 'list'))).toEqual(stateOf(paused));
  expect(stateOf(await print('platform', 'resume', 'claude'))).toMatchObject({ state: 'ready', paused_until: null });
});

test.each([
  [2, ['run', 'list']],
  [2, ['run', 'list', '--project', 'x', '--state', 'lost']],
  [2, ['run', 'list', '--project', 'x', '--from', '2026-02-30']],
  [2, ['platform', 'pause', 'bing']],
  [2, ['platform', 'pause', 'claude', '--for', '2 hours']],
  [2, ['platform', 'pause', 'claude', '--for', '367d']],
  [1, ['run', 'list', '--project', 'x']],
  [1, ['run', 'retry', '--project', '00000000-0000-4000-8000-000000000000']],
])('ends with exit code %d: %j', async (code, args) => {
  expect(await run(...args)).toMatchObject({ code, stdout: '' });
});

test('`run due` ends with 1 where an account could not be planned, and names it', async () => {
  const { accountId } = await openRuns();
  // No other process has a key, so that none is waited for.
  await serve(database, []);
  await queryDatabase(database, `alter table run add constraint faulty check (account_id <> '${accountId}')`);
  const { code, stdout } = await run('run', 'due').finally(() =>
    queryDatabase(database, 'alter table run drop constraint faulty'),
  );
  expect({ code, report: JSON.parse(stdout) }).toMatchObject({ code: 1, report: { unplanned_accounts: [accountId] } });
});
