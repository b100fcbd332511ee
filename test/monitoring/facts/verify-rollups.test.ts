import { randomUUID } from 'node:crypto';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { incoming, ingestAndRollUp, openProject } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([
  ['daily_response', 'update daily_response set response_count = response_count + 1 where project_id = ?'],
  ['daily_question_response', 'update daily_question_response set brand_mention_count = 0 where project_id = ?'],
  ['daily_question_mention', 'delete from daily_question_mention where project_id = ?'],
  ['daily_mention', 'delete from daily_mention where project_id = ?'],
  ['daily_citation', `update daily_citation set last_seen_at = last_seen_at + interval '1 s' where project_id = ?`],
  ['daily_citation_url', `update daily_citation_url set url = 'https://example.com/other' where project_id = ?`],
  ['mention_total', 'update mention_total set mention_count = 0 where project_id = ?'],
  ['answer_reading', 'delete from answer_reading where project_id = ?'],
])('verification finds a %s row that was tampered with', async (table, tamper) => {
  const project = await openProject(database, ['Globex']);
  const citations = [{ url: 'https://example.com/a', title: null }];
  await ingestAndRollUp(database, project, [incoming({ text: 'Acme and Globex make good anvils.', citations })]);
  await database.db.em.execute(tamper, [project.projectId]);
  const found = await verifyRollups(database.db, project);
  expect(found).toMatchObject({ consistent: false, projects: 1 });
  expect(found.differences).toContainEqual(expect.objectContaining({ projectId: project.projectId, table }));
});

test('a difference has the key and both sides', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming()]);
  await database.db.em.execute('update daily_mention set mention_count = 7 where project_id = ?', [project.projectId]);
  const { differences, differenceCount } = await verifyRollups(database.db, project);
  expect(differenceCount).toBe(differences.length);
  expect(differences[0]).toMatchObject({
    projectId: project.projectId,
    table: 'daily_mention',
    bucket_date: '2026-03-04',
    platform: 'chatgpt',
    subject_id: project.projectId,
    expected: { mention_count: 1, response_count: 1 },
    actual: { mention_count: 7, response_count: 1 },
  });
});

test('verification lists a hundred differences and counts them all', async () => {
  const project = await openProject(database);
  const days = Array.from({ length: 120 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)));
  await ingestAndRollUp(
    database,
    project,
    days.map((answeredAt) => incoming({ answeredAt, text: 'Nothing.' })),
  );
  await database.db.em.execute('delete from daily_response where project_id = ?', [project.projectId]);
  const found = await verifyRollups(database.db, project);
  expect([found.differences.length, found.differenceCount]).toEqual([100, 120]);
});

test('verification of an unknown project is NOT_FOUND, of all projects it counts them', async () => {
  await expect(verifyRollups(database.db, { projectId: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await verifyRollups(database.db)).projects).toBeGreaterThan(1);
});
