import { pauseProject } from '../../../src/core/projects/project.writes.js';
import { startEngine } from '../../../src/monitoring/engine/engine.js';
import { UNMEASURED } from '../../../src/monitoring/engine/engine-figures.js';
import { reap } from '../../../src/monitoring/engine/reap.js';
import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';
import { until } from '../../support/until.js';
import {
  addPrompt,
  look,
  type Monitored,
  monitored,
  onlyRun,
  plan,
  platformsOf,
  QUIET,
  work,
  workerOf,
} from './asking-worker.js';
import { useAsking } from './use-asking.js';

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

const reapAt = ({ clock }: Monitored) => reap({ database, now: () => clock.now(), log: QUIET, meter: UNMEASURED });
const lapse = () =>
  queryDatabase(database, `update run set lease_until = now() - interval '1 s' where state = 'running'`);

async function planned(): Promise<Monitored & { text: string }> {
  const given = await monitored(database);
  const { text } = await addPrompt(given);
  await plan(database, given);
  return { ...given, text };
}

test('an account whose runs cannot be ended delays no other', async () => {
  const [broken, whole] = [await planned(), await planned()];
  await queryDatabase(database, `update run set state = 'running', attempts = 3, lease_until = now() - interval '1 s'`);
  await queryDatabase(database, `update run set lease_until = now() - interval '9 s' where account_id = $1`, [
    broken.accountId,
  ]);
  await queryDatabase(database, 'update monitoring_month set credits_used = 0 where account_id = $1', [
    broken.accountId,
  ]);
  expect(await reapAt(whole)).toBe(1);
  expect(await onlyRun(database, broken)).toMatchObject({ state: 'running' });
  expect(await onlyRun(database, whole)).toMatchObject({ state: 'failed', reason: 'worker_lost', credit_month: null });
});

test('a run that a worker left behind is asked again by another, and the first one’s answer is dropped', async () => {
  const given = await planned();
  fake.fail({ fault: 'hang', times: 1 });
  const slow = workerOf(database, given.clock, { platforms: platformsOf(fake, 1_500), timer: new TestClock() });
  await look(database, given, slow);
  await lapse();
  expect(await reapAt(given)).toBe(1);
  expect(await onlyRun(database, given)).toMatchObject({ state: 'queued', reason: 'worker_lost', attempts: 1 });
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  const accepted = await onlyRun(database, given);
  expect(accepted).toMatchObject({ state: 'accepted', attempts: 2, claim_no: 2 });
  await slow.finish();
  expect(await onlyRun(database, given)).toEqual(accepted);
});

test('a worker that finds its lease lost aborts the call', async () => {
  const given = await planned();
  fake.fail({ fault: 'hang' });
  const timer = new TestClock();
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake, 60_000), timer, leaseMs: 40_000 });
  await look(database, given, worker);
  await timer.waits();
  await lapse();
  await reapAt(given);
  timer.advance(10_000);
  await worker.finish();
  expect(await onlyRun(database, given)).toMatchObject({ state: 'queued', reason: 'worker_lost', attempts: 1 });
});

test('a drain lets calls end, then aborts them and queues their runs again with the attempt counted', async () => {
  const given = await planned();
  fake.fail({ fault: 'hang' });
  const timer = new TestClock();
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake, 60_000), timer });
  await look(database, given, worker);
  const drained = worker.drain(8_000, 9_500, Promise.resolve());
  await timer.waits(3);
  timer.advance(8_000);
  await drained;
  expect(await onlyRun(database, given)).toMatchObject({ state: 'queued', attempts: 1, lease_until: null });
});

test('a lost run is asked three times at most', async () => {
  const given = await planned();
  await queryDatabase(database, `update run set state = 'running', attempts = 3, lease_until = now() - interval '1 s'`);
  expect(await reapAt(given)).toBe(1);
  expect(await onlyRun(database, given)).toMatchObject({ state: 'failed', reason: 'worker_lost', credit_month: null });
});

test('a run that was not asked before its period was over fails as expired, and its credit is returned', async () => {
  const given = await planned();
  given.clock.advance(86_400_000);
  expect(await reapAt(given)).toBe(1);
  expect(await onlyRun(database, given)).toMatchObject({ state: 'failed', reason: 'expired', credit_month: null });
});

test('a run of a project that was paused meanwhile is skipped unasked, and its credit is returned', async () => {
  const given = await planned();
  await pauseProject(given.ctx, given.projectId);
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  expect(await onlyRun(database, given)).toMatchObject({ state: 'skipped', reason: 'paused', credit_month: null });
  expect(fake.allCounts()).toEqual([]);
});

test('the engine plans and asks automatically, and without work stops at once', async () => {
  const given = await monitored(database);
  await addPrompt(given, ['chatgpt', 'gemini']);
  const clock = new TestClock(given.clock.now());
  const bounds = { concurrency: 8, leaseMs: 45_000, drainMs: 10_000 };
  const engine = startEngine({
    database,
    platforms: platformsOf(fake),
    judging: WITHOUT_JUDGE,
    clock,
    log: QUIET,
    bounds,
  });
  await until(
    async () => {
      clock.advance(1_000);
      return queryDatabase(database, `select from run where state = 'accepted'`);
    },
    (accepted) => accepted.length === 2,
  );
  await engine.stop();
});
