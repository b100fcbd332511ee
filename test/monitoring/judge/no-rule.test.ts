import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { PlatformServer } from '../../support/platform-server.js';
import { fileOf, openProject, plainLine } from '../monitored-project.js';
import { everything, sentimentsOf, startJudging } from './judged-project.js';

let database: TestDatabase;
let server: PlatformServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await PlatformServer.start(everything('positive'));
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const POLISH = 'Acme jest w Polsce od lat i jest na każdej ulicy.';
const LINES = () => fileOf([plainLine({ answer: POLISH })]);

const countOf = async (projectId: string) => {
  const [found] = await database.db.em.execute<{ neutral: number; no_rule: number }[]>(
    'select sum(neutral)::int as neutral, sum(no_rule)::int as no_rule from daily_response where project_id = ?',
    [projectId],
  );
  return found;
};

test('without a judge an answer in a language without rules is neutral by no rule, and counted so', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, LINES());
  expect(await sentimentsOf(database, project)).toEqual([`${POLISH} | neutral | no_rule | ${POLISH}`]);
  expect(await countOf(project.projectId)).toEqual({ neutral: 1, no_rule: 1 });
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('a judge decides such an answer; where it gives no verdict, the rules are its fallback', async () => {
  const [judged, unjudged] = [await openProject(database), await openProject(database)];
  await importAnswers(database.db, judged, LINES(), await startJudging(database, server, 'm-1'));
  expect(await sentimentsOf(database, judged)).toEqual([expect.stringContaining('| positive | model |')]);
  const silent = await PlatformServer.start(() => ({ status: 500, json: {} }));
  await importAnswers(database.db, unjudged, LINES(), await startJudging(database, silent, 'm-1'));
  expect(await sentimentsOf(database, unjudged)).toEqual([expect.stringContaining('| neutral | rules_fallback |')]);
  expect(await countOf(unjudged.projectId)).toEqual({ neutral: 1, no_rule: 0 });
  await silent.close();
});
