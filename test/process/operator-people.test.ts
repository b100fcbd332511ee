import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { useLink } from '../../src/core/people/links.js';
import { pageOfEvents } from '../../src/core/people/security-events.js';
import { addTestApp } from '../support/app-factor.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { aClient, addPerson, anEmail, callerOf, openOwner, operatorOf, signedIn } from '../support/people.js';
import { linesOf, readZip } from '../support/zip.js';

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ABSENT = '00000000-0000-4000-8000-000000000000';

describe('the commands for people', () => {
  let database: TestDatabase;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    env = { DATABASE_URL: databaseUrl(database.address), PUBLIC_URL: 'https://visibility.example' };
  });
  afterAll(() => database.close());

  async function print(...args: string[]) {
    const { code, stdout, stderr } = await operate(args, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  const refuse = async (...args: string[]) => {
    const { code, stdout, stderr } = await operate(args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  };

  test('account export writes all of an account into a new file of its owner alone, and never over one', async () => {
    const owner = await openOwner(database.db);
    const folder = await mkdtemp(join(tmpdir(), 'bvm-account-export-'));
    const to = join(folder, 'account.zip');
    const printed = await print('account', 'export', owner.accountId, '--to', to);
    const { size, mode } = await stat(to);
    expect(printed).toEqual({ account_id: owner.accountId, file: to, bytes: size });
    expect(mode & 0o777).toBe(0o600);
    expect(linesOf(readZip(await readFile(to)), 'holder.ndjson')).toMatchObject([{ email: owner.email }]);
    expect(await refuse('account', 'export', owner.accountId, '--to', to)).toBe(
      `--to: "${to}" exists; name a new file\n`,
    );
    expect(await refuse('account', 'export', ABSENT, '--to', join(folder, 'b.zip'))).toBe('Account not found\n');
    expect(await refuse('account', 'export', owner.accountId, '--to', join(folder, 'x', 'b.zip'))).toMatch(/^--to: /);
    expect(await readdir(folder)).toEqual(['account.zip']);
    await rm(folder, { recursive: true });
  });

  test('account delete refuses another name, and take-back keeps the account with its subscription', async () => {
    const owner = await openOwner(database.db);
    const remove = ['account', 'delete', owner.accountId, '--name'];
    expect(await refuse(...remove, 'Tset')).toBe('name: is not the name of the account\n');
    expect(await print(...remove, 'Test')).toEqual({ account_id: owner.accountId, delete_at: INSTANT });
    expect(await refuse(...remove, 'Test')).toBe('The account is to be deleted already\n');
    const subscribe = ['account', 'update', owner.accountId, '--subscription', 'active'];
    expect(await refuse(...subscribe)).toBe('The account is to be deleted: take it back first\n');
    expect(await print('account', 'take-back', owner.accountId)).toEqual({ account_id: owner.accountId });
    expect(await print(...subscribe)).toMatchObject({ subscription: 'active' });
    expect(await refuse('account', 'take-back', owner.accountId)).toBe('The account is not to be deleted\n');
  });

  test('account create makes the first owner, whose password has eight characters at least', async () => {
    const email = anEmail();
    const create = ['account', 'create', '--name', 'Acme', '--email', email, '--tier', 'starter', '--password'];
    expect(await refuse(...create, 'seven77')).toBe('password: must be at least 8 characters\n');
    const { account_id } = await print(...create, 'eight888');
    expect(await print('holder', 'list', '--account', account_id)).toEqual([
      { holder_id: UUID, account_id, email, name: 'Acme', role: 'owner', disabled_at: null },
    ]);
  });

  test('holder create, list and disable print people as the contract names them', async () => {
    const owner = await openOwner(database.db);
    const email = anEmail();
    const create = ['holder', 'create', '--account', owner.accountId, '--email', email, '--name', 'Ann', '--role'];
    const created = await print(...create, 'member');
    const holder = {
      holder_id: UUID,
      account_id: owner.accountId,
      email,
      name: 'Ann',
      role: 'member',
      disabled_at: null,
    };
    expect(created).toEqual(holder);
    expect(Object.keys(created)).toEqual(Object.keys(holder));
    expect(await refuse(...create, 'member')).toBe(`A person with the e-mail address ${email} already exists\n`);
    expect((await operate([...create, 'admin'], env)).code).toBe(2);
    expect(await print('holder', 'list', '--account', owner.accountId)).toMatchObject([{ role: 'owner' }, created]);
    const disabled = { ...created, disabled_at: INSTANT };
    expect(await print('holder', 'disable', created.holder_id)).toEqual(disabled);
    expect(await print('holder', 'disable', created.holder_id)).toEqual(disabled);
    expect(await refuse('holder', 'disable', owner.holderId)).toMatch(/^An account needs an owner/);
  });

  test('a password of holder create is taken from standard input, where no process list shows it', async () => {
    const owner = await openOwner(database.db);
    const email = anEmail();
    const create = ['holder', 'create', '--account', owner.accountId, '--email', email, '--name', 'Ann'];
    const args = [...create, '--role', 'viewer', '--password-file', '-'];
    expect((await operate(args, env, 'correct horse battery staple\n')).code).toBe(0);
    expect((await signedIn(database, { email })).ctx.caller).toMatchObject({ role: 'viewer' });
  });

  test('holder link prints a link that sets the password once', async () => {
    const owner = await openOwner(database.db);
    const { url, expires_at, ...more } = await print('holder', 'link', owner.holderId);
    expect(more).toEqual({});
    expect(expires_at).toEqual(INSTANT);
    expect(url).toMatch(/^https:\/\/visibility\.example\/dashboard\/link#[\w-]{64}$/);
    const use = () =>
      useLink(
        database.db,
        SYSTEM_CLOCK,
        { token: new URL(url).hash.slice(1), password: 'walnut ferry lantern quilt' },
        aClient(),
      );
    expect(await use()).toMatchObject({ holderId: owner.holderId });
    await expect(use()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('session list and end print sessions, and those that ended are out at once', async () => {
    const owner = await openOwner(database.db);
    const member = await addPerson(database.db, owner, 'member');
    const client = { network: '203.0.113.1', userAgent: 'Mozilla' };
    const [one, two] = [await signedIn(database, owner, client), await signedIn(database, member)];
    const listed = await print('session', 'list', '--account', owner.accountId);
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({
      session_id: one.session.sessionId,
      holder_id: owner.holderId,
      created_at: INSTANT,
      last_seen_at: INSTANT,
      network: '203.0.113.1',
      user_agent: 'Mozilla',
    });
    const end = ['session', 'end', '--account', owner.accountId];
    expect(await print(...end, '--holder', member.holderId)).toEqual({ ended: 1 });
    await expect(callerOf(database, two.session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await callerOf(database, one.session)).toMatchObject({ holderId: owner.holderId });
    expect(await print(...end)).toEqual({ ended: 1 });
    await expect(callerOf(database, one.session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await print(...end)).toEqual({ ended: 0 });
  });

  test('account update lifts the second factor required of all, holder reset-factor removes those of one', async () => {
    const owner = await openOwner(database.db);
    const { session } = await signedIn(database, owner);
    const update = ['account', 'update', owner.accountId, '--second-factor'];
    expect(await print(...update, 'required')).toMatchObject({ second_factor: 'required' });
    const restricted = { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_REQUIRED' };
    await expect(callerOf(database, session)).rejects.toMatchObject(restricted);
    expect(await print(...update, 'optional')).toMatchObject({ second_factor: 'optional' });
    const { ctx } = await signedIn(database, owner);
    await addTestApp(ctx);
    await expect(signedIn(database, owner)).rejects.toThrow('a second factor is asked for');
    const reset = ['holder', 'reset-factor', owner.holderId];
    expect(await print(...reset)).toEqual({ holder_id: owner.holderId, removed: 1 });
    expect(await callerOf(database, (await signedIn(database, owner)).session)).toMatchObject({ role: 'owner' });
    const kinds = (await pageOfEvents(operatorOf(database.db, owner), { first: 50, after: null })).entries;
    const seen = ['second_factor_required', 'second_factor_optional', 'factor_added', 'factor_removed'];
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(seen));
    expect(await refuse('holder', 'reset-factor', ABSENT)).toBe('Holder not found\n');
  });

  test('what cannot be done is refused with one line', async () => {
    const refusals: Record<string, readonly string[]> = {
      'Account not found': ['holder', 'list', '--account', ABSENT],
      'Holder not found': ['holder', 'link', ABSENT],
      'holder: must be a UUID': ['session', 'end', '--account', randomUUID(), '--holder', 'x'],
    };
    for (const [line, args] of Object.entries(refusals)) expect(await refuse(...args)).toBe(`${line}\n`);
  });
});
