import { ensurePartitions } from '../../src/database/partitions.js';
import { verifyRollups } from '../../src/monitoring/facts/verify-rollups.js';
import { contentOf, incoming, ingestAndRollUp, openProject } from '../monitoring/monitored-project.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const NAME = '2026-11-24t1334-models-by-day';
const AT = new Date('2026-03-04T09:30:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('answers from before it are counted by model and method as those after it are', async () => {
  const project = await openProject(database);
  const models = [null, '', 'one', 'one', 'two', 'x'.repeat(201), ...Array.from({ length: 60 }, (_, n) => `m${n}`)];
  const answers = models.map((model, n) =>
    incoming({ model, answeredAt: AT, text: n % 2 ? 'Acme.' : 'Globex.', externalId: `${n}` }),
  );
  await ingestAndRollUp(database, project, answers);
  const written = await contentOf(database, 'daily_model_response', project);
  // Fifty with those that have no name that fits, three answers; together with them the 13 answers beyond.
  expect(written).toHaveLength(50);
  expect(written).toContainEqual(expect.objectContaining({ model: '', response_count: 3 + 13 }));
  expect(written).toContainEqual(expect.objectContaining({ model: 'one', response_count: 2, brand_mention_count: 1 }));
  expect(await verifyRollups(database.db)).toMatchObject({ consistent: true });

  await ensurePartitions(database.db, ['2026-03-04']);
  const [answer] = await database.db.em.execute<{ id: string }[]>('select id from answer limit 1');
  await database.db.em.execute(
    `insert into run (account_id, project_id, prompt_id, platform, period_date, occasion, state, queue_at, not_before,
       expires_at, planned_at, finished_at, model, answer_id, bucket_date, request_version)
     values (?, ?, gen_random_uuid(), 'claude', '2026-03-04', 0, 'accepted', now(), now(), now(), now(), ?, 'm', ?,
       '2026-03-04', 1)`,
    [project.accountId, project.projectId, AT, answer?.id],
  );
  for (const table of ['daily_model_response', 'served_method']) await database.db.em.execute(`drop table ${table}`);
  await database.db.em.execute('delete from mikro_orm_migrations where name = ?', [NAME]);
  await database.orm.migrator.up({ migrations: [NAME] });
  expect(await contentOf(database, 'daily_model_response', project)).toEqual(written);
  expect(await contentOf(database, 'served_method', project)).toEqual([
    expect.objectContaining({ platform: 'claude', request_version: 1 }),
  ]);
  expect(await verifyRollups(database.db)).toMatchObject({ consistent: true });
});

test('a model that differs from the answers is found', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming({ model: 'one' })]);
  await database.db.em.execute(`update daily_model_response set model = 'two' where project_id = ?`, [
    project.projectId,
  ]);
  const { differences } = await verifyRollups(database.db, { projectId: project.projectId });
  expect(differences.map(({ table, model }) => [table, model])).toEqual([
    ['daily_model_response', 'one'],
    ['daily_model_response', 'two'],
  ]);
});
