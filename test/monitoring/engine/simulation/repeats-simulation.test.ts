import { verifyCredits } from '../../../../src/core/schedule/credits.js';
import { weekOf } from '../../../../src/core/schedule/periods.js';
import { PLATFORMS, type Platform, type RunReason, type RunState } from '../../../../src/entities/vocabulary.js';
import { verifyRollups } from '../../../../src/monitoring/facts/verify-rollups.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { FakePlatforms } from '../../../support/fake-platforms.js';
import { queryDatabase } from '../../../support/sql.js';
import { SimulatedService } from './simulated-service.js';

/** Thirty days in which the repeats of the projects are 1, 3 and 2 in turn, a platform is out, and the tier smaller. */

const HOUR_MS = 3_600_000;
const DAYS = 30;
/** A Thursday, so that the days have five weeks, the first and the last of them in part. */
const START = new Date('2026-10-29T00:20:00Z');
const WEEKS = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'] as const;
const OUT: Platform = 'chatgpt';
const WEEKLY = 6;
const END = new Date(START.getTime() + DAYS * 24 * HOUR_MS).toISOString();
const hourOf = (instant: string) => (Date.parse(instant) - START.getTime()) / HOUR_MS;

/** All on the hour of a look; none is the hour in which a part begins. */
const [MORE, OUTAGE, HEALED, DOWNGRADE, UPGRADE, FEWER] = [
  '2026-11-03T10:20:00Z',
  '2026-11-10T06:20:00Z',
  '2026-11-13T18:20:00Z',
  '2026-11-17T10:20:00Z',
  '2026-11-21T10:20:00Z',
  '2026-11-25T20:20:00Z',
] as const;
const EVENTS: ReadonlyMap<number, (service: SimulatedService, fake: FakePlatforms) => unknown> = new Map([
  [hourOf(MORE), (service) => service.setRepeats(3)],
  [hourOf(OUTAGE), (_service, fake) => fake.fail({ fault: 'http_503', platform: OUT })],
  [hourOf(HEALED), (_service, fake) => fake.heal()],
  // Two repeats and two platforms at most.
  [hourOf(DOWNGRADE), (service) => service.setTier('starter')],
  [hourOf(UPGRADE), (service) => service.setTier('professional')],
  [hourOf(FEWER), (service) => service.setRepeats(2)],
] as [number, (service: SimulatedService, fake: FakePlatforms) => unknown][]);

interface Run {
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
  state: RunState;
  reason: RunReason | null;
  attempts: number;
  credit_month: string | null;
  planned_at: Date;
}

let database: TestDatabase;
let fake: FakePlatforms;
let service: SimulatedService;
let runs: Run[];

beforeAll(async () => {
  database = await createTestDatabase();
  fake = await FakePlatforms.start();
  service = await SimulatedService.open(database, fake, START);
  await service.serve(PLATFORMS);
  for (let at = 0; at < WEEKLY; at += 1) await service.addPrompt('weekly');
  await service.addPrompt('daily');
  for (let hour = 0; hour < DAYS * 24; hour += 1) {
    await EVENTS.get(hour)?.(service, fake);
    await service.work();
    if (hour % 24 === 0) expect(await verifyCredits(database.db, service.clock)).toEqual([]);
    await service.passHour();
  }
  runs = await queryDatabase<Run>(
    database,
    `select prompt_id, platform, period_date::text, occasion, state, reason, attempts, credit_month::text, planned_at
     from run
     where account_id = $1
     order by period_date, occasion, prompt_id, platform`,
    [service.accountId],
  );
}, 300_000);

afterAll(async () => {
  await fake.close();
  await database.close();
});

const idsOf = (frequency: 'daily' | 'weekly') =>
  service.world.prompts.filter((prompt) => prompt.frequency === frequency).map(({ id }) => id);

/**
 * The occasions that a weekly prompt is to be asked at in a week, by its place in each part and the events above. It
 * was asked before an event where its slot was not after the look an hour before.
 */
function occasionsOf(id: string, week: (typeof WEEKS)[number]): number[] {
  const place = Number.parseInt(id.slice(0, 8), 16) / 2 ** 32;
  const lookBefore = (event: string) => (Date.parse(event) - Date.parse(`${week}T00:00:00Z`)) / HOUR_MS - 1;
  switch (week) {
    // Once, as it is created.
    case '2026-10-26':
      return [0];
    // Three parts of 56 hours from Tuesday on, the first of which is asked at once where the week had no run.
    case '2026-11-02':
    case '2026-11-09':
      return [0, 11, 12];
    // Two parts of 84 hours from Tuesday on, three again on Saturday, when the third is asked at once. By then a prompt
    // that was late in the first part had not come to its slot in the second half.
    case '2026-11-16':
      return 56 * place <= lookBefore(DOWNGRADE) ? [0, 11, 12] : [0, 12];
    // Three parts until Wednesday evening, then two: the second is asked in its half, or was in its third.
    case '2026-11-23': {
      const isAsked = 56 + 56 * place <= lookBefore(FEWER) || 84 + 84 * place <= lookBefore(END);
      return isAsked ? [0, 11] : [0];
    }
  }
}

