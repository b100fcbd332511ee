import { hash, verify } from '@node-rs/argon2';
import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { check } from '../../../src/core/admission/admission.js';
import { readCredential } from '../../../src/core/admission/credential.js';
import {
  endOtherSessions,
  endSession,
  listOwnSessions,
  type NewSession,
  signOut,
} from '../../../src/core/people/holder-sessions.js';
import { disableHolder, renewLink, updateHolder } from '../../../src/core/people/holders.js';
import { useLink } from '../../../src/core/people/links.js';
import { changePassword } from '../../../src/core/people/passwords.js';
import { signIn } from '../../../src/core/people/sign-in.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  aClient,
  addPerson,
  asSession,
  callerOf,
  linkIn,
  openOwner,
  operatorOf,
  PASSWORD,
  signedIn,
} from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

const NEW_PASSWORD = 'a quite different set of words';
const NOTHING = { deviceToken: null, sessionToken: null };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const expectEnded = (session: Pick<NewSession, 'token'>) =>
  expect(callerOf(database, session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });

/** Moves what a session remembers into the past. */
const age = ({ sessionId }: NewSession, column: 'last_seen_at' | 'expires_at', interval: string) =>
  queryDatabase(database, `update session set ${column} = ${column} - interval '${interval}' where id = $1`, [
    sessionId,
  ]);

