import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { getMentions } from '../../../src/core/metrics/mentions.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { ingest } from '../../../src/monitoring/ingest/ingest.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';
import {
  candidatesOf,
  contentOf,
  fileOf,
  incoming,
  ingestAndRollUp,
  mentionsOf,
  openProject,
  plainLine,
  untilBlocked,
} from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ROW = 'Acme, Globex and Initech. Globex is large.';
const MARCH_4 = { from: '2026-03-04', to: '2026-03-04' };

test('an untracked name has buckets with its candidate and no competitor, after a re-analysis too', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf([plainLine({ answer: ROW }), plainLine({ answer: ROW })]));
  const [globex, initech] = await candidatesOf(database, project);
  const bucket = {
    competitorId: null,
    isBrand: false,
    provider: 'chatgpt',
    responseCount: 2,
    bucketDate: '2026-03-04',
  };
  const expected = [
    { competitorCandidateId: null, name: 'Acme', isBrand: true },
    { ...bucket, competitorCandidateId: globex?.id, name: 'Globex', mentionCount: 4 },
    { ...bucket, competitorCandidateId: initech?.id, name: 'Initech', mentionCount: 2 },
  ];
  expect((await getMentions(project.ctx, project.projectId, MARCH_4)).mentions).toMatchObject(expected);
  await reanalyse(database.db, project);
  expect((await getMentions(project.ctx, project.projectId, MARCH_4)).mentions).toMatchObject(expected);
  expect(await candidatesOf(database, project)).toHaveLength(2);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('a mention of a discovered name has its place in the text and in the list', async () => {
  const project = await openProject(database);
  const text = '1. **Acme** – good\n2. **Globex** – large';
  await ingestAndRollUp(database, project, [incoming({ text })]);
  const { id } = first(await candidatesOf(database, project));
  const mentions = await contentOf(database, 'answer_mention', project);
  const at = text.indexOf('Globex');
  expect(mentions).toContainEqual(expect.objectContaining({ subject_id: id, spans: [at, at + 6], position: 2 }));
});

test('spellings of one name are one candidate, under the first spelling', async () => {
  const project = await openProject(database);
  const spellings = ['Globéx', 'Globex', 'GLOBEX'].map((name) => `${name}, Initech and Hooli.`);
  for (const text of spellings) await ingestAndRollUp(database, project, [incoming({ text })]);
  expect(await mentionsOf(project)).toEqual({ Globéx: 3, Initech: 3, Hooli: 3 });
});

test('one name in two projects is two candidates', async () => {
  const projects = [await openProject(database), await openProject(database)];
  for (const project of projects) await ingestAndRollUp(database, project, [incoming({ text: ROW })]);
  const ids = (await Promise.all(projects.map((project) => candidatesOf(database, project)))).flat();
  expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
});

test('a name that was looked for and counted as a mere word is not discovered', async () => {
  const project = await openProject(database, ['Target']);
  const text = 'Acme, Globex and Initech.\n\n- **Target**: sell more\n- **Means**: ropes';
  await ingestAndRollUp(database, project, [incoming({ text })]);
  expect((await candidatesOf(database, project)).map(({ name }) => name)).toEqual(['Target', 'Globex', 'Initech']);
  expect(await mentionsOf(project)).toEqual({ brand: 1, Globex: 1, Initech: 1 });
});

test('transactions that find one new name at once file it under the same candidate', async () => {
  const project = await openProject(database);
  const names = ['Globex', 'Initech', 'Hooli', 'Umbrex'];
  const batches = Array.from({ length: 8 }, (_, n) => [
    incoming({ text: `Acme, ${[...names.slice(n % 4), ...names.slice(0, n % 4)].join(', ')} and Vandelay.` }),
  ]);
  await Promise.all(batches.map((batch) => ingestAndRollUp(database, project, batch)));
  const counts = { brand: 8, Globex: 8, Initech: 8, Hooli: 8, Umbrex: 8, Vandelay: 8 };
  expect(await mentionsOf(project)).toEqual(counts);
  expect(await candidatesOf(database, project)).toHaveLength(5);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('no writer waits for the import that found a name first; one rolled back leaves nothing visible', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming()]);
  const givenUp = database.db.transaction(async (tx) => {
    await ingest(tx, project, [incoming({ text: ROW })]);
    await ingestAndRollUp(database, project, [incoming({ text: ROW })]);
    throw new Error('given up');
  });
  await expect(givenUp).rejects.toThrow('given up');
  expect(await mentionsOf(project)).toEqual({ brand: 2, Globex: 2, Initech: 1 });
  expect(await candidatesOf(database, project)).toHaveLength(2);
});

test('a name found while a competitor of that name is being created is the competitor’s', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming()]);
  let intake: Promise<unknown> | undefined;
  const { id } = await database.db.transaction(async (db) => {
    const created = await createCompetitor({ ...project.ctx, db }, project.projectId, { name: 'globex' });
    intake = ingestAndRollUp(database, project, [incoming({ text: ROW })]);
    await untilBlocked(database);
    return created;
  });
  await intake;
  expect(await mentionsOf(project)).toEqual({ brand: 2, [id]: 2, Initech: 1 });
  expect((await candidatesOf(database, project)).map(({ name }) => name)).toEqual(['globex', 'Initech']);
});
