import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../../src/clock.js';
import type { Caller, Context } from '../../../src/core/context.js';
import { createAccount, updateOwnAccount } from '../../../src/core/people/accounts.js';
import {
  createHolder,
  disableHolder,
  getViewer,
  inviteHolder,
  listHolders,
  renewLink,
  updateHolder,
  updateViewer,
} from '../../../src/core/people/holders.js';
import { useLink } from '../../../src/core/people/links.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createShareLink, revokeShareLink, shareLinksOf } from '../../../src/core/shares/share-links.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { storeDestination } from '../../support/destinations.js';
import {
  aClient,
  addPerson,
  anEmail,
  linkIn,
  openOwner,
  operatorOf,
  type Person,
  signedIn,
} from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const invite = (ctx: Context, email = anEmail(), role = 'member') =>
  inviteHolder(ctx, { email, name: 'Ann', role }, aClient());

const accept = (invited: Awaited<ReturnType<typeof invite>>) => {
  const { token } = linkIn(invited);
  return useLink(database.db, SYSTEM_CLOCK, { token, password: 'walnut ferry lantern quilt' }, aClient());
};

/** A context of somebody, with another role or subscription than they have. */
const as = async (person: Person, changed: Partial<Extract<Caller, { kind: 'holder' }>> = {}): Promise<Context> => {
  const { ctx } = await signedIn(database, person);
  if (ctx.caller.kind !== 'holder') throw new Error('no holder signed in');
  return { ...ctx, caller: { ...ctx.caller, ...changed } };
};

/** Mail to people about those who went. */
const mailedOfPeople = ({ accountId }: Person) =>
  queryDatabase<{ email: string; summary: string }>(
    database,
    `select h.email, e.data -> 'person' ->> 'summary' as summary
     from event e
     join delivery d on d.account_id = e.account_id and d.event_id = e.id and d.state = 'waiting'
     join destination t on t.account_id = e.account_id and t.id = d.destination_id
     join holder h on h.account_id = e.account_id and h.id = t.holder_id
     where e.account_id = $1 and e.type = 'person.gone'
     order by h.email`,
    [accountId],
  );

test('of who leaves nothing behind, or where no mail is sent, the owners are mailed nothing', async () => {
  const owner = await openOwner(database.db);
  const ctx = await as(owner);
  const member = await addPerson(database.db, owner, 'member');
  await disableHolder(ctx, member.holderId, aClient(), { canMail: true });
  const other = await addPerson(database.db, owner, 'member');
  const { id } = await storeDestination(database, owner.accountId, { url: 'https://receiver.example/' });
  await queryDatabase(database, 'update destination set created_by = $2 where id = $1', [id, other.holderId]);
  await disableHolder(ctx, other.holderId, aClient());
  expect(await mailedOfPeople(owner)).toEqual([]);
});

