import { SYSTEM_CLOCK } from '../../../src/clock.js';
import type { Context } from '../../../src/core/context.js';
import { createKey, createOwnKey, revokeKey, revokeOwnKey } from '../../../src/core/people/api-keys.js';
import { endOtherSessions, endSession, signOut } from '../../../src/core/people/holder-sessions.js';
import { disableHolder, inviteHolder, renewLink, updateHolder } from '../../../src/core/people/holders.js';
import { makeResetLink, useLink } from '../../../src/core/people/links.js';
import { changePassword } from '../../../src/core/people/passwords.js';
import { pageOfEvents } from '../../../src/core/people/security-events.js';
import { signIn } from '../../../src/core/people/sign-in.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  aClient,
  addPerson,
  anEmail,
  linkIn,
  openOwner,
  operatorOf,
  PASSWORD,
  signedIn,
} from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

const NEW_PASSWORD = 'a quite different set of words';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const eventsOf = async (ctx: Context, first = 100) => (await pageOfEvents(ctx, { first, after: null })).entries;

test('each kind of event of an account is remembered, by whom and without a secret', async () => {
  const owner = await openOwner(database.db);
  const client = { network: '203.0.113.77', userAgent: 'Mozilla' };
  const browser = { deviceToken: null, sessionToken: null };
  const sign = (password: string) => signIn(database.db, { email: owner.email, password }, client, browser);
  const { ctx } = await signedIn(database, owner, client);
  const secrets = [PASSWORD, NEW_PASSWORD];
  for (let n = 0; n < 12; n += 1) await expect(sign('wrong')).rejects.toThrow();
  const other = await signedIn(database, owner);
  await endSession(ctx, other.session.sessionId, client);
  const out = await signedIn(database, owner);
  await signOut(database.db, out.session.token, client);
  await signedIn(database, owner);
  await endOtherSessions(ctx, client);
  const invited = await inviteHolder(ctx, { email: anEmail(), name: 'Ann', role: 'viewer' }, client);
  const { holderId } = invited.holder;
  await useLink(database.db, SYSTEM_CLOCK, { token: linkIn(invited).token, password: NEW_PASSWORD }, client);
  const renewed = await renewLink(ctx, holderId, client);
  const reset = await makeResetLink(database.db, invited.holder.email, client, true);
  await updateHolder(ctx, holderId, { role: 'member' }, client);
  await disableHolder(ctx, holderId, client);
  const made = await createOwnKey(ctx, { name: 'BI' }, client);
  await revokeOwnKey(ctx, made.key.keyId, client);
  await revokeOwnKey(ctx, made.key.keyId, client);
  const operated = await createKey(database.db, SYSTEM_CLOCK, { accountId: owner.accountId, name: 'ops' });
  await revokeKey(database.db, operated.keyId);
  const changed = await changePassword(ctx, { currentPassword: PASSWORD, password: NEW_PASSWORD }, client);

  const events = await eventsOf(ctx);
  const kinds = events.map(({ kind }) => kind);
  const count = (kind: string) => kinds.filter((seen) => seen === kind).length;
  expect(Object.fromEntries([...new Set(kinds)].toSorted().map((kind) => [kind, count(kind)]))).toEqual({
    holder_disabled: 1,
    invited: 1,
    key_created: 2,
    key_revoked: 2,
    limits_hit: 1,
    link_used: 1,
    password_changed: 2,
    reset_requested: 2,
    role_changed: 1,
    session_ended: 4,
    sign_in: 4,
    sign_in_failed: 10,
    sign_out: 1,
  });
  const keys = events
    .filter(({ kind }) => kind === 'key_created')
    .map(({ detail, ...event }) => ({ ...event, detail }));
  expect(keys).toMatchObject([
    { holderId: null, network: 'operator', detail: { key: operated.keyId, name: 'ops' } },
    {
      holderId: owner.holderId,
      holderName: 'Test',
      network: '203.0.113.77',
      userAgent: 'Mozilla',
      detail: { key: made.key.keyId },
    },
  ]);
  expect(events.find(({ kind }) => kind === 'role_changed')).toMatchObject({
    holderId: owner.holderId,
    detail: { of: holderId, from: 'viewer', to: 'member' },
  });
  const stored = JSON.stringify(events);
  secrets.push(
    made.apiKey,
    operated.apiKey,
    changed.token,
    out.session.token,
    linkIn(invited).token,
    linkIn(renewed).token,
  );
  secrets.push(reset?.link?.token ?? 'no link');
  for (const secret of secrets) expect(stored).not.toContain(secret.slice(24));
});

test('owners see all events; others what they did and what happened to them; keys none', async () => {
  const owner = await openOwner(database.db);
  const [one, two] = [await addPerson(database.db, owner, 'member'), await addPerson(database.db, owner, 'viewer')];
  await signedIn(database, one);
  const { ctx } = await signedIn(database, two);
  const seen = await eventsOf(ctx);
  expect(seen.map(({ kind }) => kind)).toEqual(['sign_in', 'invited']);
  expect(seen.map(({ holderId, detail }) => holderId ?? detail['of'])).toEqual([two.holderId, two.holderId]);
  expect(await eventsOf((await signedIn(database, owner)).ctx)).toHaveLength(5);
  const stranger = (await signedIn(database, await openOwner(database.db))).ctx;
  expect((await eventsOf(stranger)).map(({ kind }) => kind)).toEqual(['sign_in']);
  const key: Context = {
    ...ctx,
    caller: { kind: 'key', accountId: owner.accountId, keyId: owner.holderId, access: 'full', tier: 'agency' },
  };
  await expect(eventsOf(key)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('pages of events follow one another, newest first, without a gap where many are of one instant', async () => {
  const owner = await openOwner(database.db);
  await queryDatabase(
    database,
    `insert into security_event (account_id, id, at, holder_id, kind, network, user_agent)
     select $1, gen_random_uuid(), now() - (n / 4) * interval '1 hour', $2, 'sign_in', 'x', ''
     from generate_series(0, 22) n`,
    [owner.accountId, owner.holderId],
  );
  const ctx = operatorOf(database.db, owner);
  const all = await eventsOf(ctx);
  expect(all).toHaveLength(23);
  const paged = [];
  for (let after = null, more = true; more; ) {
    const page = await pageOfEvents(ctx, { first: 5, after });
    expect(page.total).toBe(23);
    paged.push(...page.entries);
    const last = page.entries.at(-1);
    after = last ? { at: last.at, id: last.id } : null;
    more = page.hasMore;
  }
  expect(paged).toEqual(all);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

test('strangers cause at most 1,000 events of an account a day; what its people do is still remembered', async () => {
  const owner = await openOwner(database.db);
  await queryDatabase(
    database,
    `insert into security_event (account_id, id, holder_id, kind, network, user_agent)
     select $1, gen_random_uuid(), $2, 'sign_in_failed', 'x', ''
     from generate_series(1, 1000) n`,
    [owner.accountId, owner.holderId],
  );
  await makeResetLink(database.db, owner.email, aClient(), true);
  const { ctx } = await signedIn(database, owner);
  const { total, entries } = await pageOfEvents(ctx, { first: 1, after: null });
  expect([total, entries[0]?.kind]).toEqual([1_001, 'sign_in']);
});
