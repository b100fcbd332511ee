import { IS_WANTED, WHY_UNWANTED } from '../../../src/core/schedule/wanted-prompts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a prompt is wanted exactly where nothing speaks against asking it', async () => {
  const found = await queryDatabase<{ is_wanted: boolean; why_unwanted: string | null; count: number }>(
    database,
    `select ${IS_WANTED} as is_wanted, ${WHY_UNWANTED} as why_unwanted, count(*)::int as count
     from (values (true, null::timestamptz), (false, null), (true, now()), (false, now())) q (is_active, archived_at)
     cross join (
       select x.is_active, x.archived_at, y.is_paused
       from (values (true, null::timestamptz), (false, null), (true, now()), (false, now())) x (is_active, archived_at)
       cross join (values (true), (false)) y (is_paused)
     ) p
     cross join (values ('active'), ('inactive')) a (subscription)
     group by 1, 2
     order by 1, 2`,
  );
  expect(found).toEqual([
    { is_wanted: false, why_unwanted: 'archived', count: 48 },
    { is_wanted: false, why_unwanted: 'inactive', count: 14 },
    { is_wanted: false, why_unwanted: 'paused', count: 1 },
    { is_wanted: true, why_unwanted: null, count: 1 },
  ]);
});
