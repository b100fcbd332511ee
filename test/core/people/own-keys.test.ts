import { randomUUID } from 'node:crypto';
import { admit } from '../../../src/core/admission/admission.js';
import { readCredential } from '../../../src/core/admission/credential.js';
import type { Caller, Context } from '../../../src/core/context.js';
import { createOwnKey, listOwnKeys, revokeOwnKey } from '../../../src/core/people/api-keys.js';
import type { Tier } from '../../../src/entities/vocabulary.js';
import { openAccount, ownerOf, type TestAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

/** Who may see, create and revoke the keys of an account: it goes by the kind of caller, never by its tier. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Each kind of caller, of the account given; a kind without an entry does not compile. */
const CALLERS: { [Kind in Caller['kind']]: (account: TestAccount) => Extract<Caller, { kind: Kind }> } = {
  key: ({ accountId, keyId, ctx }) => ({ kind: 'key', accountId, keyId, access: 'full', tier: ctx.caller.tier }),
  holder: ({ ctx }) => ownerOf(ctx.caller),
  operator: ({ accountId, ctx }) => ({ kind: 'operator', accountId, tier: ctx.caller.tier }),
  visitor: ({ accountId, ctx }) => {
    const link = { linkId: randomUUID(), projectId: randomUUID(), shows: ['overview' as const] };
    return { kind: 'visitor', accountId, tier: ctx.caller.tier, ...link };
  },
  feed: ({ accountId, ctx }) => ({ kind: 'feed', accountId, tier: ctx.caller.tier, feedId: randomUUID() }),
  worker: ({ accountId, ctx }) => ({ kind: 'worker', accountId, tier: ctx.caller.tier }),
};

const as = (kind: Caller['kind'], account: TestAccount): Context => ({
  ...account.ctx,
  caller: CALLERS[kind](account),
});

const CLIENT = { network: '203.0.113.9', userAgent: 'test' };

const open = (tier?: Tier) => openAccount(database.db, tier);

describe.each(['holder', 'operator'] as const)('a caller of kind %s', (kind) => {
  test('sees the keys of the account', async () => {
    const account = await open();
    expect(await listOwnKeys(as(kind, account))).toMatchObject([{ keyId: account.keyId, name: 'test' }]);
  });

  test('creates a key that admission admits', async () => {
    const account = await open();
    const { key, apiKey } = await createOwnKey(as(kind, account), { name: ' more ' }, CLIENT);
    const prefix = apiKey.slice(0, key.prefix.length);
    expect(key).toMatchObject({ name: 'more', access: 'full', prefix, revokedAt: null });
    expect((await admit(database, readCredential('key', apiKey))).caller).toEqual({
      kind: 'key',
      accountId: account.accountId,
      keyId: key.keyId,
      access: 'full',
      tier: 'agency',
    });
  });

  test('creates a key that reads only, and no other kind', async () => {
    const account = await open();
    const { key, apiKey } = await createOwnKey(as(kind, account), { name: 'tool', access: 'read' }, CLIENT);
    expect(key).toMatchObject({ name: 'tool', access: 'read' });
    const { caller } = await admit(database, readCredential('key', apiKey));
    expect(caller).toMatchObject({ kind: 'key', keyId: key.keyId, access: 'read' });
    await expect(createOwnKey(as(kind, account), { name: 'x', access: 'all' }, CLIENT)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('revokes a key, which admission refuses at once', async () => {
    const account = await open();
    const revoked = await revokeOwnKey(as(kind, account), account.keyId, CLIENT);
    expect(revoked).toMatchObject({ keyId: account.keyId, revokedAt: expect.any(String) });
    await expect(admit(database, readCredential('key', account.apiKey))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  test('gets nothing of another account', async () => {
    const [account, stranger] = [await open(), await open()];
    const ctx = as(kind, account);
    await expect(revokeOwnKey(ctx, stranger.keyId, CLIENT)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(revokeOwnKey(ctx, randomUUID(), CLIENT)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { key } = await createOwnKey(ctx, { name: 'mine', accountId: stranger.accountId }, CLIENT);
    expect((await listOwnKeys(ctx)).map(({ keyId }) => keyId)).toEqual(expect.arrayContaining([key.keyId]));
    expect(await listOwnKeys(as(kind, stranger))).toMatchObject([{ keyId: stranger.keyId, revokedAt: null }]);
  });
});

describe.each(['key', 'worker', 'visitor', 'feed'] as const)('a caller of kind %s', (kind) => {
  const VERBS: [string, (ctx: Context, account: TestAccount) => Promise<unknown>][] = [
    ['see', (ctx) => listOwnKeys(ctx)],
    ['create', (ctx) => createOwnKey(ctx, { name: 'more' }, CLIENT)],
    ['revoke', (ctx, { keyId }) => revokeOwnKey(ctx, keyId, CLIENT)],
  ];

  test.each(VERBS)('cannot %s keys, and changes none by trying', async (_verb, attempt) => {
    const account = await open();
    await expect(attempt(as(kind, account), account)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'API keys are for signed-in account holders only',
    });
    expect(await listOwnKeys(as('holder', account))).toMatchObject([{ keyId: account.keyId, revokedAt: null }]);
  });
});

test('the holder of a starter account sees its keys and ends them, and is told why it gets none', async () => {
  const account = await open('starter');
  const holder = as('holder', account);
  const refused = { code: 'FORBIDDEN', message: 'The starter subscription tier has no API access' };
  await expect(createOwnKey(holder, { name: 'for later' }, CLIENT)).rejects.toMatchObject(refused);
  await expect(admit(database, readCredential('key', account.apiKey))).rejects.toMatchObject(refused);
  expect(await listOwnKeys(holder)).toHaveLength(1);
  expect(await revokeOwnKey(holder, account.keyId, CLIENT)).toMatchObject({ revokedAt: expect.any(String) });
});

test('with an inactive subscription nobody makes keys, and members still end them', async () => {
  const account = await open();
  const inactive = { ...ownerOf(account.ctx.caller), role: 'member', subscription: 'inactive' } as const;
  const ctx = { ...account.ctx, caller: inactive };
  await expect(createOwnKey(ctx, { name: 'more' }, CLIENT)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'The subscription is inactive: you can read, but not change anything',
  });
  expect(await revokeOwnKey(ctx, account.keyId, CLIENT)).toMatchObject({ revokedAt: expect.any(String) });
});

test('an account has at most 1,000 keys, revoked ones included, also when they are made at once', async () => {
  const account = await open();
  await queryDatabase(
    database,
    `insert into api_key (account_id, id, key_hash, prefix, name, description, created_at, request_count, revoked_at)
     select $1, gen_random_uuid(), sha256(n::text::bytea), 'bvm_', 'old', '', now(), 0, now()
     from generate_series(1, 997) n`,
    [account.accountId],
  );
  const ctx = as('holder', account);
  const made = await Promise.allSettled([1, 2, 3, 4].map(() => createOwnKey(ctx, { name: 'more' }, CLIENT)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await listOwnKeys(ctx)).toHaveLength(1_000);
});
