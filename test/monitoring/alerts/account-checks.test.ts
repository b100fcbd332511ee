import { Client } from 'pg';
import { type AlertView, acknowledgeAlert, alertsOfAccount, resolveAlert } from '../../../src/core/alerts/alerts.js';
import type { Context } from '../../../src/core/context.js';
import { PLANS } from '../../../src/core/plans.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createPrompts } from '../../../src/core/prompts/prompt.writes.js';
import { toDay } from '../../../src/core/time.js';
import { creditsForecast } from '../../../src/core/usage/credits-forecast.js';
import { PLATFORMS, type Platform } from '../../../src/entities/vocabulary.js';
import { runDueAccountChecks } from '../../../src/monitoring/alerts/due-checks.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { databaseUrl } from '../../support/database-url.js';
import { addRun, type WrittenRun } from '../../support/listed-runs.js';
import { openOwner, type Person } from '../../support/people.js';
import { serve } from '../../support/runs.js';
import { queryDatabase } from '../../support/sql.js';
import { recordStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { until } from '../../support/until.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Wednesday in the middle of its month. */
const NOON = '2026-06-10T12:00:00.000Z';
const PROMPTS = 8;
/** So many statements check an account of which nothing is told, those that begin and end included. */
const STATEMENTS_MAX = 12;

let database: TestDatabase;
let clock: TestClock;
let owner: Person;
let ctx: Context;
let projectId: string;
let promptIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  await queryDatabase(database, `update account set subscription = 'inactive'`);
  await queryDatabase(database, 'truncate account_check');
  await open();
});
afterEach(() =>
  queryDatabase(database, `update platform_gate set breaker = 'closed', paused_until = null, pause_reason = null`),
);

