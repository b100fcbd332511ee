import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { startAnalysis } from '../../../src/monitoring/analysis/analyse-answers.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  contentOf,
  fileOf,
  incoming,
  ingestAndRollUp,
  type MonitoredProject,
  marchLines,
  mentionsOf,
  openProject,
  plainLine,
} from '../monitored-project.js';

let database: TestDatabase;
let threads: ReturnType<typeof startAnalysis>;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(useThreads);
afterEach(() => threads.stop());
afterAll(async () => {
  // Test files of one process share what was chosen last.
  startAnalysis({ threads: 0 });
  await database.close();
});

function useThreads(): void {
  threads = startAnalysis({ threads: 1, file: new URL('./faulty-thread.mjs', import.meta.url) });
}

/** Texts that the threads of this file cannot read; they are retained like any other. */
const BROKEN = 'BROKEN Acme and Globex.';
const NOTICE = 'stored, and not analysed until the project is analysed again: broken';

async function readingsOf(project: MonitoredProject): Promise<number> {
  return (await contentOf(database, 'answer_reading', project)).length;
}

test('an import names the lines that could not be analysed, and stores and counts the others', async () => {
  const project = await openProject(database, ['Globex']);
  const lines = [plainLine(), 'no json', plainLine({ answer: BROKEN }), plainLine({ answer: 'Globex and Acme.' })];
  expect(await importAnswers(database.db, project, fileOf(lines))).toEqual({
    received: 4,
    accepted: 3,
    rejected: 1,
    duplicates: 0,
    errors: [
      { line: 2, message: 'the line is not JSON' },
      { line: 3, message: NOTICE },
    ],
  });
  expect(await contentOf(database, 'answer', project)).toHaveLength(3);
  expect(await readingsOf(project)).toBe(2);
  expect(await mentionsOf(project)).toMatchObject({ brand: 2 });
});

test('an import of which too much cannot be analysed stores nothing', async () => {
  const project = await openProject(database);
  const lines = [...marchLines(50), ...marchLines(21, BROKEN)];
  await expect(importAnswers(database.db, project, fileOf(lines))).rejects.toThrow('more than 20 answers');
  expect(await contentOf(database, 'answer', project)).toEqual([]);
});

test('a live answer that could not be analysed keeps none beside it from being counted', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming(), incoming({ text: BROKEN }), incoming()]);
  expect(await readingsOf(project)).toBe(2);
  expect(await mentionsOf(project)).toEqual({ brand: 2 });
});

test('a re-analysis leaves out what cannot be analysed, says so, and switches readers', async () => {
  const project = await openProject(database);
  const lines = [...marchLines(250), ...marchLines(20, BROKEN), ...marchLines(10)];
  await importAnswers(database.db, project, fileOf(lines));
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const { answers, unread } = await reanalyse(database.db, project);
  expect(answers).toBe(260);
  expect(unread).toHaveLength(20);
  expect(unread?.[0]).toEqual({ answerId: expect.any(String), fault: 'broken' });
  expect(await mentionsOf(project)).toEqual({ brand: 260, [id]: 260, Initech: 260 });
  const { differences } = await verifyRollups(database.db, project);
  const left = unread?.map(({ answerId }) => answerId).sort();
  expect(differences.map((each) => each['answer_id']).sort()).toEqual(left);
  expect(new Set(differences.map(({ table }) => table))).toEqual(new Set(['answer_reading']));
});

test('once it can be analysed, the next re-analysis counts it', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf([...marchLines(2), ...marchLines(1, BROKEN)]));
  expect(await mentionsOf(project)).toMatchObject({ brand: 2 });
  startAnalysis({ threads: 0 });
  expect(await reanalyse(database.db, project)).toEqual({ analysisId: expect.any(String), answers: 3 });
  expect(await mentionsOf(project)).toMatchObject({ brand: 3 });
});

test('where more cannot be analysed than may be left out, readers keep the former analysis', async () => {
  const project = await openProject(database);
  startAnalysis({ threads: 0 });
  await importAnswers(database.db, project, fileOf([...marchLines(5), ...marchLines(21, BROKEN)]));
  useThreads();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await expect(reanalyse(database.db, project)).rejects.toThrow('more than 20 answers');
  expect(await mentionsOf(project)).toMatchObject({ brand: 26 });
});

test('long answers are read in pages of few, each once', async () => {
  const project = await openProject(database);
  const long = `Acme and Globex. ${'Nothing of note here. '.repeat(25_000)}`;
  await importAnswers(database.db, project, fileOf(marchLines(9, long)));
  expect(await reanalyse(database.db, project)).toMatchObject({ answers: 9 });
  expect(await readingsOf(project)).toBe(9);
  expect(await mentionsOf(project)).toMatchObject({ brand: 9 });
});
