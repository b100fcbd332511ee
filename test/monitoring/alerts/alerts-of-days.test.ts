import { randomUUID } from 'node:crypto';
import { updateAlertSettings } from '../../../src/core/alert-settings/alert-settings.js';
import { type AlertView, acknowledgeAlert, reopenAlert, resolveAlert } from '../../../src/core/alerts/alerts.js';
import { type AlertEvidence, plainEvidence } from '../../../src/core/alerts/evidence.js';
import { openAlert } from '../../../src/core/alerts/standing-alerts.js';
import { toDay } from '../../../src/core/time.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { dayOf, type Watched, watch } from './watched-project.js';

/** The day that the brand begins to fall. */
const FALL = 56;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const fallen = (day: number) => (day < FALL ? 0.75 : 0.15);

describe('a brand that falls', () => {
  let watched: Watched;
  let alert: AlertView;

  beforeAll(async () => {
    watched = await watch(database, fallen);
    await queryDatabase(
      database,
      `insert into destination (account_id, id, kind, name, url, events, created_at, updated_at)
       values ($1, $2, 'webhook', 'x', 'https://receiver.example/', $3, now(), now())`,
      [watched.project.accountId, randomUUID(), ['alert.opened', 'alert.acknowledged', 'alert.resolved']],
    );
    await watched.until(FALL);
  }, 120_000);

  const events = () =>
    queryDatabase<{ type: string; alert: { id: string; revision: number; kind: string } }>(
      database,
      `select type, data -> 'alert' as alert
       from event
       where account_id = $1
       order by at, (data -> 'alert' ->> 'revision')::int`,
      [watched.project.accountId],
    );

  test('has no alert before it', async () => {
    expect((await watched.alerts()).map(({ summary }) => summary)).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('has exactly one alert after it, with its parts', async () => {
    while ((await watched.alerts()).length === 0 && watched.today < FALL + 14) await watched.until(watched.today + 1);
    expect(watched.today).toBeLessThanOrEqual(FALL + 10);
    await watched.until(FALL + 14);
    const alerts = await watched.alerts();
    expect(alerts.map(({ summary }) => summary)).toHaveLength(1);
    [alert] = alerts as [AlertView];
    expect(alert).toMatchObject({ kind: 'visibility_changed', direction: 'down', state: 'open' });
    expect(alert.evidence.subject).toMatchObject({ type: 'brand', name: 'Acme' });
    expect(alert.evidence.ratio).toBeGreaterThan(10);
    expect(alert.evidence.parts.length).toBeGreaterThan(0);
    expect(alert.summary).toMatch(/^Acme was named in \d+ % \(\d+ answers, .* less than in the 28 days before \(95 %/);
    // A part may have come first: the alert then grew into this one, under the same id.
    const told = await events();
    expect(new Set(told.map((one) => `${one.type} ${one.alert.id}`))).toEqual(new Set([`alert.opened ${alert.id}`]));
    expect(told.at(-1)?.alert).toMatchObject({ revision: alert.revision, state: 'open', kind: 'visibility_changed' });
  }, 120_000);

  test('has the numbers that a recount of the answers gives', async () => {
    const { now, before, changePoints } = alert.evidence;
    const rows = await queryDatabase<{ question: string; platform: string; day: string; named: boolean }>(
      database,
      `select question, platform, bucket_date::text as day, text like '%Acme%' as named
       from answer
       where account_id = $1 and bucket_date between $2 and $3`,
      [watched.project.accountId, before?.from, now?.to],
    );
    const cells = Map.groupBy(rows, ({ question, platform }) => `${question} ${platform}`);
    const shares = { now: 0, before: 0, cells: 0, answers: 0 };
    for (const own of cells.values()) {
      const late = own.filter(({ day }) => day >= (now?.from ?? ''));
      const early = own.filter(({ day }) => day < (now?.from ?? ''));
      if (late.length === 0 || early.length === 0) continue;
      shares.cells += 1;
      shares.answers += late.length;
      shares.now += late.filter(({ named }) => named).length / late.length;
      shares.before += early.filter(({ named }) => named).length / early.length;
    }
    const percent = (sum: number) => Math.round((1_000 * sum) / shares.cells) / 10;
    expect(now).toMatchObject({ score: percent(shares.now), answers: shares.answers });
    expect(before?.score).toBe(percent(shares.before));
    expect(changePoints).toBe(percent(shares.now - shares.before));
    expect(alert.evidence.cells).toBe(shares.cells);
  });

  test('shows answers without the name beside answers with it', async () => {
    const { answers, now } = alert.evidence;
    expect(answers.length).toBeGreaterThanOrEqual(6);
    for (const { id, namesSubject, date, promptId } of answers) {
      const [row] = await queryDatabase<{ named: boolean }>(
        database,
        `select text like '%Acme%' as named from answer where account_id = $1 and id = $2 and bucket_date = $3`,
        [watched.project.accountId, id, date],
      );
      expect(row?.named).toBe(namesSubject);
      expect(date >= (now?.from ?? '')).toBe(!namesSubject);
      expect(promptId).not.toBeNull();
    }
  });

  test('is checked once a day, by however many workers', async () => {
    await Promise.all([watched.check(), watched.check()]);
    const checks = await queryDatabase<{ day: string; checks: number }>(
      database,
      `select day::text, count(*)::int as checks from alert_check where account_id = $1 group by day order by day`,
      [watched.project.accountId],
    );
    expect(checks).toHaveLength(FALL + 14);
    expect(checks.every((one) => one.checks === 1)).toBe(true);
    expect(checks.at(-1)?.day).toBe(dayOf(FALL + 13));
  });

  test('is told once when a person acknowledges it, and opened again as asked', async () => {
    const { ctx } = watched.project;
    const { id, revision } = alert;
    expect(await acknowledgeAlert(ctx, id)).toMatchObject({ state: 'acknowledged', revision: revision + 1 });
    expect(await acknowledgeAlert(ctx, id)).toMatchObject({ state: 'acknowledged', revision: revision + 1 });
    expect(await resolveAlert(ctx, id)).toMatchObject({ resolution: 'by_hand', revision: revision + 2 });
    await expect(acknowledgeAlert(ctx, alert.id)).rejects.toThrow('must be an alert that is not resolved');
    expect(await reopenAlert(ctx, alert.id)).toMatchObject({ state: 'open', resolution: null, revision: revision + 3 });
    expect((await events()).slice(-4).map((one) => [one.type, one.alert.revision])).toEqual([
      ['alert.opened', revision],
      ['alert.acknowledged', revision + 1],
      ['alert.resolved', revision + 2],
      ['alert.opened', revision + 3],
    ]);
  });

  test('settles after 28 days, and the same fall is not told again', async () => {
    await watched.until(FALL + 60);
    const alerts = await watched.alerts();
    expect(alerts.map(({ id, state, resolution }) => [id, state, resolution])).toEqual([
      [alert.id, 'resolved', 'settled'],
    ]);
  }, 120_000);
});

test('a fall that is made up for is told as recovered, and its rise is no alert', async () => {
  const watched = await watch(database, (day) => (day < FALL || day >= FALL + 14 ? 0.75 : 0.15));
  await watched.until(FALL + 60);
  const alerts = await watched.alerts();
  expect(alerts.map(({ kind, state, resolution }) => [kind, state, resolution])).toEqual([
    ['visibility_changed', 'resolved', 'recovered'],
  ]);
  const ended = toDay(new Date(alerts[0]?.resolvedAt ?? ''));
  expect(ended > dayOf(FALL + 14 + 7) && ended <= dayOf(FALL + 14 + 14)).toBe(true);
}, 120_000);

test('a project that is muted, or wants no such kind, opens nothing', async () => {
  const watched = await watch(database, fallen);
  const { ctx, projectId } = watched.project;
  await updateAlertSettings(ctx, projectId, { mutedUntil: `${dayOf(FALL + 13)}T00:00:00Z` });
  await watched.until(FALL + 12);
  expect(await watched.alerts()).toEqual([]);
  await updateAlertSettings(ctx, projectId, { kinds: ['sentiment_changed'], mutedUntil: null });
  await watched.until(FALL + 16);
  expect(await watched.alerts()).toEqual([]);
}, 120_000);

/** An alert of a fall that a check of the day before has opened. @returns its id. */
async function standing(watched: Watched, series: string, evidence: Partial<AlertEvidence>): Promise<string> {
  const { ctx, projectId } = watched.project;
  const told = plainEvidence('Acme', { type: 'brand', id: projectId, name: 'Acme' }, evidence);
  const rest = { evidence: told, parts: [], day: dayOf(watched.today - 1) };
  return ctx.db.transaction((db) =>
    openAlert({ ...ctx, db }, { ...rest, projectId, kind: 'visibility_changed', series, direction: 'down' }),
  );
}

test('an alert that grows into a wider one keeps what it told as a part, also as others join', async () => {
  const watched = await watch(database, fallen);
  await watched.until(FALL + 2);
  const interval = { low: -33, high: -11 };
  const id = await standing(watched, 'platform:chatgpt', { platform: 'chatgpt', changePoints: -22, interval });
  const found = async () => (await watched.alerts()).find((alert) => alert.id === id);
  while ((await found())?.revision === 1 && watched.today < FALL + 9) await watched.until(watched.today + 1);
  expect(await found()).toMatchObject({ revision: 2, evidence: { platform: null, steady: expect.any(Array) } });
  expect((await found())?.summary).toContain('ChatGPT 22 points less');
  await watched.until(FALL + 14);
  const { evidence } = (await found()) ?? {};
  const part = { series: 'platform:chatgpt', platform: 'chatgpt', direction: 'down', changePoints: -22, interval };
  expect(evidence?.parts.filter(({ series }) => series === 'platform:chatgpt')).toMatchObject([part]);
  expect(evidence?.steady).not.toContain('chatgpt');
  const [row] = await queryDatabase<{ parts: string[] }>(database, 'select parts from alert where id = $1', [id]);
  expect(row?.parts).toContain('platform:chatgpt');
  expect((await watched.alerts()).filter(({ state }) => state === 'open')).toHaveLength(1);
}, 120_000);

/** Twelve prompts whose answers all named the brand, and none does from the fall on. */
const lostPrompts = (day: number, prompt: number) => (prompt >= 12 ? 0.5 : day < FALL ? 1 : 0);

test('prompts that are lost day by day join an alert that is long, which lists ten and counts all', async () => {
  const watched = await watch(database, lostPrompts);
  await watched.until(FALL);
  const long = '\u{1f528}'.repeat(200);
  const counts = { days: 7, answers: 4, answersBefore: 30, namingBefore: 30 };
  const ten = <Entry>(entry: Entry) => Array.from({ length: 10 }, () => entry);
  const side = { subject: { type: 'brand', id: null, name: long }, platform: null, direction: 'down' } as const;
  const id = await standing(watched, 'brand', {
    changePoints: -22,
    prompts: ten({ promptId: randomUUID(), question: '0'.repeat(64), text: long, ...counts }),
    changes: ten({ at: '2026-01-05T12:00:00.000Z', kind: 'note' as const, text: long }),
    parts: ten({ ...side, series: 'voice', changePoints: -22, interval: { low: -33, high: -11 } }),
  });
  await watched.until(FALL + 12);
  const alert = (await watched.alerts()).find((one) => one.id === id);
  expect(alert?.evidence.prompts.length).toBeLessThanOrEqual(10);
  expect(alert?.evidence.promptCount).toBe(22);
  expect(alert?.summary).toContain('22 prompts lost the brand altogether.');
}, 120_000);

test('of many prompts that are lost on one day ten are listed and all are counted', async () => {
  const watched = await watch(database, lostPrompts);
  const { ctx, projectId } = watched.project;
  const mutedUntil = `${dayOf(FALL + 13)}T00:00:00Z`;
  await updateAlertSettings(ctx, projectId, { kinds: ['prompt_lost'], mutedUntil });
  await watched.until(FALL + 16);
  const alerts = await watched.alerts();
  expect(alerts.map(({ kind }) => kind)).toEqual(['prompt_lost']);
  expect(alerts[0]?.evidence.prompts).toHaveLength(10);
  expect(alerts[0]?.summary).toContain('The same holds for 11 other prompts.');
}, 120_000);
