import { Client } from 'pg';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { requestDeletion } from '../../src/core/privacy/account-deletion.js';
import { removeDueAccounts } from '../../src/core/privacy/account-removal.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { fillEveryTable } from '../support/every-table.js';
import { aClient, openOwner, operatorOf } from '../support/people.js';
import { killProcesses, startService } from '../support/processes.js';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterEach(killProcesses);
afterAll(async () => {
  await client.end();
  await database.close();
});

test('a process that is killed in the midst of removing an account leaves the rest to the next one', async () => {
  const owner = await openOwner(database.db);
  const { accountId } = owner;
  await requestDeletion(operatorOf(database.db, owner), { name: 'Test' }, aClient());
  await fillEveryTable(async (text, values = []) => (await client.query(text, [...values])).rows, accountId);
  await client.query(
    `insert into daily_mention (account_id, project_id, analysis_id, bucket_date, platform, subject_id, mention_count,
       response_count, first_seen_at, last_seen_at)
     select account_id, project_id, analysis_id, bucket_date, platform, gen_random_uuid(), 1, 1, first_seen_at,
       last_seen_at
     from daily_mention
     cross join generate_series(1, 40000)
     where account_id = $1`,
    [accountId],
  );
  await client.query('analyze daily_mention');
  const count = async (table: string) =>
    Number((await client.query(`select count(*) as n from ${table} where account_id = $1`, [accountId])).rows[0].n);
  const all = await count('daily_mention');
  await client.query('update account_deletion set delete_at = now() where account_id = $1', [accountId]);

  const service = await startService({ DATABASE_URL: databaseUrl(database.address) });
  let left = all;
  while (left === all) left = await count('daily_mention');
  service.kill('SIGKILL');
  await service.exited;
  const cut = await count('daily_mention');
  expect(cut).toBeGreaterThan(0);
  expect(cut).toBeLessThan(all);
  expect(await count('account')).toBe(1);

  expect(await removeDueAccounts(database, SYSTEM_CLOCK)).toEqual([accountId]);
  for (const table of ['daily_mention', 'answer', 'holder', 'account_deletion', 'account']) {
    expect([table, await count(table)]).toEqual([table, 0]);
  }
});
