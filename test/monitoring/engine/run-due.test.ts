import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { verifyCredits } from '../../../src/core/schedule/credits.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { runDue } from '../../../src/monitoring/engine/run-due.js';
import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { hastenRuns } from '../../support/runs.js';
import { queryDatabase } from '../../support/sql.js';
import { addPrompt, monitored, platformsOf, QUIET, runsOfAccount } from './asking-worker.js';
import { useAsking } from './use-asking.js';

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

const BOUNDS = { concurrency: 8, leaseMs: 45_000, drainMs: 10_000 };

const due = (at: Date, platforms = platformsOf(fake)) =>
  runDue({ database, platforms, judging: WITHOUT_JUDGE, clock: SYSTEM_CLOCK, log: QUIET, bounds: BOUNDS }, at);

const expectCreditsMatch = async (now: Date) =>
  expect(await verifyCredits(database.db, { now: () => now })).toEqual([]);

test('every due prompt is asked on each of its platforms, once a period, whatever the day', async () => {
  const given = await monitored(database);
  for (let prompts = 0; prompts < 3; prompts += 1) await addPrompt(given, PLATFORMS);
  const now = given.clock.now();
  expect(await due(now)).toEqual({ planned: 12, accepted: 12, failed: 0, skipped: 0 });
  expect(await due(now)).toEqual({ planned: 0, accepted: 0, failed: 0, skipped: 0 });
  const later = new Date(now.getTime() + 40 * 86_400_000);
  expect(await due(later)).toEqual({ planned: 12, accepted: 12, failed: 0, skipped: 0 });
  const days = await queryDatabase(
    database,
    `select bucket_date::text as day, count(*)::int as count from answer where account_id = $1 group by 1 order by 1`,
    [given.accountId],
  );
  expect(days).toEqual([
    { day: '2026-11-25', count: 12 },
    { day: '2027-01-04', count: 12 },
  ]);
  await expectCreditsMatch(later);
});

test('an account whose planning fails is named, and the others are asked', async () => {
  const [faulty, sound] = [await monitored(database), await monitored(database)];
  await addPrompt(faulty);
  await addPrompt(sound);
  await queryDatabase(database, `alter table run add constraint faulty check (account_id <> '${faulty.accountId}')`);
  const report = await due(sound.clock.now()).finally(() =>
    queryDatabase(database, 'alter table run drop constraint faulty'),
  );
  const asked = { planned: 1, accepted: 1, failed: 0, skipped: 0 };
  expect(report).toEqual({ ...asked, unplannedAccounts: [faulty.accountId] });
});

test('attempts follow at once: a run that fails twice is accepted, one that always fails ends at three', async () => {
  const given = await monitored(database);
  const [once, always] = [await addPrompt(given), await addPrompt(given)];
  fake.fail({ fault: 'http_500', question: once.text, times: 2 }, { fault: 'http_500', question: always.text });
  // The platform is left alone for half a minute after that many failures, which pass at once here.
  const hastening = setInterval(() => void hastenRuns(database), 200);
  const report = await due(given.clock.now()).finally(() => clearInterval(hastening));
  expect(report).toEqual({ planned: 2, accepted: 1, failed: 1, skipped: 0 });
  expect(fake.countsOf(always.text).calls).toBe(3);
  expect(await runsOfAccount(database, given)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ prompt_id: once.id, state: 'accepted', attempts: 3 }),
      expect.objectContaining({ prompt_id: always.id, state: 'failed', attempts: 3, reason: 'platform_error' }),
    ]),
  );
  await expectCreditsMatch(given.clock.now());
});

test('runs on a platform that does not accept the key fail at once, and the others are accepted', async () => {
  const given = await monitored(database);
  for (let prompts = 0; prompts < 3; prompts += 1) await addPrompt(given, ['chatgpt', 'claude']);
  fake.fail({ fault: 'http_401', platform: 'claude' });
  expect(await due(given.clock.now())).toEqual({ planned: 6, accepted: 3, failed: 3, skipped: 0 });
  const failed = (await runsOfAccount(database, given)).filter(({ state }) => state === 'failed');
  expect(failed).toMatchObject(Array(3).fill({ platform: 'claude', reason: 'denied', attempts: 0 }));
  await expectCreditsMatch(given.clock.now());
});

test('runs on a platform without a key are skipped with that reason', async () => {
  const given = await monitored(database);
  await addPrompt(given, ['chatgpt', 'gemini']);
  await queryDatabase(database, 'update platform_gate set served_until = null');
  const platforms = platformsOf(fake).filter(({ platform }) => platform === 'chatgpt');
  expect(await due(given.clock.now(), platforms)).toEqual({ planned: 2, accepted: 1, failed: 0, skipped: 1 });
  expect(await runsOfAccount(database, given)).toMatchObject([
    { platform: 'chatgpt', state: 'accepted' },
    { platform: 'gemini', state: 'skipped', reason: 'platform_not_configured' },
  ]);
});

test('two at once share the work: each run is asked once, and each report adds up', async () => {
  const all = [];
  for (let accounts = 0; accounts < 4; accounts += 1) {
    const given = await monitored(database);
    for (let prompts = 0; prompts < 3; prompts += 1) await addPrompt(given, ['chatgpt', 'perplexity']);
    all.push(given);
  }
  const at = all[0]?.clock.now() ?? new Date(0);
  const reports = await Promise.all([due(at), due(at)]);
  for (const { planned, accepted, failed, skipped } of reports) expect(planned).toBe(accepted + failed + skipped);
  expect(reports.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(24);
  expect(fake.allCounts().map(({ calls }) => calls)).toEqual(Array(24).fill(1));
});