describe('a session', () => {
  test('is known by its holder, role and account, and stored as a hash', async () => {
    const owner = await openOwner(database.db, 'starter');
    const { session, ctx } = await signedIn(database, owner);
    expect(ctx.caller).toEqual({
      kind: 'holder',
      accountId: owner.accountId,
      holderId: owner.holderId,
      sessionId: session.sessionId,
      role: 'owner',
      tier: 'starter',
      subscription: 'active',
      isSteppedUp: true,
      projectIds: null,
    });
    const stored = await queryDatabase<{ row: string }>(
      database,
      `select (s.*)::text || (select string_agg((d.*)::text, '') from known_device d where d.account_id = $1) as row
       from session s where s.account_id = $1`,
      [owner.accountId],
    );
    for (const token of [session.token, session.deviceToken ?? '']) {
      const secret = Buffer.from(token, 'base64url').subarray(16).toString('hex');
      expect(stored[0]?.row).not.toContain(token);
      expect(stored[0]?.row).not.toContain(secret);
    }
  });

  test.each([
    ['that nobody used for seven days', 'last_seen_at', '7 days'],
    ['of thirty days, however busy', 'expires_at', '30 days'],
  ] as const)('%s has ended', async (_what, column, interval) => {
    const { session } = await signedIn(database, await openOwner(database.db));
    await age(session, column, interval);
    await expectEnded(session);
    await expect(check(database, readCredential('session', session.token))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  test('is noted as seen once a minute at most, and lives on by it', async () => {
    const { session } = await signedIn(database, await openOwner(database.db));
    const seen = async () =>
      (
        await queryDatabase<{ age: number }>(
          database,
          'select extract(epoch from now() - last_seen_at)::float8 as age from session where id = $1',
          [session.sessionId],
        )
      )[0]?.age ?? Number.NaN;
    await age(session, 'last_seen_at', '50 seconds');
    await callerOf(database, session);
    expect(await seen()).toBeGreaterThanOrEqual(50);
    await age(session, 'last_seen_at', '6 days');
    await callerOf(database, session);
    expect(await seen()).toBeLessThan(50);
  });

  test('beyond twenty ends the one that was used longest ago', async () => {
    const owner = await openOwner(database.db);
    const sessions = [];
    for (let n = 0; n < 21; n += 1) {
      const { session } = await signedIn(database, owner);
      await age(session, 'last_seen_at', `${100 - n} minutes`);
      sessions.push(session);
    }
    const { ctx, session } = await signedIn(database, owner);
    const good = (await listOwnSessions(ctx)).map(({ sessionId }) => sessionId);
    const kept = [...sessions.slice(2).map(({ sessionId }) => sessionId), session.sessionId];
    expect(good.toSorted()).toEqual(kept.toSorted());
  });

  test('ends when its holder signs out, for good', async () => {
    const { session } = await signedIn(database, await openOwner(database.db));
    for (let n = 0; n < 2; n += 1) await signOut(database.db, session.token, aClient());
    await expectEnded(session);
  });

  test('is ended by its holder, who keeps the others or the one in use', async () => {
    const owner = await openOwner(database.db);
    const [first, second, third] = [
      await signedIn(database, owner),
      await signedIn(database, owner),
      await signedIn(database, owner),
    ];
    expect(await endSession(first.ctx, second.session.sessionId, aClient())).toEqual({ ended: 1 });
    expect(await endSession(first.ctx, second.session.sessionId, aClient())).toEqual({ ended: 0 });
    await expectEnded(second.session);
    expect(await endOtherSessions(first.ctx, aClient())).toEqual({ ended: 1 });
    await expectEnded(third.session);
    expect(await callerOf(database, first.session)).toMatchObject({ kind: 'holder' });
  });

  test('of somebody else is ended by owners alone, and never of another account', async () => {
    const owner = await openOwner(database.db);
    const [one, two] = [await addPerson(database.db, owner, 'member'), await addPerson(database.db, owner, 'member')];
    const stranger = await signedIn(database, await openOwner(database.db));
    const { session } = await signedIn(database, one);
    for (const other of [await signedIn(database, two), stranger]) {
      await expect(endSession(other.ctx, session.sessionId, aClient())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await endSession((await signedIn(database, owner)).ctx, session.sessionId, aClient())).toEqual({
      ended: 1,
    });
    await expectEnded(session);
  });
});

describe('a new token, so that nobody can have fixed it beforehand, comes', () => {
  test('with each sign-in, which ends the session that the browser had', async () => {
    const owner = await openOwner(database.db);
    const stranger = await openOwner(database.db);
    for (const before of [(await signedIn(database, owner)).session, (await signedIn(database, stranger)).session]) {
      const browser = { deviceToken: null, sessionToken: before.token };
      const sent = { email: owner.email, password: PASSWORD };
      const after = asSession(await signIn(database.db, sent, aClient(), browser));
      expect(after.token).not.toBe(before.token);
      await expectEnded(before);
    }
  });

  test('with a change of the password, which ends all sessions of its holder', async () => {
    const owner = await openOwner(database.db);
    const [other, { session, ctx }] = [await signedIn(database, owner), await signedIn(database, owner)];
    const input = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    const after = await changePassword(ctx, input, aClient());
    await expectEnded(session);
    await expectEnded(other.session);
    expect(await callerOf(database, after)).toMatchObject({ holderId: owner.holderId });
  });

  test('with a change of the role: the sessions under the former one end', async () => {
    const owner = await openOwner(database.db);
    const member = await addPerson(database.db, owner, 'member');
    const { session } = await signedIn(database, member);
    await updateHolder((await signedIn(database, owner)).ctx, member.holderId, { role: 'viewer' }, aClient());
    await expectEnded(session);
    expect((await signedIn(database, member)).ctx.caller).toMatchObject({ role: 'viewer' });
  });
});

test('somebody who was disabled is out at the next request, and cannot sign in', async () => {
  const owner = await openOwner(database.db);
  const member = await addPerson(database.db, owner, 'member');
  const { session } = await signedIn(database, member);
  await disableHolder(operatorOf(database.db, owner), member.holderId, aClient());
  await expectEnded(session);
  await expect(signedIn(database, member)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  // Even a session that was opened in the same moment is none.
  await queryDatabase(database, 'update session set ended_at = null where id = $1', [session.sessionId]);
  await expectEnded(session);
});

describe('a password that is changed while somebody signs in with the former one', () => {
  test('leaves nobody signed in by the former', async () => {
    const owner = await openOwner(database.db);
    const link = linkIn(await renewLink(operatorOf(database.db, owner), owner.holderId, aClient()));
    const old = { email: owner.email, password: PASSWORD };
    const [used, ...tries] = await Promise.allSettled([
      useLink(database.db, SYSTEM_CLOCK, { token: link.token, password: NEW_PASSWORD }, aClient()),
      ...Array.from({ length: 8 }, () => signIn(database.db, old, aClient(), NOTHING)),
    ]);
    expect(used?.status).toBe('fulfilled');
    for (const tried of tries) if (tried.status === 'fulfilled') await expectEnded(asSession(tried.value));
    const good = await queryDatabase(database, 'select id from session where holder_id = $1 and ended_at is null', [
      owner.holderId,
    ]);
    expect(good).toHaveLength(1);
  });
});

describe('the present password, which a change asks for', () => {
  test('is refused where it is wrong, and no more than ten are tried in a quarter of an hour', async () => {
    const { ctx, session } = await signedIn(database, await openOwner(database.db));
    const input = { currentPassword: 'wrong', password: NEW_PASSWORD };
    for (let n = 0; n < 10; n += 1) {
      await expect(changePassword(ctx, input, aClient())).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: 'currentPassword: is not your current password',
      });
    }
    await expect(changePassword(ctx, { ...input, currentPassword: PASSWORD }, aClient())).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(await callerOf(database, session)).toMatchObject({ kind: 'holder' });
  });

  test('is not changed to a weak one', async () => {
    const owner = await openOwner(database.db);
    const { ctx } = await signedIn(database, owner);
    for (const password of ['short', owner.email]) {
      await expect(changePassword(ctx, { currentPassword: PASSWORD, password }, aClient())).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    }
    expect(await signedIn(database, owner)).toBeDefined();
  });
});

test('a hash of former parameters is renewed at sign-in', async () => {
  const owner = await openOwner(database.db);
  const weak = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2 });
  await queryDatabase(database, 'update holder set password_hash = $2 where id = $1', [owner.holderId, weak]);
  await signedIn(database, owner);
  const [stored] = await queryDatabase<{ password_hash: string }>(
    database,
    'select password_hash from holder where id = $1',
    [owner.holderId],
  );
  expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await verify(stored?.password_hash ?? '', PASSWORD)).toBe(true);
});