test('each weekly prompt is asked once in every part of every week on each platform, and never twice', () => {
  for (const id of idsOf('weekly')) {
    for (const platform of PLATFORMS) {
      const own = runs.filter((run) => run.prompt_id === id && run.platform === platform);
      const found = Map.groupBy(own, ({ period_date }) => period_date);
      expect([...found.keys()]).toEqual([...WEEKS]);
      for (const week of WEEKS) {
        expect([week, found.get(week)?.map(({ occasion }) => occasion)]).toEqual([week, occasionsOf(id, week)]);
      }
    }
  }
});

test('a daily prompt is asked once a day throughout, whatever the repeats', () => {
  const days = Array.from({ length: DAYS }, (_, day) =>
    new Date(START.getTime() + day * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
  for (const id of idsOf('daily')) {
    for (const platform of PLATFORMS) {
      const own = runs.filter((run) => run.prompt_id === id && run.platform === platform);
      expect(own.map(({ occasion }) => occasion)).toEqual(own.map(() => 0));
      const dates = own.map(({ period_date }) => period_date);
      // The slot of the last day may lie after the last look.
      expect(dates).toEqual(days.slice(0, dates.length));
      expect(dates.length).toBeGreaterThanOrEqual(DAYS - 1);
    }
  }
});

test('in no week has a cell more scheduled runs than its largest number of repeats', () => {
  const most = new Map(WEEKS.map((week, at) => [week as string, at === 0 ? 1 : 3]));
  const weekly = runs.filter(({ prompt_id }) => idsOf('weekly').includes(prompt_id));
  const cells = Map.groupBy(weekly, (run) => `${run.prompt_id} ${run.platform} ${weekOf(run.period_date)}`);
  for (const own of cells.values()) {
    expect(own.length).toBeLessThanOrEqual(most.get(own[0]?.period_date ?? '') ?? 0);
  }
});

test('no period is missed, as there were workers throughout', () => {
  expect(service.missedPeriods).toBe(0);
});

test('what the smaller tier lacks is skipped for its time alone, and nothing else is', () => {
  const isSmaller = ({ planned_at }: Run) => planned_at >= new Date(DOWNGRADE) && planned_at < new Date(UPGRADE);
  for (const run of runs) {
    const isLacking = isSmaller(run) && !['chatgpt', 'perplexity'].includes(run.platform);
    expect([run, run.state === 'skipped']).toEqual([run, isLacking]);
    if (isLacking) expect(run.reason).toBe('platform_not_in_tier');
  }
  expect(runs.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(10);
});

test('only runs of the platform that was out, planned by its recovery, have no answer', () => {
  const failed = runs.filter(({ state }) => state === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  for (const { platform, planned_at, reason } of failed) {
    expect([platform, planned_at < new Date(HEALED), planned_at >= new Date(OUTAGE)]).toEqual([OUT, true, true]);
    expect(['platform_error', 'expired']).toContain(reason);
  }
  const ended = runs.filter(({ planned_at }) => planned_at < new Date(START.getTime() + (DAYS - 1) * 24 * HOUR_MS));
  expect(ended.filter(({ state }) => state === 'queued' || state === 'running')).toEqual([]);
});

test('credits are one for each run with an answer, by month, and the platforms were paid as often', async () => {
  expect(await verifyCredits(database.db, service.clock)).toEqual([]);
  const counted = runs.filter(({ state }) => ['accepted', 'queued', 'running'].includes(state));
  const byMonth = Map.groupBy(counted, ({ planned_at }) => `${planned_at.toISOString().slice(0, 7)}-01`);
  const stored = await queryDatabase<{ month: string; used: number }>(
    database,
    'select month::text, credits_used as used from monitoring_month where account_id = $1 order by month',
    [service.accountId],
  );
  expect(stored.map(({ month, used }) => [month, used])).toEqual(
    [...byMonth].toSorted().map(([month, own]) => [month, own.length]),
  );
  for (const { id, texts } of service.world.prompts) {
    for (const platform of PLATFORMS) {
      const paid = texts.reduce((sum, { text }) => sum + fake.countsOf(text, platform).paid, 0);
      const own = runs.filter((run) => run.prompt_id === id && run.platform === platform);
      expect(own.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(paid);
    }
  }
});

test('each accepted run has one answer, counted once in the rollups', async () => {
  const accepted = runs.filter(({ state }) => state === 'accepted').length;
  const [stored] = await queryDatabase<{ answers: number; responses: number }>(
    database,
    `select (select count(*)::int from answer where account_id = $1) as answers,
       (select sum(response_count)::int from daily_response where account_id = $1) as responses`,
    [service.accountId],
  );
  expect(stored).toEqual({ answers: accepted, responses: accepted });
  for (const projectId of service.projectIds) {
    expect(await verifyRollups(database.db, { projectId })).toMatchObject({ consistent: true, differences: [] });
  }
});
