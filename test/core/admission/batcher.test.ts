import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { SYSTEM_CLOCK } from '../../../src/clock.js';
import type { DecideKey, KeyRequest } from '../../../src/core/admission/admission.js';
import { ADMIT_ACCOUNT_BATCH, ADMIT_BATCH, ADMIT_KEY } from '../../../src/core/admission/admission.sql.js';
import { AdmissionBatcher, BATCHING } from '../../../src/core/admission/batcher.js';
import { generateKey, parseKey } from '../../../src/core/admission/credential.js';
import { createKey, listKeys, revokeKey } from '../../../src/core/people/api-keys.js';
import { connect } from '../../../src/database/connection.js';
import { Database } from '../../../src/database/database.js';
import { isUnavailable } from '../../../src/database/unavailable.js';
import { openAccount, type TestAccount } from '../../support/accounts.js';
import { sql } from '../../support/api.js';
import { connectAgain, createTestDatabase, type TestDatabase } from '../../support/database.js';
import { databaseUrl } from '../../support/database-url.js';
import { first } from '../../support/expectations.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { queryDatabase } from '../../support/sql.js';
import { recordStatements } from '../../support/statements.js';
import { until } from '../../support/until.js';

/** Requests that wait together pass admission together. */

/** No request is refused for how long it waited. */
const PATIENT = {
  ...BATCHING,
  waiting: { ...BATCHING.waiting, maxWaitMs: 60_000 },
  apart: { ...BATCHING.apart, maxWaitMs: 60_000 },
};
/** And no statement is slow, however long the machine takes for it. */
const UNHURRIED = { ...PATIENT, slowMs: 60_000 };

let database: TestDatabase;
let replica: TestDatabase;
let texts: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  replica = await connectAgain(database);
  texts = await recordStatements(database.db);
});
afterAll(async () => {
  await replica.close();
  await database.close();
});

function requestOf({ apiKey }: { apiKey: string }, cost = 1): KeyRequest {
  const parsed = parseKey(apiKey);
  if (!parsed) throw new Error('no key of ours');
  return { ...parsed, cost };
}

/** Of 60 requests a minute. */
function openAccounts(count: number): Promise<TestAccount[]> {
  return Promise.all(Array.from({ length: count }, () => openAccount(database.db, 'professional')));
}

async function openOne(): Promise<TestAccount> {
  return openAccount(database.db, 'professional');
}

async function countsOf({ accountId }: TestAccount) {
  const text = 'select minute_count, day_count from request_budget where account_id = $1';
  return first(await sql<{ minute_count: number; day_count: number }>(database.db, text, [accountId]));
}

/** The statements of admission that `work` has sent. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  texts.length = 0;
  await work();
  const names = new Map([ADMIT_KEY, ADMIT_BATCH, ADMIT_ACCOUNT_BATCH].map(({ text, name }) => [text, name]));
  return texts.flatMap((text) => names.get(text) ?? []);
}

/** Holds what admission of an account waits for. */
async function whileLocked(account: TestAccount, work: () => Promise<void>): Promise<void> {
  await replica.db.transaction(async (db) => {
    await sql(db, 'select from request_budget where account_id = $1 for update', [account.accountId]);
    await work();
  });
}

