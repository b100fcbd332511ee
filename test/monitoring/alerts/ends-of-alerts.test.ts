import { acknowledgeAlert, reopenAlert, resolveAlert, STANDING_MAX } from '../../../src/core/alerts/alerts.js';
import { plainEvidence } from '../../../src/core/alerts/evidence.js';
import { openAlert, tellAlerts } from '../../../src/core/alerts/standing-alerts.js';
import { createCompetitor, removeCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { archiveProject, updateProject } from '../../../src/core/projects/project.writes.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { storeDestination } from '../../support/destinations.js';
import { queryDatabase } from '../../support/sql.js';
import { DAY_MS, dayOf, type Watched, watch } from './watched-project.js';

const HOUR_MS = 3_600_000;
/** The day that the brand begins to fall. */
const FALL = 56;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const endings = async (watched: Watched) =>
  (await watched.alerts()).map(({ kind, state, resolution }) => [kind, state, resolution]);

const checksOf = ({ project: { accountId } }: Watched) =>
  queryDatabase<{ day: string; opened: number }>(
    database,
    'select day::text, opened from alert_check where account_id = $1 order by day',
    [accountId],
  );

/** What is recorded of an account's alerts, with the states of its deliveries. */
const told = ({ project: { accountId } }: Watched) =>
  queryDatabase<{ type: string; id: string; states: string[] }>(
    database,
    `select e.type, e.data -> 'alert' ->> 'id' as id, array_agg(d.state order by d.state) as states
     from event e
     join delivery d on d.account_id = e.account_id and d.event_id = e.id
     where e.account_id = $1
     group by e.id, e.type, e.data
     order by e.type`,
    [accountId],
  );

/** An alert of a series of the project, told at once. */
async function opened(watched: Watched, series: string): Promise<string> {
  const { ctx, projectId } = watched.project;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const evidence = plainEvidence('Acme', { type: 'competitor', id: null, name: 'Bolt' });
    const alert = { projectId, kind: 'visibility_changed', series, direction: 'up', evidence, parts: [] } as const;
    const id = await openAlert(tx, { ...alert, day: dayOf(0) });
    await tellAlerts(tx, [{ id, type: 'alert.opened' }]);
    return id;
  });
}

const ALERT_EVENTS = ['alert.opened', 'alert.acknowledged', 'alert.resolved'];

describe('an alert is gone', () => {
  test('once its project is archived: what waits of it is dropped, and programs are told', async () => {
    const watched = await watch(database, () => 0.5);
    const { ctx, accountId, projectId } = watched.project;
    await storeDestination(database, accountId, { events: ALERT_EVENTS });
    const ids = [await opened(watched, 'brand'), await opened(watched, 'tone')];
    await acknowledgeAlert(ctx, ids[1]);
    await archiveProject(ctx, projectId);
    expect(await endings(watched)).toEqual(Array.from(ids, () => ['visibility_changed', 'resolved', 'gone']));
    expect((await told(watched)).map(({ type, states }) => [type, states])).toEqual([
      ['alert.acknowledged', ['dropped']],
      ['alert.opened', ['dropped']],
      ['alert.opened', ['dropped']],
      ['alert.resolved', ['waiting']],
    ]);
    // It is checked no more.
    watched.clock.advance(DAY_MS);
    await watched.check();
    expect(await checksOf(watched)).toEqual([]);
  });

  test('once its competitor is tracked no more, and those of others stand', async () => {
    const watched = await watch(database, () => 0.5);
    const { ctx, accountId, projectId } = watched.project;
    await storeDestination(database, accountId, { events: ALERT_EVENTS });
    const { id } = await createCompetitor(ctx, projectId, { name: 'Copper Goods' });
    const kept = await opened(watched, 'brand');
    const gone = [await opened(watched, `competitor:${id}`), await opened(watched, `rival:${id}`)];
    await removeCompetitor(ctx, id);
    const states = (await watched.alerts()).map((alert) => [alert.id, alert.state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([[kept, 'open'], ...gone.map((each) => [each, 'resolved'] as const)]),
    );
    const events = await told(watched);
    expect(
      events
        .filter(({ states }) => states.includes('dropped'))
        .map((one) => one.id)
        .toSorted(),
    ).toEqual(gone.toSorted());
    expect(events.filter(({ type }) => type === 'alert.resolved').map((one) => one.states)).toEqual([
      ['waiting'],
      ['waiting'],
    ]);
  });
});

describe('after a re-analysis', () => {
  let watched: Watched;
  beforeAll(async () => {
    // The brand did not fall: answers began to call it by a name that the project does not know yet.
    watched = await watch(
      database,
      () => 0.75,
      (day) => (day < FALL ? 'Acme' : 'Zenvo'),
    );
    while ((await watched.alerts()).length === 0 && watched.today < FALL + 14) await watched.until(watched.today + 1);
  }, 120_000);

  test('an alert that its numbers no longer show ends as RECOUNTED, and the check opens none', async () => {
    expect((await endings(watched)).map(([, state]) => state)).toContain('open');
    const { ctx, projectId } = watched.project;
    await updateProject(ctx, projectId, { aliases: ['Zenvo'] });
    await reanalyse(database.db, { projectId });
    await watched.until(watched.today + 1);
    for (const [, state, resolution] of await endings(watched)) {
      expect([state, resolution]).toEqual(['resolved', expect.stringMatching(/recounted|joined/)]);
    }
    expect((await checksOf(watched)).at(-1)?.opened).toBe(0);
  }, 120_000);

  test('its numbers are those that alerts go by: what was recounted is not told again', async () => {
    const before = (await watched.alerts()).length;
    await watched.until(watched.today + 5);
    expect(await watched.alerts()).toHaveLength(before);
  }, 120_000);
});

test('a check waits for a re-analysis that is to be made, 6 h at most', async () => {
  const watched = await watch(database, () => 0.5);
  const { ctx, projectId } = watched.project;
  await watched.until(2);
  const [before] = [(await checksOf(watched)).length];
  await updateProject(ctx, projectId, { aliases: ['Acme Tools'] });
  // Every project's check is due between 02:00 and 06:00.
  watched.clock.advance(Date.parse(`${dayOf(3)}T06:00:00Z`) - watched.clock.now().getTime());
  await watched.check();
  expect(await checksOf(watched)).toHaveLength(before);
  watched.clock.advance(6 * HOUR_MS);
  await watched.check();
  expect((await checksOf(watched)).slice(before).map(({ day }) => day)).toEqual([dayOf(2)]);
});

test('days that no worker checked are not made up for', async () => {
  const watched = await watch(database, () => 0.5);
  await watched.until(2);
  watched.clock.advance(3 * DAY_MS);
  await watched.check();
  await watched.check();
  expect((await checksOf(watched)).map(({ day }) => day)).toEqual([dayOf(0), dayOf(1), dayOf(4)]);
});

test('no more alerts of a project are opened again than may stand', async () => {
  const watched = await watch(database, () => 0.5);
  const { ctx } = watched.project;
  const ended = [await opened(watched, 'brand'), await opened(watched, 'tone')];
  for (const id of ended) await resolveAlert(ctx, id);
  for (let at = 1; at < STANDING_MAX; at++) await opened(watched, `sources:source-${at}.example.net`);
  const again = await Promise.allSettled(ended.map((id) => reopenAlert(ctx, id)));
  expect(again.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = again.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({
    reason: {
      code: 'VALIDATION_ERROR',
      message: `id: is of a project of which ${STANDING_MAX} alerts stand: resolve one first`,
    },
  });
});
