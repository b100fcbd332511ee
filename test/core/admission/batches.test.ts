import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { decideAlone } from '../../../src/core/admission/admission.js';
import type { KeyDecision } from '../../../src/core/admission/admission.sql.js';
import { decideBatch, decideTogether, type EqualRequests } from '../../../src/core/admission/batcher.js';
import { generateKey, parseKey } from '../../../src/core/admission/credential.js';
import { updateAccount } from '../../../src/core/people/accounts.js';
import { createKey, listKeys, revokeKey } from '../../../src/core/people/api-keys.js';
import { openAccount, type TestAccount } from '../../support/accounts.js';
import { sql } from '../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';
import { queryDatabase } from '../../support/sql.js';
import { until } from '../../support/until.js';

/** What a batch is told is what its requests would have been told one after the other, each alone. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function requestsOf({ apiKey }: { apiKey: string }, count = 1, cost = 1): EqualRequests {
  const parsed = parseKey(apiKey);
  if (!parsed) throw new Error('no key of ours');
  return { ...parsed, cost, count };
}

async function putAt({ accountId }: TestAccount, minute: [count: number, ageSeconds: number], day: [number, number]) {
  await sql(
    database.db,
    `update request_budget
     set minute_count = $2, minute_started_at = now() - make_interval(secs => $3), day_count = $4,
       day_date = (now() at time zone 'UTC')::date - $5::int
     where account_id = $1`,
    [accountId, ...minute, ...day],
  );
}

async function budgetOf({ accountId }: TestAccount) {
  const text = 'select minute_count, day_count from request_budget where account_id = $1';
  return first(await sql<{ minute_count: number; day_count: number }>(database.db, text, [accountId]));
}

const usageOf = async ({ accountId }: TestAccount) => first(await listKeys(database.db, accountId));

/** One batch of one account and of a second one beside it, or the account's own statement. */
const WAYS: [string, (requests: EqualRequests) => ReturnType<typeof decideTogether>][] = [
  [
    'in a batch of several accounts',
    async (requests) => {
      const other = await openAccount(database.db, 'agency');
      const [told, tellsOther] = await decideBatch(database, [requests, requestsOf(other, 2)]);
      expect(tellsOther?.map(({ minute_count }) => minute_count)).toEqual([1, 2]);
      return told;
    },
  ],
  ['in a statement for the account', (requests) => decideTogether(database, requests)],
];

describe.each(WAYS)('equal requests %s', (_way, pass) => {
  test('are told each its own remainder, in their order', async () => {
    const account = await openAccount(database.db, 'professional');
    const told = await pass(requestsOf(account, 4, 3));
    expect(told?.map(({ admitted, charge, minute_count }) => [admitted, charge, minute_count])).toEqual([
      [true, 3, 3],
      [true, 3, 6],
      [true, 3, 9],
      [true, 3, 12],
    ]);
    expect(await budgetOf(account)).toEqual({ minute_count: 12, day_count: 12 });
    expect(await usageOf(account)).toMatchObject({ requestCount: 4, lastUsedAt: expect.any(String) });
  });

  test('are admitted as long as they fit; the others are refused and change nothing', async () => {
    const account = await openAccount(database.db, 'professional');
    await putAt(account, [53, 10], [100, 0]);
    const told = await pass(requestsOf(account, 4, 3));
    expect(told?.map(({ admitted, minute_count, day_count }) => [admitted, minute_count, day_count])).toEqual([
      [true, 56, 103],
      [true, 59, 106],
      [false, 59, 106],
      [false, 59, 106],
    ]);
    expect(await budgetOf(account)).toEqual({ minute_count: 59, day_count: 106 });
    expect(await usageOf(account)).toMatchObject({ requestCount: 2 });
    const refused = await pass(requestsOf(account, 2, 2));
    expect(refused?.map(({ admitted }) => admitted)).toEqual([false, false]);
    expect(await budgetOf(account)).toEqual({ minute_count: 59, day_count: 106 });
    expect(await usageOf(account)).toMatchObject({ requestCount: 2 });
  });

  test.each([
    ['a minute that is over begins anew', [60, 61], [100, 0], { minute_count: 3, day_count: 103 }],
    ['a day that is over begins anew', [10, 5], [500, 1], { minute_count: 13, day_count: 3 }],
    ['a minute of the future counts as over', [60, -40], [0, 0], { minute_count: 3, day_count: 3 }],
    ['a day of the future counts as over', [0, 5], [500, -2], { minute_count: 3, day_count: 3 }],
    ['a window left over from a larger tier admits nobody', [150, 5], [0, 0], { minute_count: 150, day_count: 0 }],
    ['the day may be the smaller window', [0, 5], [498, 0], { minute_count: 2, day_count: 500 }],
  ] satisfies [string, [number, number], [number, number], object][])('%s', async (_what, minute, day, expected) => {
    const [account, twin] = [
      await openAccount(database.db, 'professional'),
      await openAccount(database.db, 'professional'),
    ];
    for (const each of [account, twin]) await putAt(each, minute, day);
    const told = await pass(requestsOf(account, 3));
    expect(await budgetOf(account)).toEqual(expected);
    const alone = decideAlone(database);
    for (const [place, row] of (told ?? []).entries()) {
      const one = await alone(requestsOf(twin));
      expect([place, shown(row)]).toEqual([place, shown(one)]);
    }
    expect(await budgetOf(twin)).toEqual(expected);
  });

  test('above a minute cost one request each, and are marked so', async () => {
    const account = await openAccount(database.db, 'professional');
    const told = await pass(requestsOf(account, 2, 61));
    expect(told?.map(({ admitted, charge, minute_count }) => [admitted, charge, minute_count])).toEqual([
      [true, 1, 1],
      [true, 1, 2],
    ]);
  });

  test('without API access, of a revoked key or of an inactive subscription are charged nothing', async () => {
    const [starter, revoked, inactive] = [
      await openAccount(database.db, 'starter'),
      await openAccount(database.db),
      await openAccount(database.db),
    ];
    await revokeKey(database.db, revoked.keyId);
    await updateAccount(database.db, SYSTEM_CLOCK, inactive.accountId, { subscription: 'inactive' });
    for (const account of [starter, revoked, inactive]) {
      const told = await pass(requestsOf(account, 2));
      expect(told?.map(({ admitted }) => admitted)).toEqual([null, null]);
      expect(told?.[0]).toMatchObject({ revoked: account === revoked, key_id: account.keyId });
      expect(await budgetOf(account)).toEqual({ minute_count: 0, day_count: 0 });
      expect(await usageOf(account)).toMatchObject({ requestCount: 0, lastUsedAt: null });
    }
  });

  test('with a key that is not there are told nothing, whatever account they name', async () => {
    const { accountId } = await openAccount(database.db);
    expect(await pass(requestsOf({ apiKey: generateKey(accountId).key }, 2))).toBeUndefined();
  });
});

