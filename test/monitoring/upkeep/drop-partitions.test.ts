import { ensurePartitions } from '../../../src/database/partitions.js';
import { dropPartitionsBefore } from '../../../src/monitoring/upkeep/retention.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Inserts a row for each day, in a table of the test's own. */
async function createLog(table: string, days: readonly string[]): Promise<void> {
  await database.db.em.execute(
    `create table ${table} (account_id uuid, day date, primary key (account_id, day)) partition by range (day)`,
  );
  await ensurePartitions(database.db, days, [table]);
  for (const day of days) await database.db.em.execute(`insert into ${table} values (gen_random_uuid(), ?)`, [day]);
}

async function daysIn(table: string): Promise<string[]> {
  const found = await database.db.em.execute<{ day: string }[]>(`select day::text from ${table} order by day`);
  return found.map(({ day }) => day);
}

const DAYS = ['2020-05-05', '2022-01-01', '2025-12-31', '2026-01-01', '2026-02-28'];

test('drops what is older than a month, and nothing of that month', async () => {
  await createLog('log_of_ages', DAYS);
  expect(await dropPartitionsBefore(database.db, 'log_of_ages', '2026-01')).toEqual([
    'log_of_ages_earlier',
    'log_of_ages_2022_01',
    'log_of_ages_2025_12',
  ]);
  expect(await daysIn('log_of_ages')).toEqual(['2026-01-01', '2026-02-28']);
  expect(await dropPartitionsBefore(database.db, 'log_of_ages', '2026-01')).toEqual([]);
});

test('keeps the partition of all early months while one of these is retained', async () => {
  await createLog('early_log', DAYS);
  expect(await dropPartitionsBefore(database.db, 'early_log', '2021-12')).toEqual([]);
  expect(await dropPartitionsBefore(database.db, 'early_log', '2022-01')).toEqual(['early_log_earlier']);
});

test('one of several processes drops a partition, while others create partitions', async () => {
  await createLog('busy_log', DAYS);
  const making = ['2026-03-01', '2026-04-01'].map((day) => ensurePartitions(database.db, [day], ['busy_log']));
  const dropping = Array.from({ length: 4 }, () => dropPartitionsBefore(database.db, 'busy_log', '2026-01'));
  const dropped = (await Promise.all(dropping)).flat();
  await Promise.all(making);
  expect(dropped.toSorted()).toEqual(['busy_log_2022_01', 'busy_log_2025_12', 'busy_log_earlier']);
  expect(await daysIn('busy_log')).toEqual(['2026-01-01', '2026-02-28']);
});

test('a table in use keeps its partitions until the next call, and its user is not interrupted', async () => {
  await createLog('used_log', DAYS);
  await database.db.transaction(async (tx) => {
    await tx.em.execute(`update used_log set day = day where day = '2026-02-28'`);
    expect(await dropPartitionsBefore(database.db, 'used_log', '2026-01')).toEqual([]);
    await tx.em.execute(`insert into used_log values (gen_random_uuid(), '2025-12-30')`);
  });
  expect(await dropPartitionsBefore(database.db, 'used_log', '2026-01')).toHaveLength(3);
});

test('refuses a table that is retained for ever, and a bound that is no month', async () => {
  await expect(dropPartitionsBefore(database.db, 'answer_reading', '2026-01')).rejects.toThrow('is retained for ever');
  await expect(dropPartitionsBefore(database.db, 'run', '2026-13')).rejects.toThrow('is no month');
});
