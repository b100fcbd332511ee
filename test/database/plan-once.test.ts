import { statement } from '../../src/database/rows.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ADD = statement<{ sum: number }>('add-one', 'select $1::int + 1 as sum');
const PREPARED = statement<{ name: string }>(
  'prepared-by-name',
  `select name from pg_prepared_statements where name = 'add-one'`,
);
const BACKEND = 'select pg_backend_pid() as pid';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('statements of a transaction are planned once a connection where it asks for that', async () => {
  const prepared = (asks: boolean) =>
    database.db.transaction(async (tx) => {
      if (asks) tx.planOnce();
      expect(await tx.rows(ADD, [1])).toEqual([{ sum: 2 }]);
      expect(await tx.rows(ADD, [41])).toEqual([{ sum: 42 }]);
      return tx.rows(PREPARED, []);
    });
  expect(await prepared(false)).toEqual([]);
  expect(await prepared(true)).toEqual([{ name: 'add-one' }]);
});

test('short transactions beside another use one connection again, but never one that failed', async () => {
  const pidOf = () =>
    database.db.onSeparateConnection(async (client) => (await client.query<{ pid: number }>(BACKEND)).rows[0]?.pid);
  const first = await pidOf();
  expect(await pidOf()).toBe(first);
  await expect(database.db.onSeparateConnection((client) => client.query('select 1 / 0'))).rejects.toThrow('division');
  expect(await pidOf()).not.toBe(first);
});

test('a transaction beside another is committed before that one ends, or given up as a whole', async () => {
  await database.db.transaction(async (tx) => {
    await database.db.onSeparateConnection((client) => client.query('create table beside (n int)'));
    await expect(
      database.db.onSeparateConnection(async (client) => {
        await client.query('insert into beside values (1)');
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    const count = statement<{ n: number }>('count-beside', 'select count(*)::int as n from beside');
    expect(await tx.rows(count, [])).toEqual([{ n: 0 }]);
  });
});
