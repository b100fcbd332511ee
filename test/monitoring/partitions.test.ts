import { connect } from '../../src/database/connection.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { contentOf, fileOf, incoming, ingestAndRollUp, openProject, plainLine } from './monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function partitionsOf(table: string): Promise<string[]> {
  const found = await database.db.em.execute<{ name: string }[]>(
    `select inhrelid::regclass::text as name
     from pg_inherits
     where inhparent = ?::regclass
     order by name`,
    [table],
  );
  return found.map(({ name }) => name);
}

test('answers of months without a partition get one during the import', async () => {
  const project = await openProject(database);
  const days = ['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00Z', '1999-05-05T00:00:00Z', '1970-01-01T00:00:00Z'];
  const later = Array.from({ length: 1_000 }, () => plainLine({ answered_at: '2024-01-20T00:00:00Z' }));
  const last = plainLine({ answered_at: '2024-02-29T12:00:00Z' });
  const lines = [...days.map((answered_at) => plainLine({ answered_at })), ...later, last];
  expect((await importAnswers(database.db, project, fileOf(lines))).accepted).toBe(lines.length);
  expect(await partitionsOf('answer')).toEqual([
    'answer_2023_12',
    'answer_2024_01',
    'answer_2024_02',
    'answer_earlier',
  ]);
  expect(await contentOf(database, 'answer_2024_02', project)).toHaveLength(1);
  expect(await contentOf(database, 'answer_reading_earlier', project)).toHaveLength(2);
});

test('a table that is partitioned later gets the partitions that the others have', async () => {
  await ensurePartitions(database.db, ['2025-05-15'], ['answer']);
  const upgraded = await connect({ address: database.address, isPooled: false, report: () => {} });
  await ensurePartitions(upgraded.openForJob(), ['2025-05-15']).finally(() => upgraded.close());
  expect(await partitionsOf('run')).toContain('run_2025_05');
  expect(await partitionsOf('answer_reading')).toContain('answer_reading_2025_05');
});

test('old answers create no partitions of runs', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming({ answeredAt: new Date('2025-03-04T00:00:00Z') })]);
  expect(await partitionsOf('answer')).toContain('answer_2025_03');
  expect(await partitionsOf('run')).not.toContain('run_2025_03');
});

test('a partition holds the table’s own primary key', async () => {
  await ensurePartitions(database.db, ['2025-06-15']);
  const [row] = await database.db.em.execute<{ attached: number; keys: number }[]>(
    `select count(*)::int as keys,
       count(*) filter (where exists (select from pg_inherits i where i.inhrelid = x.indexrelid))::int as attached
     from pg_index x
     where x.indrelid = 'answer_mention_2025_06'::regclass and x.indisprimary`,
  );
  expect(row).toEqual({ keys: 1, attached: 1 });
});

test('several processes may create the partitions of one month at once', async () => {
  const asked = Array.from({ length: 6 }, () => ensurePartitions(database.db, ['2025-07-01', '2025-08-31']));
  await Promise.all(asked);
  expect(await partitionsOf('answer_citation')).toEqual(
    expect.arrayContaining(['answer_citation_2025_07', 'answer_citation_2025_08']),
  );
});

test('anything but a day is refused before it reaches the database', async () => {
  await expect(ensurePartitions(database.db, ['2025-13-01'])).rejects.toThrow('a bucket date is no day');
  await expect(ensurePartitions(database.db, ["2025'); drop"])).rejects.toThrow('a bucket date is no day');
});
