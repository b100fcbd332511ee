import { Client } from 'pg';
import { createHolder, listHolders } from '../../../src/core/people/holders.js';
import { pageOfEvents } from '../../../src/core/people/security-events.js';
import { leaveAccount } from '../../../src/core/privacy/leaving.js';
import { ROLES } from '../../../src/entities/vocabulary.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { storeDestination } from '../../support/destinations.js';
import { fillEveryTable, tablesWithAccount } from '../../support/every-table.js';
import { aClient, addPerson, callerOf, openOwner, operatorOf, type Person, signedIn } from '../../support/people.js';

let database: TestDatabase;
let client: Client;
const query = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await client.query(text, [...values])).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const NAME = { name: 'Test' };

/** What each table with accounts has that names a person or the address, as `table: rows`. */
async function tracesOf({ accountId, holderId, email }: Person): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name } of await tablesWithAccount(query)) {
    const [row] = await query(
      `select count(*)::int as n
       from ${name} t
       where account_id = $1 and (t::text like '%' || $2 || '%' or t::text like '%' || $3 || '%')`,
      [accountId, holderId, email],
    );
    if (Number(row?.['n']) > 0) found[name] = Number(row?.['n']);
  }
  return found;
}

/** A person with rows in every table that refers to people. */
async function withRows(person: Person): Promise<Person> {
  await fillEveryTable(query, person.accountId, 2);
  const owned = (await tablesWithAccount(query)).filter(({ name, refers_to, columns }) => {
    return name !== 'holder' && refers_to.includes('holder') && columns.some((column) => column.name === 'holder_id');
  });
  expect(owned.length).toBeGreaterThan(6);
  for (const { name } of owned) {
    await query(
      `update ${name} set holder_id = $2
       where ctid = (
         select ctid from ${name} where account_id = $1 and holder_id <> $2 order by holder_id limit 1
       )`,
      [person.accountId, person.holderId],
    );
  }
  const traces = await tracesOf(person);
  expect(Object.keys(traces)).toEqual(expect.arrayContaining(owned.map(({ name }) => name)));
  return person;
}

describe('who leaves an account', () => {
  test.each(ROLES)('as %s is in no table but in what happened, and signs in no more', async (role) => {
    const owner = await openOwner(database.db);
    const person = await addPerson(database.db, owner, role);
    const { ctx, session } = await signedIn(database, person);
    await withRows(person);
    await leaveAccount(ctx, NAME, aClient());
    expect(Object.keys(await tracesOf(person))).toEqual(['security_event']);
    await expect(callerOf(database, session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(signedIn(database, person)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const { entries } = await pageOfEvents(operatorOf(database.db, owner), { first: 50, after: null });
    const left = entries.find(({ kind }) => kind === 'holder_left');
    expect(left).toMatchObject({ holderId: person.holderId, holderName: null, detail: {} });
  });

  test('leaves what was made there, all other people, and the account an address', async () => {
    const owner = await openOwner(database.db);
    const other = await addPerson(database.db, owner, 'owner');
    const { ctx } = await signedIn(database, owner);
    await fillEveryTable(query, owner.accountId, 2);
    const counted = async () => {
      const rows = await query(
        `select (select count(*) from project where account_id = $1)::int as projects,
           (select count(*) from api_key where account_id = $1)::int as keys,
           (select email from account where account_id = $1) as email`,
        [owner.accountId],
      );
      return rows[0];
    };
    await query('update holder set disabled_at = now() where account_id = $1 and id not in ($2, $3)', [
      owner.accountId,
      owner.holderId,
      other.holderId,
    ]);
    const before = await counted();
    await leaveAccount(ctx, NAME, aClient());
    expect(await counted()).toEqual({ ...before, email: other.email });
    const people = await listHolders(operatorOf(database.db, owner));
    expect(people.map(({ holderId }) => holderId)).toContain(other.holderId);
    expect(people.map(({ holderId }) => holderId)).not.toContain(owner.holderId);
  });

  test('leaves a mail to the owners that says what stays, and no name', async () => {
    const owner = await openOwner(database.db);
    const { ctx } = await signedIn(database, await addPerson(database.db, owner, 'owner'));
    const { id } = await storeDestination(database, owner.accountId, { url: 'https://receiver.example/' });
    await query(
      `update destination set created_by = (select id from holder where account_id = $1 and id <> $2) where id = $3`,
      [owner.accountId, owner.holderId, id],
    );
    await leaveAccount(ctx, NAME, aClient(), { canMail: true });
    const mailed = await query(
      `select t.holder_id, e.data -> 'person' ->> 'summary' as summary
       from event e
       join delivery d on d.account_id = e.account_id and d.event_id = e.id
       join destination t on t.account_id = e.account_id and t.id = d.destination_id
       where e.account_id = $1`,
      [owner.accountId],
    );
    const summary =
      'A person left the account. What the person made stays: 1 destination. End what is no longer wanted.';
    expect(mailed).toEqual([{ holder_id: owner.holderId, summary }]);
  });

  test('may be invited again, as another person', async () => {
    const owner = await openOwner(database.db);
    const person = await addPerson(database.db, owner, 'member');
    const { ctx } = await signedIn(database, person);
    await leaveAccount(ctx, NAME, aClient());
    const input = { email: person.email, name: 'Again', role: 'viewer' };
    expect((await createHolder(operatorOf(database.db, owner), input)).holderId).not.toBe(person.holderId);
  });

  test('is not the last owner: of two who leave at once one stays', async () => {
    const owner = await openOwner(database.db);
    const { ctx } = await signedIn(database, owner);
    const sentence = 'An account needs an owner: make someone else an owner first';
    await expect(leaveAccount(ctx, NAME, aClient())).rejects.toMatchObject({ code: 'CONFLICT', message: sentence });
    const { ctx: second } = await signedIn(database, await addPerson(database.db, owner, 'owner'));
    const outcomes = await Promise.allSettled([ctx, second].map((each) => leaveAccount(each, NAME, aClient())));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const people = await listHolders(operatorOf(database.db, owner));
    expect(people.map(({ role }) => role)).toEqual(['owner']);
  });

  test('types the name of the account as it is, and proves who asks; a key cannot', async () => {
    const owner = await openOwner(database.db);
    const person = await addPerson(database.db, owner, 'viewer');
    const { ctx } = await signedIn(database, person);
    if (ctx.caller.kind !== 'holder') throw new Error('no holder signed in');
    for (const name of ['test', 'Test2', '']) {
      await expect(leaveAccount(ctx, { name }, aClient())).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        issues: [{ path: ['name'] }],
      });
    }
    const late = { ...ctx, caller: { ...ctx.caller, isSteppedUp: false } };
    await expect(leaveAccount(late, NAME, aClient())).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' });
    const { accountId, tier } = owner;
    const key = { ...ctx, caller: { kind: 'key', keyId: accountId, access: 'full', accountId, tier } as const };
    await expect(leaveAccount(key, NAME, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await signedIn(database, person);
  });

  test('leaves also with an inactive subscription', async () => {
    const owner = await openOwner(database.db);
    const person = await addPerson(database.db, owner, 'member');
    await query(`update account set subscription = 'inactive' where account_id = $1`, [owner.accountId]);
    await leaveAccount((await signedIn(database, person)).ctx, NAME, aClient());
    expect(await listHolders(operatorOf(database.db, owner))).toHaveLength(1);
  });
});
