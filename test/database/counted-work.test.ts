import { statement } from '../../src/database/rows.js';
import { WORK, WorkMeter } from '../../src/database/work-meter.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const READ = statement<{ n: number }>('counted-read', 'select 1 as n');
const WRITE = statement<object>('counted-write', 'update account set name = name where account_id = $1');
const FAULTY = statement<object>('counted-fault', 'select 1 / $1::int as n');
const NOBODY = '00000000-0000-4000-8000-000000000000';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** An entity manager whose clock goes on by 4 s with each look at it, and what was counted for it. */
function openRequest() {
  let now = 0;
  const nowMs = () => {
    now += 4_000;
    return now;
  };
  const counted: number[] = [];
  const meter = new WorkMeter({ nowMs, busyMs: () => 0 });
  const db = database.openForRequest(NOBODY);
  Object.assign(db.access, {
    meter,
    mayPipeline: false,
    recordTime: (ms: number) => void counted.push(Math.round(ms)),
  });
  return { db, counted };
}

test('a read counts for as long as it took, also where the statement is refused', async () => {
  const { db, counted } = openRequest();
  await db.rows(READ, []);
  await expect(db.rows(FAULTY, [0])).rejects.toThrow('division by zero');
  for (const ms of counted) expect(ms).toBeGreaterThan(WORK.writeMsMax);
  expect(counted).toHaveLength(2);
});

test('a write and a transaction, which may wait for a row that is locked, count as so much at most', async () => {
  const { db, counted } = openRequest();
  await db.rows(WRITE, [NOBODY]);
  await db.transaction(async (tx) => {
    await tx.rows(READ, []);
    await tx.rows(WRITE, [NOBODY]);
  });
  expect(counted).toEqual([WORK.writeMsMax, WORK.writeMsMax]);
});