const WAITING_FOR_LOCK = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

/** A transaction that holds the budget's lock while `pass` waits for it, and begins the next day meanwhile. */
async function passOverMidnight<Told>({ accountId }: TestAccount, dayCount: number, pass: () => Promise<Told>) {
  let told: Promise<Told> | undefined;
  await database.db.transaction(async (db) => {
    await sql(db, 'select from request_budget where account_id = $1 for update', [accountId]);
    told = pass();
    await until(
      () => queryDatabase(database, WAITING_FOR_LOCK),
      (waiting) => waiting.length > 0,
    );
    await sql(
      db,
      `update request_budget
       set minute_started_at = clock_timestamp(), minute_count = 1, day_count = $2,
         day_date = (now() at time zone 'UTC')::date + 1
       where account_id = $1`,
      [accountId, dayCount],
    );
  });
  if (!told) throw new Error('nothing was asked');
  return told;
}

/** The day of the budget, in days after today, and what it holds. */
async function dayOf({ accountId }: TestAccount) {
  const text = `select day_date - (now() at time zone 'UTC')::date as ahead, day_count
                from request_budget where account_id = $1`;
  return first(await sql<{ ahead: number; day_count: number }>(database.db, text, [accountId]));
}

const WAITING: [string, (requests: EqualRequests) => Promise<KeyDecision[] | undefined>][] = [
  ['alone', async (requests) => [await decideAlone(database)(requests)].filter((row) => row !== undefined)],
  ['in a statement for the account', (requests) => decideTogether(database, requests)],
];

describe.each(WAITING)('a request %s that waits for the budget over midnight', (_way, pass) => {
  test('counts for the day that others have begun, which it does not set back', async () => {
    const account = await openAccount(database.db, 'professional');
    const [told] = (await passOverMidnight(account, 7, () => pass(requestsOf(account)))) ?? [];
    expect(await dayOf(account)).toEqual({ ahead: 1, day_count: 8 });
    expect(told).toMatchObject({ admitted: true, day_count: 8, minute_count: 2 });
    const midnight = Math.floor((told?.asked_at ?? 0) / 86_400 + 1) * 86_400;
    expect(told?.day_resets_at).toBe(midnight + 86_400);
  });

  test('is refused where the others have used that day up', async () => {
    const account = await openAccount(database.db, 'professional');
    const [told] = (await passOverMidnight(account, 500, () => pass(requestsOf(account)))) ?? [];
    expect(told).toMatchObject({ admitted: false, day_count: 500 });
    expect(await dayOf(account)).toEqual({ ahead: 1, day_count: 500 });
  });
});

test('keys of one account share its budget, and each has its own usage', async () => {
  const account = await openAccount(database.db, 'professional');
  const second = await createKey(database.db, SYSTEM_CLOCK, { accountId: account.accountId, name: 'second' });
  await decideBatch(database, [requestsOf(account, 2)]);
  const [told] = await decideBatch(database, [requestsOf(second, 3)]);
  expect(told?.map(({ minute_count }) => minute_count)).toEqual([3, 4, 5]);
  const usage = await listKeys(database.db, account.accountId);
  expect(usage.map(({ requestCount }) => requestCount)).toEqual([2, 3]);
});

test('a batch passes over accounts whose budget or key is locked, and charges the others', async () => {
  const [held, keyHeld, other] = [
    await openAccount(database.db),
    await openAccount(database.db),
    await openAccount(database.db),
  ];
  await database.db.transaction(async (db) => {
    await sql(db, 'select from request_budget where account_id = $1 for update', [held.accountId]);
    await sql(db, 'select from api_key where account_id = $1 for update', [keyHeld.accountId]);
    const told = await decideBatch(database, [requestsOf(held), requestsOf(keyHeld), requestsOf(other)]);
    expect(told.map((rows) => rows?.length)).toEqual([undefined, undefined, 1]);
  });
  expect((await budgetOf(held)).minute_count).toBe(0);
  expect((await budgetOf(keyHeld)).minute_count).toBe(0);
  expect((await budgetOf(other)).minute_count).toBe(1);
});

/** What a caller sees of a row; instants are those of two accounts, a moment apart. */
function shown(row: Awaited<ReturnType<ReturnType<typeof decideAlone>>>) {
  if (!row) return row;
  const { admitted, charge, tier, minute_count, day_count, minute_resets_at, day_resets_at, asked_at } = row;
  const minuteEndsIn = Math.round((minute_resets_at ?? 0) - asked_at);
  return { admitted, charge, tier, minute_count, day_count, minuteEndsIn, day_resets_at };
}
