import { createCompetitor, removeCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { getVisibility } from '../../../src/core/metrics/visibility.js';
import { findAnalysisStatus } from '../../../src/monitoring/facts/selected-analysis.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { fileOf, marchLines, mentionsOf, openProject, plainLine } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a removed competitor keeps its history, later answers do not count it, and no re-analysis is due', async () => {
  const project = await openProject(database);
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await importAnswers(database.db, project, fileOf(marchLines(20)));
  await removeCompetitor(project.ctx, id);
  expect(await findAnalysisStatus(database.db, project)).toMatchObject({ isDue: false });

  const later = new Date(Date.now() + 60_000);
  await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme, Globex.', answered_at: later })]));
  await importAnswers(database.db, project, fileOf(marchLines(1)));
  const total = async () => {
    const found = await database.db.em.execute<{ n: string }[]>(
      `select t.mention_count as n
         from mention_total t
         join competitor_candidate k on k.id = t.subject_id
         where k.competitor_id = ?`,
      [id],
    );
    return Number(found[0]?.n);
  };
  expect(await mentionsOf(project)).toEqual({ brand: 21, [id]: 21, Initech: 21 });
  expect(await total()).toBe(21);

  await createCompetitor(project.ctx, project.projectId, { name: 'Initech' });
  expect(await reanalyse(database.db, project)).toMatchObject({ answers: 22 });
  expect(await mentionsOf(project)).toMatchObject({ brand: 21, [id]: 21 });
  expect(await total()).toBe(21);
});

test('a name freed by a removal counts for the brand from then on', async () => {
  const project = await openProject(database);
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Acme Prime' });
  await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme Prime leads.' })]));
  expect(await mentionsOf(project)).toEqual({ [id]: 1 });
  await removeCompetitor(project.ctx, id);
  const later = new Date(Date.now() + 60_000);
  const day = later.toISOString().slice(0, 10);
  await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme Prime leads.', answered_at: later })]));
  const visibility = await getVisibility(project.ctx, project.projectId, { from: day, to: day });
  expect(visibility.byPlatform.chatgpt).toMatchObject({ responseCount: 1, brandMentionCount: 1 });
});

test('a competitor added and removed before any analysis leaves its name as discovered as before', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(marchLines(3)));
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await removeCompetitor(project.ctx, id);
  await reanalyse(database.db, project);
  expect(await mentionsOf(project)).toEqual({ brand: 3, Globex: 3, Initech: 3 });
});

test('of removed competitors the last ones keep their history, as far as the bound on names goes', async () => {
  const project = await openProject(database);
  const removed: string[] = [];
  for (const name of ['Globex', 'Initech', 'Hooli']) {
    const { id } = await createCompetitor(project.ctx, project.projectId, { name });
    await importAnswers(database.db, project, fileOf([plainLine({ answer: `Acme, ${name} and Umbrex.` })]));
    await reanalyse(database.db, project);
    await removeCompetitor(project.ctx, id);
    removed.push(id);
  }
  const counts = async () => {
    const {
      [removed[0] ?? '']: globex,
      [removed[1] ?? '']: initech,
      [removed[2] ?? '']: hooli,
    } = await mentionsOf(project);
    return [globex, initech, hooli];
  };
  await createCompetitor(project.ctx, project.projectId, { name: 'Umbrex' });
  await reanalyse(database.db, project);
  expect(await counts()).toEqual([1, 1, 1]);
  await queryDatabase(
    database,
    `update competitor set aliases = array_fill(repeat('x', 199), array[50])
     where project_id = $1 and removed_at is not null`,
    [project.projectId],
  );
  await reanalyse(database.db, project);
  expect(await counts()).toEqual([undefined, 1, 1]);
  expect(await findAnalysisStatus(database.db, project)).toMatchObject({ isDue: false });
});
