import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { disableHolder, renewLink } from '../../../src/core/people/holders.js';
import { makeResetLink, type NewLink, takeLinkRequest, useLink } from '../../../src/core/people/links.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  aClient,
  anEmail,
  asSession,
  callerOf,
  linkIn,
  openOwner,
  operatorOf,
  type Person,
  signedIn,
} from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

const NEW_PASSWORD = 'a quite different set of words';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const linkOf = async (person: Person) =>
  linkIn(await renewLink(operatorOf(database.db, person), person.holderId, aClient()));

const use = ({ token }: NewLink, password = NEW_PASSWORD, client = aClient()) =>
  useLink(database.db, SYSTEM_CLOCK, { token, password }, client);

const NOT_GOOD = { code: 'VALIDATION_ERROR', message: expect.stringMatching(/^token: the link is not valid/) };

describe('a link', () => {
  test('sets the password once, however often it is used at once, and ends all sessions before it', async () => {
    const owner = await openOwner(database.db);
    const { session } = await signedIn(database, owner);
    const link = await linkOf(owner);
    const uses = await Promise.allSettled([1, 2, 3, 4, 5].map(() => use(link)));
    const good = uses.flatMap((used) => (used.status === 'fulfilled' ? [used.value] : []));
    expect(good).toHaveLength(1);
    await expect(callerOf(database, session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const opened of good)
      expect(await callerOf(database, asSession(opened))).toMatchObject({ holderId: owner.holderId });
    await expect(use(link)).rejects.toMatchObject(NOT_GOOD);
    await expect(signedIn(database, owner)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('takes the place of the one before it', async () => {
    const owner = await openOwner(database.db);
    const [former, latter] = [await linkOf(owner), await linkOf(owner)];
    await expect(use(former)).rejects.toMatchObject(NOT_GOOD);
    expect(await use(latter)).toMatchObject({ holderId: owner.holderId });
  });

  test('stays good where the password is refused', async () => {
    const owner = await openOwner(database.db);
    const link = await linkOf(owner);
    await expect(use(link, 'short')).rejects.toMatchObject({ message: expect.stringMatching(/^password: /) });
    await expect(use(link, `${owner.email}1`)).rejects.toMatchObject({ message: expect.stringMatching(/^password: /) });
    expect(await use(link)).toMatchObject({ holderId: owner.holderId });
  });

  test.each([
    ['for a new password', 'reset', '1 hour'],
    ['of an invitation', 'invitation', '7 days'],
  ] as const)('%s is good for its time', async (_what, purpose, lasts) => {
    const owner = await openOwner(database.db);
    if (purpose === 'invitation') {
      await queryDatabase(database, 'update holder set password_hash = null where id = $1', [owner.holderId]);
    }
    const link = await linkOf(owner);
    expect(link.purpose).toBe(purpose);
    const age = `update one_time_link set expires_at = expires_at - interval '${lasts}' + $2::interval
      where account_id = $1`;
    await queryDatabase(database, age, [owner.accountId, '0']);
    await expect(use(link)).rejects.toMatchObject(NOT_GOOD);
    await queryDatabase(database, age, [owner.accountId, `${lasts} 1 minute`]);
    expect(await use(link)).toMatchObject({ holderId: owner.holderId });
  });

  test('of somebody disabled is good no longer', async () => {
    const owner = await openOwner(database.db);
    const second = await openOwner(database.db);
    const ctx = operatorOf(database.db, owner);
    await queryDatabase(database, 'update holder set disabled_at = now() where id = $1', [second.holderId]);
    await expect(renewLink(operatorOf(database.db, second), second.holderId, aClient())).rejects.toThrow(/disabled/);
    await expect(disableHolder(ctx, owner.holderId, aClient())).rejects.toMatchObject({ code: 'CONFLICT' });
    const link = await linkOf(owner);
    await queryDatabase(database, 'update holder set disabled_at = now() where id = $1', [owner.holderId]);
    await expect(use(link)).rejects.toMatchObject(NOT_GOOD);
  });

  test('is tried 60 times in a quarter of an hour from one network', async () => {
    const client = aClient();
    const link = await linkOf(await openOwner(database.db));
    const wrong = { ...link, token: 'x'.repeat(64) };
    for (let n = 0; n < 60; n += 1) await expect(use(wrong, NEW_PASSWORD, client)).rejects.toMatchObject(NOT_GOOD);
    await expect(use(link, NEW_PASSWORD, client)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(await use(link)).toBeDefined();
  });

  test('lies in the database as a hash', async () => {
    const owner = await openOwner(database.db);
    const { token } = await linkOf(owner);
    const [stored] = await queryDatabase<{ row: string }>(
      database,
      `select string_agg((l.*)::text, '') as row from one_time_link l where account_id = $1`,
      [owner.accountId],
    );
    expect(stored?.row).toContain('reset');
    expect(stored?.row).not.toContain(token);
    expect(stored?.row).not.toContain(Buffer.from(token, 'base64url').subarray(16).toString('hex'));
  });
});

describe('a link that somebody asks for', () => {
  test('is made for an address that somebody has, in whatever case', async () => {
    const owner = await openOwner(database.db);
    const asked = await makeResetLink(database.db, owner.email.toUpperCase(), aClient(), true);
    expect(asked).toMatchObject({ email: owner.email, link: { purpose: 'reset' } });
    expect(await makeResetLink(database.db, anEmail(), aClient(), true)).toBeNull();
  });

  test('which cannot be sent takes no link away that an owner handed out', async () => {
    const owner = await openOwner(database.db);
    const link = await linkOf(owner);
    expect(await makeResetLink(database.db, owner.email, aClient(), false)).toMatchObject({ link: null });
    expect(await use(link)).toMatchObject({ holderId: owner.holderId });
  });

  test('is one of five an hour for an address, which nobody is told, and of twenty for a network', async () => {
    const [email, client] = [anEmail(), aClient()];
    const ask = (address: string, from = client) => takeLinkRequest(database.db, { email: address }, from);
    for (let n = 0; n < 5; n += 1) expect(await ask(email)).toBe(email);
    expect(await ask(email.toUpperCase(), aClient())).toBeNull();
    for (let n = 5; n < 20; n += 1) await ask(anEmail());
    await expect(ask(anEmail())).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });
});