/** An account of the smallest tier, whose prompts are due tomorrow. */
async function open(): Promise<void> {
  clock = new TestClock(NOON);
  await serve(database, PLATFORMS);
  owner = await openOwner(database.db, 'starter');
  const { accountId, tier } = owner;
  ctx = { db: database.db, clock, caller: { kind: 'operator', accountId, tier } };
  ({ id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' }));
  const texts = Array.from({ length: PROMPTS }, (_, at) => ({ promptText: `Which anvil is best for forge ${at}?` }));
  promptIds = (await createPrompts(ctx, projectId, texts)).map(({ id }) => id);
}

const agoOf = (hours: number) => new Date(clock.now().getTime() - hours * HOUR).toISOString();

/** Runs of the first `count` prompts, planned so many hours ago. */
async function runs(count: number, hours: number, run: Partial<WrittenRun> = {}): Promise<void> {
  const { accountId } = owner;
  for (const promptId of promptIds.slice(0, count)) {
    await addRun(database.db, { accountId, projectId }, { promptId, plannedAt: agoOf(hours), ...run });
  }
}

const LOG = {
  info: () => {},
  error: (details: object, message: string): void => {
    throw new Error(`${message}: ${JSON.stringify(details, ['account_id', 'err', 'message', 'stack'])}`);
  },
};

const check = (log: typeof LOG = LOG) => {
  const parts = { database, clock, log, mail: { mayMail: () => true }, publicUrl: 'https://seen.example' };
  return runDueAccountChecks(parts, new AbortController().signal, clock.now());
};

/** The check of the next hour. */
const checkLater = async (ms = HOUR) => {
  clock.advance(ms);
  await check();
};

const alerts = async (): Promise<AlertView[]> => (await alertsOfAccount(ctx, { first: 50, after: null })).entries;
const endings = async () => (await alerts()).map(({ kind, state, resolution }) => [kind, state, resolution]);

const told = () =>
  queryDatabase<{ type: string; kind: string; deliveries: number }>(
    database,
    `select e.type, e.alert_kind as kind, count(d.id)::int as deliveries
     from event e
     left join delivery d on d.account_id = e.account_id and d.event_id = e.id
     where e.account_id = $1
     group by e.id, e.at, e.type, e.alert_kind
     order by e.at`,
    [owner.accountId],
  );

describe('a platform that does not answer', () => {
  test('is told once five questions of 24 hours have no answer, and its first answer ends that', async () => {
    await runs(1, 30, { finishedAt: agoOf(29) });
    await runs(4, 20, { occasion: 1, state: 'failed', reason: 'platform_error' });
    await check();
    expect(await alerts()).toEqual([]);
    await runs(PROMPTS, 10, { state: 'queued', reason: 'denied', platform: 'claude' });
    await runs(1, 10, { state: 'queued', reason: 'timed_out' });
    await checkLater();
    const [alert] = await alerts();
    expect(await endings()).toEqual([['platform_silent', 'open', null]]);
    expect(alert).toMatchObject({
      projectId: null,
      summary: 'No question to ChatGPT was answered for 24 hours: of those that were due, 5 wait or failed.',
      evidence: { platform: 'chatgpt', at: agoOf(30), url: 'https://seen.example/dashboard/account' },
    });
    for (let hour = 0; hour < 3; hour += 1) await checkLater();
    expect(await alerts()).toHaveLength(1);
    await runs(1, 0, { occasion: 3, finishedAt: clock.now().toISOString() });
    await checkLater();
    expect(await endings()).toEqual([['platform_silent', 'resolved', 'recovered']]);
    expect(await told()).toEqual([
      { type: 'alert.opened', kind: 'platform_silent', deliveries: 1 },
      { type: 'alert.resolved', kind: 'platform_silent', deliveries: 1 },
    ]);
  });

  test('is not told of an account that has asked it for less than 24 hours', async () => {
    await runs(PROMPTS, 23, { state: 'failed', reason: 'platform_error', finishedAt: agoOf(1) });
    await check();
    expect(await alerts()).toEqual([]);
    await checkLater(2 * HOUR);
    expect(await alerts()).toHaveLength(1);
  });

  test('is told of questions that were never asked only where something keeps them all from it', async () => {
    await runs(PROMPTS, 25, { state: 'queued' });
    await check();
    expect(await alerts()).toEqual([]);
    await queryDatabase(database, `update platform_gate set breaker = 'denied' where platform = 'chatgpt'`);
    await checkLater();
    expect(await endings()).toEqual([['platform_silent', 'open', null]]);
  });

  test('is told again only after an answer, where people ended the alert', async () => {
    await runs(PROMPTS, 25, { state: 'queued', reason: 'denied' });
    await check();
    await resolveAlert(ctx, (await alerts())[0]?.id);
    await checkLater();
    await checkLater(DAY);
    expect(await endings()).toEqual([['platform_silent', 'resolved', 'by_hand']]);
    await runs(1, 0, { occasion: 1, finishedAt: clock.now().toISOString() });
    await checkLater();
    await runs(5, 0, { occasion: 2, state: 'queued', reason: 'denied' });
    await checkLater(DAY);
    expect(await endings()).toEqual([
      ['platform_silent', 'open', null],
      ['platform_silent', 'resolved', 'by_hand'],
    ]);
  });

  test('is over without a word once nothing is asked of it any more, and so is one that was acknowledged', async () => {
    await runs(PROMPTS, 25, { state: 'failed', reason: 'platform_error', finishedAt: agoOf(1) });
    await check();
    await acknowledgeAlert(ctx, (await alerts())[0]?.id);
    await checkLater(12 * DAY);
    expect(await endings()).toEqual([['platform_silent', 'resolved', 'gone']]);
    expect((await told()).map(({ type }) => type)).toEqual(['alert.opened']);
  });
});

/** Credits that are left of the month. */
async function leave(credits: number): Promise<void> {
  await queryDatabase(
    database,
    `insert into monitoring_month (account_id, month, credits_used) values ($1, $2, $3)
     on conflict (account_id, month) do update set credits_used = excluded.credits_used`,
    [owner.accountId, `${toDay(clock.now()).slice(0, 7)}-01`, PLANS[owner.tier].creditsPerMonth - credits],
  );
}

describe('credits of the month', () => {
  /** What the weekly prompts take until the month ends. */
  let needed = 0;
  beforeEach(async () => {
    const { forecast, used } = await creditsForecast(ctx);
    needed = (forecast ?? 0) - used;
    expect(needed).toBeGreaterThan(PROMPTS);
  });

  test('that end three days before it are told once, and again only of another month', async () => {
    await leave(needed);
    await check();
    expect(await alerts()).toEqual([]);
    await leave(1);
    await checkLater();
    expect((await alerts()).map(({ summary }) => summary)).toEqual([
      `The month's credits will be used up before it ends: ${PLANS.starter.creditsPerMonth - 1 + needed} are needed, ` +
        `and it has ${PLANS.starter.creditsPerMonth}.`,
    ]);
    await resolveAlert(ctx, (await alerts())[0]?.id);
    await checkLater();
    expect(await endings()).toEqual([['credits_low', 'resolved', 'by_hand']]);
    clock.advance(Date.parse('2026-07-01T03:00:00Z') - clock.now().getTime());
    await leave(1);
    await check();
    expect(await endings()).toEqual([
      ['credits_low', 'open', null],
      ['credits_low', 'resolved', 'by_hand'],
    ]);
  });

  test('that last again, for the whole month, end it', async () => {
    await leave(1);
    await check();
    await leave(needed);
    await checkLater();
    expect(await endings()).toEqual([['credits_low', 'resolved', 'recovered']]);
  });

  test('that are used up take the place of those that will be, and are there again with the next month', async () => {
    await leave(1);
    await check();
    await leave(0);
    await runs(2, 0, { state: 'skipped', reason: 'no_credits' });
    await checkLater();
    await checkLater();
    expect(await endings()).toEqual(
      expect.arrayContaining([
        ['credits_used_up', 'open', null],
        ['credits_low', 'resolved', 'joined'],
      ]),
    );
    clock.advance(Date.parse('2026-07-02T03:00:00Z') - clock.now().getTime());
    await check();
    expect(await endings()).toContainEqual(['credits_used_up', 'resolved', 'gone']);
    // Nobody is mailed that a month is over.
    expect((await told()).map(({ type, kind }) => [type, kind])).toEqual([
      ['alert.opened', 'credits_low'],
      ['alert.opened', 'credits_used_up'],
    ]);
  });

  test('that are used up are there again with a larger plan', async () => {
    await leave(0);
    await runs(1, 0, { state: 'skipped', reason: 'no_credits' });
    await check();
    await queryDatabase(database, `update account set tier = 'agency' where account_id = $1`, [owner.accountId]);
    await checkLater();
    expect(await endings()).toEqual([['credits_used_up', 'resolved', 'recovered']]);
  });

  test('are all that an inactive account is told of', async () => {
    await queryDatabase(database, `update account set subscription = 'inactive' where account_id = $1`, [
      owner.accountId,
    ]);
    await runs(PROMPTS, 25, { state: 'failed', reason: 'platform_error', finishedAt: agoOf(1) });
    await leave(0);
    await runs(1, 0, { occasion: 1, state: 'skipped', reason: 'no_credits' });
    await check();
    expect(await endings()).toEqual([['credits_used_up', 'open', null]]);
  });
});

describe('the check of an hour', () => {
  const silence = (platform: Platform = 'chatgpt') =>
    runs(PROMPTS, 25, { state: 'queued', reason: 'denied', platform });

  test('is made once, by however many workers', async () => {
    await silence();
    await silence('claude');
    await Promise.all([check(), check(), check()]);
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['platform_silent', 'platform_silent']);
    expect(await told()).toHaveLength(2);
  });

  test('that is killed in between leaves nothing, and is made again', async () => {
    await silence();
    const locking = new Client(databaseUrl(database.address));
    await locking.connect();
    await locking.query('begin');
    await locking.query('lock table event in exclusive mode');
    const failures: string[] = [];
    const killed = check({ ...LOG, error: (_details, message) => void failures.push(message) });
    const waiting = () =>
      queryDatabase<{ pid: number }>(
        database,
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into event%'`,
      );
    const [found] = await until(waiting, (rows) => rows.length > 0);
    await queryDatabase(database, 'select pg_terminate_backend($1)', [found?.pid]);
    await killed;
    await locking.query('rollback');
    await locking.end();
    expect(failures).toEqual(['checking an account for alerts failed']);
    expect(await alerts()).toEqual([]);
    await check();
    expect(await endings()).toEqual([['platform_silent', 'open', null]]);
    expect(await told()).toHaveLength(1);
  });

  test(`takes ${STATEMENTS_MAX} statements at most where there is nothing to tell`, async () => {
    await queryDatabase(database, 'insert into account_check select account_id, $1 from account', [clock.now()]);
    await queryDatabase(database, 'delete from account_check where account_id = $1', [owner.accountId]);
    await runs(PROMPTS, 20);
    const statements = await recordStatements(database.db);
    await check();
    expect(statements.length).toBeGreaterThan(5);
    expect(statements.length).toBeLessThanOrEqual(STATEMENTS_MAX);
  });
});
