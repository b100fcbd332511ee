import { createCompetitor, removeCompetitor } from '../../../src/core/competitors/competitor.service.js';
import { getVisibility } from '../../../src/core/metrics/visibility.js';
import { findStanding } from '../../../src/monitoring/analyses/current-analysis.js';
import { reanalyse } from '../../../src/monitoring/analyses/reanalyse.js';
import { importAnswers } from '../../../src/monitoring/import/import-answers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { fileOf, marchLines, mentionsOf, openProject, plainLine } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a removed competitor keeps its history, later answers do not count it, and no re-analysis is due', async () => {
  const project = await openProject(database);
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await importAnswers(database.em, project, fileOf(marchLines(20)));
  await removeCompetitor(project.ctx, id);
  expect(await findStanding(database.em, project)).toMatchObject({ isDue: false });

  const later = new Date(Date.now() + 60_000);
  await importAnswers(database.em, project, fileOf([plainLine({ answer: 'Acme, Globex.', answered_at: later })]));
  await importAnswers(database.em, project, fileOf(marchLines(1)));
  const total = async () => {
    const found = await database.em.execute<{ n: string }[]>(
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
  expect(await reanalyse(database.em, project)).toMatchObject({ answers: 22 });
  expect(await mentionsOf(project)).toMatchObject({ brand: 21, [id]: 21 });
  expect(await total()).toBe(21);
});

test('a name freed by a removal counts for the brand from then on', async () => {
  const project = await openProject(database);
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Acme Prime' });
  await importAnswers(database.em, project, fileOf([plainLine({ answer: 'Acme Prime leads.' })]));
  expect(await mentionsOf(project)).toEqual({ [id]: 1 });
  await removeCompetitor(project.ctx, id);
  const later = new Date(Date.now() + 60_000);
  const day = later.toISOString().slice(0, 10);
  await importAnswers(database.em, project, fileOf([plainLine({ answer: 'Acme Prime leads.', answered_at: later })]));
  const visibility = await getVisibility(project.ctx, project.projectId, { from: day, to: day });
  expect(visibility.byPlatform.chatgpt).toMatchObject({ responseCount: 1, brandMentionCount: 1 });
});

test('a competitor added and removed before any analysis leaves its name as discovered as before', async () => {
  const project = await openProject(database);
  await importAnswers(database.em, project, fileOf(marchLines(3)));
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await removeCompetitor(project.ctx, id);
  await reanalyse(database.em, project);
  expect(await mentionsOf(project)).toEqual({ brand: 3, Globex: 3, Initech: 3 });
});
