import { randomUUID } from 'node:crypto';
import {
  type AdvisoryLock,
  DEMO_LOCK,
  emailLock,
  heldRows,
  lock,
  MIGRATION_LOCK,
  PARTITIONS_LOCK,
  ROW_PURPOSES,
  rowLock,
  tryLock,
} from '../../src/database/advisory-lock.js';
import { statement } from '../../src/database/rows.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const HELD = statement<{ key: string }>(
  'advisory-locks-of-this-session',
  `select ((classid::bigint << 32) | objid::bigint)::text as key
   from pg_locks
   where locktype = 'advisory' and objsubid = 1 and pid = pg_backend_pid()`,
);
const HASH = statement<{ key: string }>('key-of-a-name', 'select hashtextextended($1, 0)::text as key');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ID = '7f1d5a52-6f5e-4f6c-9a3e-0a6a1c0b7d10';

/** As the releases before take them: a rolling deploy has processes of two releases wait for each other. */
const NAMES: [string, AdvisoryLock, number | string][] = [
  ['migrating', MIGRATION_LOCK, 7_220_511],
  ['loading the demo account', DEMO_LOCK, 7_220_512],
  ['creating partitions', PARTITIONS_LOCK, 'partitions'],
  ['opening an account', emailLock('Ada.Lovelace@Example.COM'), 'ada.lovelace@example.com'],
  ['rolling up', rowLock('rollup', ID), `rollup ${ID}`],
  ['an import', rowLock('import', ID), `import ${ID}`],
  ['a re-analysis', rowLock('reanalysis', ID), `reanalysis ${ID}`],
  ['selecting', rowLock('selection', ID), `selection ${ID}`],
  ['an analysis in the making', rowLock('making', ID), `making ${ID}`],
];

test.each(NAMES)('the lock of %s has the key that earlier releases know', async (_what, wanted, known) => {
  const [hashed] = await database.db.rows(HASH, [String(known)]);
  const key = typeof known === 'number' ? String(known) : hashed?.key;
  await database.db.transaction(async (tx) => {
    await lock(tx, wanted);
    expect(await tx.rows(HELD, [])).toEqual([{ key }]);
  });
  await database.db.transaction(async (tx) => {
    expect(await tryLock(tx, wanted)).toBe(true);
    expect(await tx.rows(HELD, [])).toEqual([{ key }]);
  });
});

test.each(ROW_PURPOSES)('the lock of one row for %s is free, held by one alone, and free again', async (purpose) => {
  const [id, other] = [randomUUID(), randomUUID()];
  const heldNow = async () => [...(await heldRows(database.db, purpose, [id, other]))];
  const canTake = (of: string) => database.db.transaction((tx) => tryLock(tx, rowLock(purpose, of)));
  await database.db.transaction(async (tx) => {
    await lock(tx, rowLock(purpose, id));
    expect(await heldNow()).toEqual([id]);
    await tx.apart().transaction(async (stranger) => {
      expect(await tryLock(stranger, rowLock(purpose, id))).toBe(false);
      expect(await tryLock(stranger, rowLock(purpose, other))).toBe(true);
    });
  });
  expect(await heldNow()).toEqual([]);
  expect(await canTake(id)).toBe(true);
});
