import { SYSTEM_CLOCK } from '../../../src/clock.js';
import type { Context } from '../../../src/core/context.js';
import { requestDeletion, takeAccountBack } from '../../../src/core/privacy/account-deletion.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { runDue } from '../../../src/monitoring/engine/run-due.js';
import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { aClient, operatorOf } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';
import { addPrompt, type Monitored, monitored, plan, platformsOf, QUIET, work, workerOf } from './asking-worker.js';
import { useAsking } from './use-asking.js';

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

const DAY_MS = 86_400_000;
const BOUNDS = { concurrency: 8, leaseMs: 45_000, drainMs: 10_000 };
const NOTHING = { planned: 0, accepted: 0, failed: 0, skipped: 0 };

const due = (at: Date) =>
  runDue(
    { database, platforms: platformsOf(fake), judging: WITHOUT_JUDGE, clock: SYSTEM_CLOCK, log: QUIET, bounds: BOUNDS },
    at,
  );

async function requestOf({ ctx, accountId }: Monitored): Promise<Context> {
  const operator = operatorOf(database.db, { accountId, tier: ctx.caller.tier });
  const [account] = await queryDatabase<{ name: string }>(database, 'select name from account where account_id = $1', [
    accountId,
  ]);
  await requestDeletion(operator, { name: account?.name }, aClient());
  return operator;
}

test('an account that is to be deleted is not asked for, and is again once it was taken back', async () => {
  const given = await monitored(database);
  await addPrompt(given, PLATFORMS);
  const operator = await requestOf(given);
  const now = given.clock.now().getTime();
  for (let days = 0; days < 7; days += 2) expect(await due(new Date(now + days * DAY_MS))).toEqual(NOTHING);
  expect(fake.requests).toEqual([]);
  await takeAccountBack(operator, aClient());
  const { length: all } = PLATFORMS;
  expect(await due(new Date(now + 6 * DAY_MS))).toEqual({ planned: all, accepted: all, failed: 0, skipped: 0 });
  expect(fake.requests).toHaveLength(all);
});

test('what was planned before an account is to be deleted is not asked any more', async () => {
  const given = await monitored(database);
  await addPrompt(given, PLATFORMS);
  await plan(database, given);
  await requestOf(given);
  const worker = workerOf(database, given.clock, { platforms: platformsOf(fake) });
  await work(database, given, worker);
  given.clock.advance(DAY_MS);
  await work(database, given, worker);
  expect(fake.requests).toEqual([]);
});
