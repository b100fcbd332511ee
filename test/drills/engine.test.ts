import type { Context } from '../../src/core/context.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { platformsOf } from '../monitoring/engine/asking-worker.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { FaultProxy, type ProxyMode } from '../support/fault-proxy.js';
import { operate } from '../support/operator.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { runsOf } from '../support/runs.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

/** A machine that is busy with other work may take its time. */
const WITHIN_MS = 120_000;
const TEST_MS = 2 * WITHIN_MS;
const CREDIT_OF_NOW = expect.stringMatching(/^\d{4}-\d\d-01$/);

describe('workers of the live engine', () => {
  let database: TestDatabase;
  let fake: FakePlatforms;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    fake = await FakePlatforms.start();
    env = { ...fake.environment, DATABASE_URL: database.url, ROLE: 'worker' };
  });
  afterEach(async () => {
    killProcesses();
    await fake.close();
    await database.close();
  });

  /** Weekly prompts, due at once. */
  async function addPrompts(count: number, platforms: readonly Platform[] = PLATFORMS): Promise<Context> {
    const { ctx } = await openAccount(database.db);
    const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
    for (let at = 0; at < count; at += 1) {
      const promptText = `Which anvil is best for smith ${at}?`;
      await createPrompt(ctx, id, { promptText, monitoringFrequency: 'weekly', platforms: [...platforms] });
    }
    return ctx;
  }

  const runs = ({ caller }: Context) => runsOf(database, caller.accountId);
  const calls = () => fake.allCounts().reduce((sum, count) => sum + count.calls, 0);
  const accepted = async (ctx: Context) => (await runs(ctx)).filter(({ state }) => state === 'accepted').length;
  const verify = async (what: string) => JSON.parse((await operate([what, 'verify'], env)).stdout);

  async function callsUnderWay(count: number): Promise<void> {
    await until(
      async () => calls(),
      (seen) => seen >= count,
      WITHIN_MS,
    );
  }

  async function expectAllAccepted(ctx: Context, count: number): Promise<void> {
    await until(
      () => accepted(ctx),
      (found) => found === count,
      WITHIN_MS,
    );
    expect(await verify('credits')).toMatchObject({ consistent: true });
    expect(await verify('rollups')).toMatchObject({ consistent: true });
  }

  test(
    'two processes ask a platform no faster than its rate allows them together',
    async () => {
      const perMinute = 240;
      const burst = 24;
      const perSecond = (perMinute - burst + 1) / 60;
      await addPrompts(90, ['chatgpt']);
      const rate = { ...env, OPENAI_REQUESTS_PER_MINUTE: String(perMinute) };
      const begunMs = performance.now();
      const workers = await Promise.all([startService(rate), startService(rate)]);
      const settled = ({ stdout }: ServiceProcess) => stdout.split('"msg":"run settled"').length - 1;
      const look = async () => {
        const seen = calls();
        const most = burst + (perSecond * (performance.now() - begunMs)) / 1_000;
        expect(seen).toBeLessThanOrEqual(Math.ceil(most));
        return { seen, least: Math.min(...workers.map(settled)) };
      };
      await until(look, ({ seen, least }) => seen >= 2 * burst && least > 0, WITHIN_MS);
    },
    TEST_MS,
  );

  test(
    'a stop with calls that hang takes ten seconds at most, and puts their runs back with the attempt kept',
    async () => {
      const ctx = await addPrompts(4);
      fake.fail({ fault: 'hang' });
      const worker = await startService(env);
      await callsUnderWay(16);
      const signalledMs = performance.now();
      worker.kill('SIGTERM');
      expect(await worker.exited).toEqual({ code: 0, signal: null });
      // Beside the ten seconds there is time for what a busy machine does slowly; the calls would hang for good.
      expect(performance.now() - signalledMs).toBeLessThan(20_000);
      expect(calls()).toBe(16);
      const putBack = await queryDatabase(
        database,
        'select distinct state, reason, attempts, lease_until, worker, credit_month::text from run',
      );
      const left = { state: 'queued', reason: 'worker_lost', attempts: 1, lease_until: null, worker: null };
      expect(putBack).toEqual([{ ...left, credit_month: CREDIT_OF_NOW }]);
      expect(await verify('credits')).toMatchObject({ consistent: true });
      fake.heal();
      await startService(env);
      await expectAllAccepted(ctx, 16);
      expect(calls()).toBe(32);
    },
    TEST_MS,
  );

  test(
    'a worker that is killed nine times in the midst of its calls pays no more than the budget, and all of it counts',
    async () => {
      // Of more calls than one worker has under way, and of fewer than nine have.
      const budgetMicroUsd = 500_000;
      await addPrompts(40, ['chatgpt']);
      fake.fail({ fault: 'hang', platform: 'chatgpt' });
      const limited = {
        ...env,
        OPENAI_DAILY_BUDGET_USD: '0.50',
        OPENAI_REQUESTS_PER_MINUTE: '60000',
        WORKER_CONCURRENCY: '4',
        LEASE_SECONDS: '1',
      };
      const spending = async () => {
        const [row] = await queryDatabase<{ spent: number; cost: number }>(
          database,
          `select g.spent_microusd::int as spent,
             (select sum(cost_microusd)::int from run where platform = g.platform) as cost
           from platform_gate g where g.platform = 'chatgpt'`,
        );
        return { spent: row?.spent ?? 0, cost: row?.cost ?? 0 };
      };
      for (let kill = 0; kill < 9; kill += 1) {
        const before = calls();
        const worker = await startService(limited);
        await until(
          async () => calls() > before || (await spending()).spent >= budgetMicroUsd,
          (isSeen) => isSeen,
          WITHIN_MS,
        );
        worker.kill('SIGKILL');
        await worker.exited;
      }
      const usual = platformsOf(fake).find(({ platform }) => platform === 'chatgpt')?.client.usual.costMicroUsd ?? 0;
      const paid = usual * calls();
      expect(calls()).toBeGreaterThan(4);
      expect(paid).toBeLessThanOrEqual(budgetMicroUsd + 4 * usual);
      const { spent, cost } = await spending();
      expect(spent).toBeGreaterThanOrEqual(paid);
      expect(cost).toBeGreaterThanOrEqual(paid);
    },
    2 * TEST_MS,
  );

  test.each<ProxyMode>(['refusing', 'silent'])(
    'a database that is away (%s) while calls are under way costs nothing but time',
    async (mode) => {
      const proxy = await FaultProxy.start(database.url);
      const ctx = await addPrompts(4);
      const answering = Promise.withResolvers<void>();
      fake.before = () => answering.promise;
      // However long the machine takes, no lease lapses.
      const worker = await startService({ ...env, DATABASE_URL: proxy.url, LEASE_SECONDS: '600' });
      await callsUnderWay(16);
      proxy.mode = mode;
      answering.resolve();
      await until(
        async () => (await fetch(`${worker.url}/readyz`)).status,
        (status) => status === 503,
        WITHIN_MS,
      );
      expect(await accepted(ctx)).toBe(0);
      proxy.mode = 'open';
      await expectAllAccepted(ctx, 16);
      const [claims] = await queryDatabase(
        database,
        'select max(claim_no) as claims, max(attempts)::int as attempts from run',
      );
      expect({ ...claims, calls: calls() }).toEqual({ claims: 1, attempts: 1, calls: 16 });
      await proxy.close();
    },
    TEST_MS,
  );

  test(
    'without any key runs are skipped and say so, and the start says it once',
    async () => {
      const ctx = await addPrompts(2);
      const worker = await startService({ DATABASE_URL: database.url, ROLE: 'worker' });
      const planned = await until(
        () => runs(ctx),
        (found) => found.length === 8,
        WITHIN_MS,
      );
      const skipped = { state: 'skipped', reason: 'platform_not_configured', credit_month: null };
      for (const run of planned) expect(run).toMatchObject(skipped);
      const told = worker.stdout.split('\n').filter((line) => line.includes('no platform is asked'));
      expect(told).toHaveLength(1);
      expect(calls()).toBe(0);
      expect(await verify('credits')).toMatchObject({ consistent: true });
    },
    TEST_MS,
  );
});
