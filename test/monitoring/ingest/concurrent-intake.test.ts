import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import type { IncomingAnswer } from '../../../src/monitoring/facts/facts.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  contentOf,
  fileOf,
  incoming,
  ingestAndRollUp,
  type MonitoredProject,
  openProject,
  plainLine,
} from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Answers of two days; each has a discovered name of its own, and all have the same further ones. */
function liveAnswers(prefix: string, count: number): IncomingAnswer[] {
  return Array.from({ length: count }, (_, n) =>
    incoming({
      externalId: `run:${prefix}:${n}`,
      platform: PLATFORMS[n % PLATFORMS.length] ?? 'chatgpt',
      text: `1. **Acme**: good.\n2. **Globex**: fine.\n3. **Zorvex ${prefix}${n}**: new.\n4. **Quandrel**: old.`,
      citations: [{ url: `https://example.com/${n}`, title: null }],
      answeredAt: new Date(Date.UTC(2026, 2, 4 + (n % 2), 9)),
    }),
  );
}

async function expectWhole(project: MonitoredProject, answers: number): Promise<void> {
  expect(await contentOf(database, 'answer', project)).toHaveLength(answers);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
}

test('runs of several projects are settled at once, in whatever order they write days and names', async () => {
  const projects = [await openProject(database, ['Globex']), await openProject(database, ['Globex'])];
  const settles = projects.flatMap((project, at) =>
    Array.from({ length: 5 }, (_, n) => {
      const answers = liveAnswers(`${at}x${n}y`, 6);
      return ingestAndRollUp(database, project, n % 2 === 0 ? answers : answers.toReversed());
    }),
  );
  await Promise.all(settles);
  for (const project of projects) await expectWhole(project, 30);
});

test('runs are settled during an import of the same project, and both are counted', async () => {
  const project = await openProject(database, ['Globex']);
  const lines = Array.from({ length: 1_200 }, (_, n) =>
    plainLine({ answer: 'Acme and Globex and Quandrel.', answered_at: new Date(Date.UTC(2026, 2, 1 + (n % 9))) }),
  );
  const settles = Array.from({ length: 6 }, (_, n) =>
    ingestAndRollUp(database, project, liveAnswers(`beside${n}y`, 4)),
  );
  const [report] = await Promise.all([importAnswers(database.db, project, fileOf(lines)), ...settles]);
  expect(report).toMatchObject({ accepted: 1_200, rejected: 0 });
  await expectWhole(project, 1_224);
});

test('the same answers settled in opposite orders are stored once each', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming()]);
  const answers = liveAnswers('same', 12);
  await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      ingestAndRollUp(database, project, n % 2 === 0 ? answers : answers.toReversed()),
    ),
  );
  await expectWhole(project, 13);
});