/** Resolves once so many statements of admission wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%request_budget%'`;
  await until(
    () => queryDatabase(database, waiting),
    (found) => found.length === count,
  );
}

describe('statements', () => {
  test('a request that comes alone has one of its own', async () => {
    const { decide } = new AdmissionBatcher(database, UNHURRIED);
    const account = await openOne();
    const sent = await statementsOf(async () => {
      for (let at = 0; at < 3; at += 1) expect(await decide(requestOf(account))).toMatchObject({ admitted: true });
    });
    expect(sent).toEqual(['door', 'door', 'door']);
  });

  test('those that come while one is under way share the next', async () => {
    const { decide } = new AdmissionBatcher(database, UNHURRIED);
    const accounts = await openAccounts(20);
    const sent = await statementsOf(async () => {
      const rows = await Promise.all(accounts.map((account) => decide(requestOf(account))));
      expect(rows.map((row) => [row?.key_id, row?.minute_count])).toEqual(accounts.map(({ keyId }) => [keyId, 1]));
    });
    expect(sent).toEqual(['door', 'door-batch']);
  });

  test('a batch has a bound, and the accounts beyond it have their turn before those who ask again', async () => {
    const { decide } = new AdmissionBatcher(database, UNHURRIED);
    const [lone, many, others] = [await openOne(), await openOne(), await openAccounts(BATCHING.accounts)];
    const order: string[] = [];
    const asking = [lone, many, many, ...others].map(async (account, at) => {
      await decide(requestOf(account, at === 2 ? 2 : 1));
      order.push(account === many ? `many ${at}` : 'other');
    });
    expect(await statementsOf(() => Promise.all(asking))).toEqual(['door', 'door-batch', 'door-batch']);
    expect(order.indexOf('many 1')).toBeLessThan(BATCHING.accounts + 1);
    expect(order.at(-1)).toBe('many 2');
  });

  test('on a distributed database none is for two accounts, and an account gathers all the same', async () => {
    const distributed = new Database(database.orm, database.poolOfOrm, true);
    const { decide } = new AdmissionBatcher(distributed, UNHURRIED);
    const accounts = await openAccounts(10);
    const sent = await statementsOf(async () => {
      const requests = accounts.flatMap((account) => [1, 2, 3].map(() => decide(requestOf(account))));
      const rows = await Promise.all(requests);
      expect(rows.map((row) => row?.minute_count)).toEqual(accounts.flatMap(() => [1, 2, 3]));
    });
    expect(sent).not.toContain('door-batch');
    expect(sent).toContain('account-door-batch');
    expect(sent.length).toBeLessThan(30);
  });
});

describe('each request is told what it would have been told one after the other', () => {
  const requests = fc.array(
    fc.record({ account: fc.nat(2), key: fc.nat(1), cost: fc.constantFrom(1, 1, 2, 7, 25, 60, 61) }),
    { minLength: 1, maxLength: 60 },
  );

  test.each(['on one server', 'distributed'])('whatever comes at once, %s', async (where) => {
    const admissions = new Database(database.orm, database.poolOfOrm, where === 'distributed');
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const { decide } = new AdmissionBatcher(admissions, UNHURRIED);
        const owners = await openAccounts(3);
        const asked = await Promise.all(
          sequence.map(async (request) => ({ ...request, key: await keyOf(owners, request) })),
        );
        const rows = await Promise.all(asked.map(({ key, cost }) => decide(requestOf(key, cost))));
        const told = rows.map((row) => [row?.admitted, row?.charge, row?.minute_count]);
        expect(told).toEqual(oneAfterTheOther(sequence));
        for (const [at, owner] of owners.entries()) {
          const own = rows.filter((row, place) => sequence[place]?.account === at && row?.admitted);
          const sum = own.reduce((all, row) => all + (row?.charge ?? 0), 0);
          expect(await countsOf(owner)).toEqual({ minute_count: sum, day_count: sum });
          for (const { keyId, requestCount } of await listKeys(database.db, owner.accountId))
            expect(own.filter((row) => row?.key_id === keyId)).toHaveLength(requestCount);
        }
      }),
      { numRuns: 15 },
    );
  });

  interface Asked {
    account: number;
    key: number;
    cost: number;
  }

  const secondKeys = new Map<string, Promise<{ apiKey: string }>>();

  /** The first key of an account, or a second one, which is made when it is first asked with. */
  async function keyOf(owners: readonly TestAccount[], { account, key }: Asked): Promise<{ apiKey: string }> {
    const owner = first(owners.slice(account));
    if (key === 0) return owner;
    const { accountId } = owner;
    const made = secondKeys.get(accountId) ?? createKey(database.db, SYSTEM_CLOCK, { accountId, name: 'second' });
    secondKeys.set(accountId, made);
    return made;
  }

  /** Whether each request is admitted, what it is charged, and the minute's count after it. */
  function oneAfterTheOther(sequence: readonly Asked[]): unknown[] {
    const counts = [0, 0, 0];
    return sequence.map(({ account, cost }) => {
      const charge = cost > 60 ? 1 : cost;
      const before = counts[account] ?? 0;
      const fits = before + charge <= 60;
      counts[account] = fits ? before + charge : before;
      return [fits, charge, counts[account]];
    });
  }

  test('a key revoked meanwhile is told so with the next request, in the batch of others', async () => {
    const { decide } = new AdmissionBatcher(database, UNHURRIED);
    const [account, others] = [await openOne(), await openAccounts(3)];
    expect(await decide(requestOf(account))).toMatchObject({ revoked: false, admitted: true });
    await revokeKey(database.db, account.keyId);
    const rows = await Promise.all([...others, account, account].map((each) => decide(requestOf(each))));
    expect(rows.map((row) => [row?.revoked, row?.admitted])).toEqual([
      ...others.map(() => [false, true]),
      [true, null],
      [true, null],
    ]);
    expect(await countsOf(account)).toMatchObject({ minute_count: 1 });
  });

  test('a key that is not there is told nothing, and the others of its batch are', async () => {
    const { decide } = new AdmissionBatcher(database, UNHURRIED);
    const accounts = await openAccounts(3);
    const forged = { apiKey: generateKey(first(accounts).accountId).key };
    const rows = await Promise.all([...accounts, forged, forged, ...accounts].map((each) => decide(requestOf(each))));
    expect(rows.map((row) => row?.minute_count)).toEqual([1, 1, 1, undefined, undefined, 2, 2, 2]);
  });
});

