import { acknowledgeAlert, alertsOfAccount, reopenAlert } from '../../src/core/alerts/alerts.js';
import type { Context } from '../../src/core/context.js';
import { deleteDestination, enableDestination } from '../../src/core/destinations/destination.writes.js';
import type { DestinationKind } from '../../src/entities/vocabulary.js';
import { noteFailure } from '../../src/sending/destination-health.js';
import { ownerOf } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { storeDestination } from '../support/destinations.js';
import { aClient, addPerson, openOwner, type Person } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

/** The alert that a destination was disabled: whom it is told, and how it ends. */

const NOON = '2026-06-10T12:00:00.000Z';
const EVENTS = ['alert.opened', 'alert.acknowledged', 'alert.resolved', 'destination.disabled'];

let database: TestDatabase;
let owner: Person;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  owner = await openOwner(database.db);
  ctx = { db: database.db, clock: new TestClock(NOON), caller: ownerOf(owner) };
});

const store = async (url: string, kind: DestinationKind = 'webhook') =>
  (await storeDestination(database, owner.accountId, { url, kind, events: EVENTS })).id;

/** An attempt fails by the fault of the destination, which the first such failure disables. */
async function disable(destinationId: string): Promise<void> {
  const failure = { fault: 'status', restsUntil: () => new Date(NOON), disablesAfter: 1 } as const;
  const telling = { mail: { mayMail: () => true }, publicUrl: 'https://visibility.dev' };
  const of = { accountId: owner.accountId, destinationId, clock: ctx.clock };
  await ctx.db.transaction((db) => noteFailure(db, of, failure, telling));
}

/** What each destination is sent, by its address or the person; without what was dropped. */
const sent = () =>
  queryDatabase<{ to: string; types: string[] }>(
    database,
    `select coalesce(h.email, t.url) as to, array_agg(e.type order by e.type) as types
     from delivery d
     join event e on e.account_id = d.account_id and e.id = d.event_id
     join destination t on t.account_id = d.account_id and t.id = d.destination_id
     left join holder h on h.account_id = d.account_id and h.id = t.holder_id
     where d.account_id = $1 and d.state <> 'dropped'
     group by 1`,
    [owner.accountId],
  ).then((rows) => Object.fromEntries(rows.map(({ to, types }) => [to, types])));

const alerts = async () => (await alertsOfAccount(ctx, { ofAccount: true, first: 10, after: null })).entries;

const endings = async () => (await alerts()).map(({ state, resolution }) => [state, resolution]);

test('a destination that failures disable is an alert of the account, which names it and why', async () => {
  const id = await store('https://hook.dev/in');
  await disable(id);
  expect(await alerts()).toEqual([
    expect.objectContaining({
      ...{ projectId: null, kind: 'destination_disabled', state: 'open', direction: null },
      summary: 'Nothing more is sent to Receiver: the last attempt failed; its reply was no success.',
      evidence: expect.objectContaining({
        ...{ subject: { type: 'destination', id, name: 'Receiver' }, fault: 'status', at: NOON },
        url: 'https://visibility.dev/dashboard/destinations',
      }),
    }),
  ]);
});

test('it is told to the people who want mail and to the other destinations, never by itself', async () => {
  const id = await store('https://hook.dev/in');
  await store('https://other.dev/in');
  await store('https://chat.dev', 'slack');
  await addPerson(database.db, owner, 'member');
  await disable(id);
  expect(await sent()).toEqual({
    [owner.email]: ['alert.opened'],
    'https://other.dev/in': ['alert.opened', 'destination.disabled'],
    // A channel is read by people, who want to hear of it once.
    'https://chat.dev': ['alert.opened'],
  });
});

test('it ends by hand as the destination is enabled: mail that waits is dropped, and programs are told', async () => {
  const id = await store('https://hook.dev/in');
  await store('https://other.dev/in');
  await disable(id);
  await enableDestination(ctx, id, aClient());
  expect(await endings()).toEqual([['resolved', 'by_hand']]);
  expect(await sent()).toEqual({
    'https://hook.dev/in': ['alert.resolved'],
    'https://other.dev/in': ['alert.opened', 'alert.resolved', 'destination.disabled'],
  });
  await disable(id);
  expect((await endings()).toSorted()).toEqual([
    ['open', null],
    ['resolved', 'by_hand'],
  ]);
});

test('it is gone with the destination, without a word where it was acknowledged', async () => {
  const id = await store('https://hook.dev/in');
  await store('https://other.dev/in');
  await disable(id);
  const [alert] = await alerts();
  await acknowledgeAlert(ctx, alert?.id);
  await deleteDestination(ctx, id, aClient());
  expect(await endings()).toEqual([['resolved', 'gone']]);
  expect(await sent()).toEqual({
    'https://other.dev/in': ['alert.acknowledged', 'alert.opened', 'destination.disabled'],
  });
});

test('one that people have opened again gives way to the next', async () => {
  const id = await store('https://hook.dev/in');
  await disable(id);
  await enableDestination(ctx, id, aClient());
  const [alert] = await alerts();
  await reopenAlert(ctx, alert?.id);
  await disable(id);
  expect((await endings()).toSorted()).toEqual([
    ['open', null],
    ['resolved', 'gone'],
  ]);
});

test('of mail that a person refuses there is none, as nobody can enable it', async () => {
  await disable(await store('https://hook.dev/in'));
  const [mail] = await queryDatabase<{ id: string }>(
    database,
    `select id from destination where account_id = $1 and kind = 'mail'`,
    [owner.accountId],
  );
  await disable(mail?.id ?? '');
  expect(await alerts()).toHaveLength(1);
});
