import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { PLATFORMS, type Platform } from '../../../src/entities/vocabulary.js';
import { type Engine, startEngine } from '../../../src/monitoring/engine/engine.js';
import { UNMEASURED } from '../../../src/monitoring/engine/engine-figures.js';
import { reap } from '../../../src/monitoring/engine/reap.js';
import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { until } from '../../support/until.js';
import { addPrompt, look, type Monitored, monitored, plan, platformsOf, QUIET, workerOf } from './asking-worker.js';
import { useAsking } from './use-asking.js';

const PLACES = 2;
const OTHERS: readonly Platform[] = PLATFORMS.filter((platform) => platform !== 'chatgpt');
/** So long the calls hang: far longer than a test waits. */
const HANGING_MS = 600_000;

let database: TestDatabase;
let fake: FakePlatforms;
let engine: Engine | undefined;
useAsking((started) => {
  ({ database, fake } = started);
});
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
});

const callsTo = (platform: Platform) =>
  fake
    .allCounts()
    .filter((count) => count.platform === platform)
    .reduce((sum, { calls }) => sum + calls, 0);

async function called(platforms: readonly Platform[], times: number): Promise<void> {
  await until(
    async () => platforms.map(callsTo),
    (seen) => seen.every((calls) => calls === times),
  );
}

/** An engine whose ChatGPT hangs in all its places, with further runs of it in the queue. */
async function startHanging(given: Monitored): Promise<void> {
  fake.fail({ fault: 'hang', platform: 'chatgpt' });
  for (let count = 0; count < 3 * PLACES; count += 1) await addPrompt(given);
  await plan(database, given);
  engine = startEngine({
    database,
    platforms: platformsOf(fake, HANGING_MS),
    judging: WITHOUT_JUDGE,
    clock: { ...SYSTEM_CLOCK, now: () => given.clock.now() },
    log: QUIET,
    bounds: { concurrency: PLACES, leaseMs: HANGING_MS, drainMs: 0 },
  });
  await called(['chatgpt'], PLACES);
}

test('while one platform hangs, runs of the others that become due are asked before its calls end', async () => {
  const given = await monitored(database);
  await startHanging(given);
  for (let round = 1; round <= 3; round += 1) {
    await addPrompt(given, OTHERS);
    await plan(database, given);
    await called(OTHERS, round);
  }
  expect(callsTo('chatgpt')).toBe(PLACES);
});

test('while one platform hangs, runs of the others that were put back are asked before its calls end', async () => {
  const given = await monitored(database);
  const answering = Promise.withResolvers<void>();
  fake.before = () => answering.promise;
  await addPrompt(given, OTHERS);
  await plan(database, given);
  const lost = workerOf(database, given.clock, { platforms: platformsOf(fake, HANGING_MS), leaseMs: HANGING_MS });
  expect(await look(database, given, lost)).toBe(OTHERS.length);
  await called(OTHERS, 1);
  await startHanging(given);
  await queryDatabase(database, `update run set lease_until = now() - interval '1 s' where platform <> 'chatgpt'`);
  const reaping = { database, now: () => given.clock.now(), log: QUIET, meter: UNMEASURED };
  expect(await reap(reaping)).toBe(OTHERS.length);
  await called(OTHERS, 2);
  answering.resolve();
  await lost.finish();
});