describe('an account whose rows are locked', () => {
  test.each([1, 3])('delays no other, also where it came first, with %i requests', async (count) => {
    const { decide } = new AdmissionBatcher(database, PATIENT);
    const [held, others] = [await openOne(), await openAccounts(5)];
    let waiting: Promise<unknown>[] = [];
    await whileLocked(held, async () => {
      waiting = Array.from({ length: count }, () => decide(requestOf(held)));
      await waitForLocks(1);
      for (let round = 0; round < 3; round += 1) await Promise.all(others.map((account) => decide(requestOf(account))));
    });
    expect(await Promise.all(waiting)).toMatchObject(
      Array.from({ length: count }, (_, at) => ({ minute_count: at + 1 })),
    );
    expect(await countsOf(first(others))).toMatchObject({ minute_count: 3 });
  });

  test('is asked apart where it is in a batch, with the requests behind it', async () => {
    const { decide } = new AdmissionBatcher(database, PATIENT);
    const [lone, account, others] = [await openOne(), await openOne(), await openAccounts(3)];
    let waiting: Promise<unknown>[] = [];
    await whileLocked(account, async () => {
      const asking = [lone, ...others].map((each) => decide(requestOf(each)));
      waiting = [decide(requestOf(account)), decide(requestOf(account, 5)), decide(requestOf(account))];
      await Promise.all(asking);
      await waitForLocks(1);
      await Promise.all(others.map((each) => decide(requestOf(each))));
    });
    expect(await Promise.all(waiting)).toMatchObject([{ minute_count: 1 }, { minute_count: 6 }, { minute_count: 7 }]);
  });

  test('gives its slot up once, so that afterwards there is one again', async () => {
    const { decide } = new AdmissionBatcher(database, PATIENT);
    const [held, others] = [await openOne(), await openAccounts(10)];
    let waiting: Promise<unknown> = Promise.resolve();
    await whileLocked(held, async () => {
      waiting = decide(requestOf(held));
      await waitForLocks(1);
      await decide(requestOf(first(others)));
    });
    await waiting;
    await setImmediate();
    const sent = await statementsOf(() => Promise.all(others.map((account) => decide(requestOf(account)))));
    expect(sent).toEqual(['door', 'door-batch']);
  });

  test('leaves a connection to the others, however many such accounts there are', async () => {
    const { decide } = new AdmissionBatcher(database, PATIENT);
    const [held, others] = [await openAccounts(4), await openAccounts(4)];
    const waiting: Promise<unknown>[] = [];
    const all = held.reduce<() => Promise<void>>(
      (work, account) => () => whileLocked(account, work),
      async () => {
        for (const account of held) waiting.push(decide(requestOf(account)));
        await waitForLocks(3);
        for (let round = 0; round < 3; round += 1)
          await Promise.all(others.map((account) => decide(requestOf(account))));
        for (const account of others) expect(await decide(requestOf(account))).toMatchObject({ minute_count: 4 });
      },
    );
    await all();
    expect(await Promise.all(waiting)).toMatchObject(held.map(() => ({ minute_count: 1 })));
  });
});

