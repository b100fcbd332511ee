import { recordChange } from '../../../src/core/changes/record-changes.js';
import { startMaintenance } from '../../../src/monitoring/upkeep/maintenance.js';
import { CHANGES_KEPT, deleteExpiredChanges } from '../../../src/monitoring/upkeep/retention.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';
import { until } from '../../support/until.js';
import { type MonitoredProject, openProject } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** One change a minute from the instant on, told by its place. */
function note({ accountId, projectId }: MonitoredProject, from: string, count: number): Promise<unknown> {
  return queryDatabase(
    database,
    `insert into project_change (account_id, project_id, at, id, kind, text)
     select '${accountId}', '${projectId}', timestamptz '${from}' + n * interval '1 minute', gen_random_uuid(),
       'prompt_activated', n::text
     from generate_series(1, ${count}) n`,
  );
}

async function kept({ projectId }: MonitoredProject): Promise<{ count: number; oldest: string | null }> {
  const rows = await queryDatabase(
    database,
    `select count(*)::int as count, (array_agg(text order by at))[1] as oldest
     from project_change
     where project_id = '${projectId}'`,
  );
  // Shaped by the query above.
  return rows[0] as { count: number; oldest: string | null };
}

test('the newest changes of each project are kept, whatever others have', async () => {
  const [busy, calm] = [await openProject(database), await openProject(database)];
  await note(busy, '2026-06-01T00:00Z', CHANGES_KEPT + 7);
  await note(calm, '2026-05-01T00:00Z', 3);
  await deleteExpiredChanges(database.db, '2026-01-01');
  expect(await kept(busy)).toEqual({ count: CHANGES_KEPT, oldest: '8' });
  expect(await kept(calm)).toEqual({ count: 3, oldest: '1' });
});

test('changes before the day are forgotten, those of the day are kept', async () => {
  const project = await openProject(database);
  await note(project, '2025-12-31T23:57:00Z', 5);
  await deleteExpiredChanges(database.db, '2026-01-01');
  expect(await kept(project)).toEqual({ count: 3, oldest: '3' });
});

test('maintenance forgets changes of thirteen months ago, by the earlier clock', async () => {
  const project = await openProject(database);
  const { db } = project.ctx;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const [days, text] of [
    [440, 'old'],
    [360, 'recent'],
  ] as const) {
    recordChange(project.ctx, project.projectId, { at: daysAgo(days), kind: 'prompt_added', text });
  }
  await db.em.flush();
  const log = { info: () => undefined, error: () => undefined };
  const worker = startMaintenance({ database, log, clock: new TestClock(new Date(Date.now() + 400 * 86_400_000)) });
  await until(
    () => kept(project),
    ({ count }) => count === 1,
  );
  await worker.stop();
  expect(await kept(project)).toEqual({ count: 1, oldest: 'recent' });
});