test('who is disabled leaves share links and destinations behind; the event and a mail say how many', async () => {
  const owner = await openOwner(database.db);
  const member = await addPerson(database.db, owner, 'member');
  const ctx = await as(owner);
  const theirs = await as(member);
  const { id } = await createProject(theirs, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  const input = { name: 'Board', shows: ['overview'] };
  const links = [];
  for (let at = 0; at < 3; at += 1) links.push((await createShareLink(theirs, id, input, aClient())).link);
  await revokeShareLink(theirs, links[0]?.id, aClient());
  await createShareLink(ctx, id, input, aClient());
  const stored = { url: 'https://receiver.example/' };
  const made = await storeDestination(database, owner.accountId, stored);
  await queryDatabase(database, 'update destination set created_by = $2 where id = $1', [made.id, member.holderId]);
  await disableHolder(ctx, member.holderId, aClient(), { canMail: true });
  const [event] = await queryDatabase<{ detail: object }>(
    database,
    `select detail from security_event where account_id = $1 and kind = 'holder_disabled'`,
    [owner.accountId],
  );
  expect(event?.detail).toEqual({ of: member.holderId, share_links: '2', destinations: '1' });
  const who = (await listHolders(ctx)).find(({ holderId }) => holderId === member.holderId)?.name;
  const kept = 'What the person made stays: 2 share links, 1 destination. End what is no longer wanted.';
  const mailed = { email: owner.email, summary: `${who} was disabled. ${kept}` };
  expect(await mailedOfPeople(owner)).toEqual([mailed]);
  expect(((await shareLinksOf(ctx, [id])).get(id) ?? []).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(3);
});

describe('an invitation', () => {
  test('adds a person without a password, who chooses one by the link and is signed in', async () => {
    const owner = await openOwner(database.db);
    const ctx = await as(owner);
    const invited = await invite(ctx);
    expect(invited.holder).toMatchObject({ accountId: owner.accountId, role: 'member', hasPassword: false });
    expect(linkIn(invited)).toMatchObject({ purpose: 'invitation', token: expect.stringMatching(/^[\w-]{64}$/) });
    const session = await accept(invited);
    expect(session).toMatchObject({ holderId: invited.holder.holderId, token: expect.stringMatching(/^[\w-]{64}$/) });
    expect(await listHolders(ctx)).toMatchObject([{ holderId: owner.holderId }, { name: 'Ann', hasPassword: true }]);
  });

  test.each([
    ['an account', async () => (await createAccount(database.db, SYSTEM_CLOCK, anAccount())).email],
    [
      'somebody of another account',
      async () => (await addPerson(database.db, await openOwner(database.db), 'viewer')).email,
    ],
  ])('to the address of %s is refused, in whatever case', async (_whose, addressOf) => {
    const email = (await addressOf()).toUpperCase();
    await expect(invite(await as(await openOwner(database.db)), email)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `A person with the e-mail address ${email} already exists`,
    });
    await expect(createAccount(database.db, SYSTEM_CLOCK, anAccount(email))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `An account with the e-mail address ${email} already exists`,
    });
  });

  test('to one address from many accounts at once reaches one of them', async () => {
    const email = anEmail();
    const owners = await Promise.all([1, 2, 3, 4].map(() => openOwner(database.db)));
    const contexts = owners.map((owner) => operatorOf(database.db, owner));
    const tries = await Promise.allSettled([
      ...contexts.map((ctx) => invite(ctx, email)),
      createAccount(database.db, SYSTEM_CLOCK, anAccount(email)),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('brings back somebody who was disabled, without the former password', async () => {
    const owner = await openOwner(database.db);
    const member = await addPerson(database.db, owner, 'member');
    const ctx = await as(owner);
    await disableHolder(ctx, member.holderId, aClient());
    const again = await invite(ctx, member.email, 'viewer');
    expect(again.holder).toMatchObject({
      holderId: member.holderId,
      role: 'viewer',
      disabledAt: null,
      hasPassword: false,
    });
    await expect(signedIn(database, member)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const stranger = await as(await openOwner(database.db));
    await disableHolder(ctx, member.holderId, aClient());
    await expect(invite(stranger, member.email)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('beyond 200 people is refused, also where several come at once', async () => {
    const owner = await openOwner(database.db);
    await queryDatabase(
      database,
      `insert into holder (account_id, id, email, name, role)
       select $1::uuid, gen_random_uuid(), n || $1::uuid::text || '@example.com', 'old', 'viewer'
       from generate_series(1, 198) n`,
      [owner.accountId],
    );
    const contexts = [1, 2, 3].map(() => operatorOf(database.db, owner));
    const tries = await Promise.allSettled(contexts.map((ctx) => invite(ctx)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(invite(operatorOf(database.db, owner))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'An account has at most 200 people, disabled ones included',
    });
  });

  test.each([
    [{ email: 'no address' }, /^email: must be an e-mail address/],
    [{ name: ' ' }, /^name: must not be empty/],
    [{ role: 'admin' }, /^role: must be one of owner, member, viewer/],
  ])('of %j is refused with the field', async (wrong, message) => {
    const ctx = operatorOf(database.db, await openOwner(database.db));
    const input = { email: anEmail(), name: 'Ann', role: 'member', ...wrong };
    await expect(inviteHolder(ctx, input, aClient())).rejects.toThrow(message);
  });
});

describe('the last owner', () => {
  test('is neither demoted nor disabled', async () => {
    const owner = await openOwner(database.db);
    const ctx = await as(owner);
    await addPerson(database.db, owner, 'member');
    const refused = { code: 'CONFLICT', message: expect.stringMatching(/^An account needs an owner/) };
    await expect(updateHolder(ctx, owner.holderId, { role: 'member' }, aClient())).rejects.toMatchObject(refused);
    await expect(disableHolder(ctx, owner.holderId, aClient())).rejects.toMatchObject(refused);
    expect(await getViewer(ctx)).toMatchObject({ role: 'owner', disabledAt: null });
  });

  test('is not replaced by somebody invited who has no password yet', async () => {
    const owner = await openOwner(database.db);
    const ctx = await as(owner);
    const invited = await invite(ctx, anEmail(), 'owner');
    await expect(disableHolder(ctx, owner.holderId, aClient())).rejects.toMatchObject({ code: 'CONFLICT' });
    await accept(invited);
    expect(await disableHolder(ctx, owner.holderId, aClient())).toMatchObject({ disabledAt: expect.any(String) });
  });

  test('stays where two owners demote, or disable, each other at once', async () => {
    for (const end of [
      (ctx: Context, id: string) => updateHolder(ctx, id, { role: 'viewer' }, aClient()),
      (ctx: Context, id: string) => disableHolder(ctx, id, aClient()),
    ]) {
      const one = await openOwner(database.db);
      const two = await addPerson(database.db, one, 'owner');
      const [first, second] = [await as(one), await as(two)];
      const tries = await Promise.allSettled([end(first, two.holderId), end(second, one.holderId)]);
      expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const left = (await listHolders(operatorOf(database.db, one))).filter(
        ({ role, disabledAt }) => role === 'owner' && disabledAt === null,
      );
      expect(left).toHaveLength(1);
    }
  });
});

describe('what each role may do with people', () => {
  const ID = randomUUID();
  const VERBS: [string, (ctx: Context) => Promise<unknown>][] = [
    ['invite', (ctx) => invite(ctx)],
    ['change the role of', (ctx) => updateHolder(ctx, ID, { role: 'viewer' }, aClient())],
    ['disable', (ctx) => disableHolder(ctx, ID, aClient())],
    ['renew the link of', (ctx) => renewLink(ctx, ID, aClient())],
    ['rename the account of', (ctx) => updateOwnAccount(ctx, { name: 'Mine' })],
  ];

  test.each(VERBS)('members, viewers and keys do not %s people', async (_verb, attempt) => {
    const owner = await openOwner(database.db);
    for (const role of ['member', 'viewer'] as const) {
      await expect(attempt(await as(await addPerson(database.db, owner, role)))).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining(`Your role, ${role},`),
      });
    }
    const key: Caller = { kind: 'key', accountId: owner.accountId, keyId: ID, access: 'full', tier: 'agency' };
    await expect(attempt({ db: database.db, clock: SYSTEM_CLOCK, caller: key })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/are for signed-in account holders only$/),
    });
  });

  test('with an inactive subscription owners take access away, and give none', async () => {
    const owner = await openOwner(database.db);
    const member = await addPerson(database.db, owner, 'member');
    const ctx = await as(owner, { subscription: 'inactive' });
    const refused = { code: 'FORBIDDEN', message: expect.stringMatching(/^The subscription is inactive/) };
    await expect(invite(ctx)).rejects.toMatchObject(refused);
    await expect(renewLink(ctx, member.holderId, aClient())).rejects.toMatchObject(refused);
    await expect(updateHolder(ctx, member.holderId, { role: 'owner' }, aClient())).rejects.toMatchObject(refused);
    await expect(updateOwnAccount(ctx, { name: 'New' })).rejects.toMatchObject(refused);
    expect(await listHolders(ctx)).toHaveLength(2);
    expect(await updateViewer(ctx, { name: ' Ann ' })).toMatchObject({ name: 'Ann' });
    expect(await disableHolder(ctx, member.holderId, aClient())).toMatchObject({ disabledAt: expect.any(String) });
  });
});

test('a link made by an owner is one of ten an hour; the operator makes as many as it takes', async () => {
  const owner = await openOwner(database.db);
  const ctx = await as(owner);
  for (let n = 0; n < 10; n += 1) await renewLink(ctx, owner.holderId, aClient());
  await expect(renewLink(ctx, owner.holderId, aClient())).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  expect(await renewLink(operatorOf(database.db, owner), owner.holderId, aClient())).toBeDefined();
});

test("the operator's password for somebody has eight characters at least", async () => {
  const ctx = operatorOf(database.db, await openOwner(database.db));
  const input = { email: anEmail(), name: 'Ann', role: 'member' };
  await expect(createHolder(ctx, { ...input, password: 'seven77' })).rejects.toThrow(/^password: .*at least 8/);
  expect(await createHolder(ctx, { ...input, password: 'eight888' })).toMatchObject({ hasPassword: true });
});

function anAccount(email = anEmail()) {
  return { name: 'Test', email, tier: 'agency' };
}