describe('two processes at once', () => {
  test('admit exactly what the minutes hold, and never block each other for good', async () => {
    const batchers = [
      new AdmissionBatcher(database, UNHURRIED),
      new AdmissionBatcher(replica, UNHURRIED),
      new AdmissionBatcher(new Database(replica.orm, replica.poolOfOrm, true), UNHURRIED),
    ];
    const accounts = await openAccounts(12);
    const random = fc.sample(fc.record({ account: fc.nat(11), cost: fc.integer({ min: 1, max: 5 }) }), 1_500);
    const deadlocks = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    const before = await queryDatabase(database, deadlocks);
    const charged = new Map<string, number>();
    const ask = async ({ account, cost }: (typeof random)[number], at: number) => {
      const request = requestOf(first(accounts.slice(account)), cost);
      const row = await batchers[at % batchers.length]?.decide(request);
      if (row?.admitted) charged.set(request.accountId, (charged.get(request.accountId) ?? 0) + cost);
      return row?.admitted;
    };
    const admitted = new Set(await Promise.all(random.map(ask)));
    expect(admitted).toEqual(new Set([true, false]));
    for (const account of accounts) {
      const sum = charged.get(account.accountId) ?? 0;
      expect(await countsOf(account)).toEqual({ minute_count: sum, day_count: sum });
      expect(sum).toBeLessThanOrEqual(60);
      expect(sum).toBeGreaterThan(55);
    }
    expect(await queryDatabase(database, deadlocks)).toEqual(before);
  });
});

describe('a database that is lost', () => {
  let proxy: FaultProxy;
  let behind: Database;
  let decide: DecideKey;

  beforeEach(async () => {
    proxy = await FaultProxy.start(databaseUrl(database.address));
    behind = await connect({ address: { url: proxy.url }, isPooled: false, report: () => {} });
    ({ decide } = new AdmissionBatcher(behind));
  });
  afterEach(async () => {
    await behind.close();
    await proxy.close();
  });

  test('fails the requests under way and no later ones', async () => {
    const accounts = await openAccounts(5);
    await Promise.all(accounts.map((account) => decide(requestOf(account))));
    const asking = accounts.map((account) => decide(requestOf(account)).catch((error: unknown) => error));
    proxy.mode = 'refusing';
    const failed = await Promise.all(asking);
    expect(failed.map(String)).toEqual(accounts.map(() => expect.stringMatching(/ECONNRESET|Connection terminated/)));
    proxy.mode = 'open';
    const rows = await Promise.all(accounts.map((account) => decide(requestOf(account))));
    expect(rows.map((row) => row?.admitted)).toEqual(accounts.map(() => true));
  });

  test('refuses those of the account that wait for a lost statement with it, and asks nothing for them', async () => {
    const account = await openOne();
    await decide(requestOf(account));
    proxy.mode = 'silent';
    const failures: unknown[] = [];
    const asking = [1, 2, 1].map((cost) => decide(requestOf(account, cost)).catch((error) => failures.push(error)));
    await setImmediate();
    proxy.mode = 'refusing';
    await Promise.all(asking);
    expect(failures).toHaveLength(3);
    expect(new Set(failures).size).toBe(1);
    expect(isUnavailable(failures[0])).toBe(true);
    proxy.mode = 'open';
    expect(await decide(requestOf(account))).toMatchObject({ minute_count: 2 });
  });

  test('holds up nobody who asks after it is back, while lost statements are still waited for', async () => {
    const [lost, others] = [await openOne(), await openAccounts(3)];
    // One after the other, so that the pool has one connection, which is lost with a statement of one account.
    for (const account of [lost, ...others]) await decide(requestOf(account));
    await setImmediate();
    proxy.mode = 'silent';
    const ended: string[] = [];
    const failing = decide(requestOf(lost)).catch((error: unknown) => {
      ended.push('lost');
      return error;
    });
    proxy.mode = 'open';
    await Promise.all(others.map(async (account) => ended.push((await decide(requestOf(account))) ? 'told' : 'no')));
    expect(ended).toEqual(others.map(() => 'told'));
    expect(isUnavailable(await failing)).toBe(true);
  });
});
