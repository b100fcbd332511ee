import { randomUUID } from 'node:crypto';
import { listCompetitors } from '../../../src/core/competitors/competitor.reads.js';
import { createCompetitor, setCompetitorAliases } from '../../../src/core/competitors/competitor.writes.js';
import { getVisibility } from '../../../src/core/metrics/visibility.js';
import { updateProject } from '../../../src/core/projects/project.writes.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  fileOf,
  incoming,
  ingestAndRollUp,
  type MonitoredProject,
  marchLines,
  mentionsOf,
  openProject,
} from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function analysesOf({ projectId }: MonitoredProject): Promise<string[]> {
  const found = await database.db.em.execute<{ id: string }[]>(
    'select id from analysis where project_id = ? order by created_at',
    [projectId],
  );
  return found.map(({ id }) => id);
}

async function selectionOf({ projectId }: MonitoredProject): Promise<string | undefined> {
  const [found] = await database.db.em.execute<{ analysis_id: string }[]>(
    'select analysis_id from analysis_selection where project_id = ?',
    [projectId],
  );
  return found?.analysis_id;
}

test('a competitor added later is counted in answers retained before', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(500)));
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  expect(await listCompetitors(project.ctx, project.projectId)).toMatchObject([{ id }]);
  expect(await reanalyse(database.db, project)).toEqual({ analysisId: expect.any(String), answers: 500 });
  expect(await mentionsOf(project)).toEqual({ brand: 500, [id]: 500, Initech: 500 });
  expect(await listCompetitors(project.ctx, project.projectId)).toMatchObject([{ id, totalMentionsCount: 500 }]);
});

test('an alias added later is counted, and a removed one no longer', async () => {
  const project = await openProject(database);
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Hooli' });
  await importAnswers(database.db, project, fileOf(marchLines(30)));
  const untracked = { brand: 30, Globex: 30, Initech: 30 };
  expect(await mentionsOf(project)).toEqual(untracked);
  await setCompetitorAliases(project.ctx, id, ['Initech']);
  await reanalyse(database.db, project);
  expect(await mentionsOf(project)).toEqual({ brand: 30, Globex: 30, [id]: 30 });
  await setCompetitorAliases(project.ctx, id, []);
  await reanalyse(database.db, project);
  expect(await mentionsOf(project)).toEqual(untracked);
});

test('readers see the former analysis or the new one, never a mixture', async () => {
  const project = await openProject(database, ['Globex']);
  await importAnswers(database.db, project, fileOf(marchLines(1_000)));
  await createCompetitor(project.ctx, project.projectId, { name: 'Initech' });
  await updateProject(project.ctx, project.projectId, { brandName: 'Nobody' });
  const before = await mentionsOf(project);
  let isDone = false;
  const running = reanalyse(database.db, project).finally(() => {
    isDone = true;
  });
  const seen = new Set<string>();
  while (!isDone) seen.add(JSON.stringify(await mentionsOf(project)));
  await running;
  const after = await mentionsOf(project);
  expect(after).not.toEqual(before);
  for (const snapshot of seen) expect([before, after]).toContainEqual(JSON.parse(snapshot));
  expect(seen).toContain(JSON.stringify(before));
});

test('nothing is left of the former analysis', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(60)));
  const { analysisId } = await reanalyse(database.db, project);
  expect(await analysesOf(project)).toEqual([analysisId]);
  for (const table of ['answer_reading', 'answer_mention', 'daily_response', 'daily_mention', 'mention_total']) {
    const left = await database.db.em.execute(`select distinct analysis_id from ${table} where project_id = ?`, [
      project.projectId,
    ]);
    expect(left).toEqual([{ analysis_id: analysisId }]);
  }
});

test('answers imported while a re-analysis runs are in the new analysis', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(50)));
  let running: Promise<unknown> | undefined;
  const file = async function* () {
    for (const [at, line] of marchLines(1_300).entries()) {
      if (at === 1_000) {
        await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
        running = reanalyse(database.db, project);
        while ((await analysesOf(project)).length < 2) await selectionOf(project);
      }
      yield `${line}\n`;
    }
  };
  expect(await importAnswers(database.db, project, file())).toMatchObject({ accepted: 1_300 });
  await running;
  expect(Object.values(await mentionsOf(project))).toEqual([1_350, 1_350, 1_350]);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('live answers ingested during re-analyses are neither lost nor counted twice', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(400)));
  let isDone = false;
  const running = (async () => {
    for (let round = 0; round < 3; round += 1) await reanalyse(database.db, project);
    isDone = true;
  })();
  let taken = 0;
  while (!isDone) {
    await ingestAndRollUp(database, project, [incoming()]);
    taken += 1;
  }
  await running;
  const visibility = await getVisibility(project.ctx, project.projectId, {
    from: '2026-03-01',
    to: '2026-03-31',
  });
  expect(visibility.byPlatform.chatgpt).toMatchObject({ responseCount: 400 + taken, brandMentionCount: 400 + taken });
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('of two re-analyses at once the second waits, and both succeed', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(300)));
  const done = await Promise.all([1, 2].map(() => reanalyse(database.db, project)));
  expect(done.map(({ answers }) => answers)).toEqual([300, 300]);
  expect(done.map(({ analysisId }) => analysisId)).toContain(await selectionOf(project));
  expect(await analysesOf(project)).toHaveLength(1);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('a re-analysis that ends halfway leaves the former analysis selected, and the next run cleans up', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(900)));
  const selected = await selectionOf(project);
  const before = await mentionsOf(project);
  const running = reanalyse(database.db, project);
  const outcome = expect(running).rejects.toThrow();
  while ((await analysesOf(project)).length < 2) await selectionOf(project);
  await database.db.em.execute(
    `select pg_terminate_backend(l.pid)
     from pg_locks l
     where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())`,
  );
  await outcome;
  expect(await selectionOf(project)).toBe(selected);
  expect(await mentionsOf(project)).toEqual(before);
  expect(await reanalyse(database.db, project)).toMatchObject({ answers: 900 });
  expect(await analysesOf(project)).toHaveLength(1);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('names changed before the first answer take effect with it', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(['{}']));
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await ingestAndRollUp(database, project, [incoming({ text: 'Acme, Globex.' })]);
  expect(await mentionsOf(project)).toEqual({ brand: 1, [id]: 1 });
  expect(await analysesOf(project)).toHaveLength(1);
});

test('an unknown project is NOT_FOUND', async () => {
  await expect(reanalyse(database.db, { projectId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
