import { randomUUID } from 'node:crypto';
import type { Caller, Context } from '../../src/core/context.js';
import { createOwnKey, listOwnKeys, revokeOwnKey } from '../../src/core/keys/own-keys.js';
import { admit } from '../../src/core/limits/admission.js';
import type { Tier } from '../../src/entities/vocabulary.js';
import { openAccount, ownerOf, type TestAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Who may see, create and revoke the keys of an account: it goes by the kind of caller, never by its tier. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Each kind of caller, of the account given; a kind without an entry does not compile. */
const CALLERS: { [Kind in Caller['kind']]: (account: TestAccount) => Extract<Caller, { kind: Kind }> } = {
  key: ({ accountId, keyId, ctx }) => ({ kind: 'key', accountId, keyId, tier: ctx.caller.tier }),
  holder: ({ ctx }) => ownerOf(ctx.caller),
  operator: ({ accountId, ctx }) => ({ kind: 'operator', accountId, tier: ctx.caller.tier }),
  worker: ({ accountId, ctx }) => ({ kind: 'worker', accountId, tier: ctx.caller.tier }),
};

const as = (kind: Caller['kind'], account: TestAccount): Context => ({
  ...account.ctx,
  caller: CALLERS[kind](account),
});

const open = (tier?: Tier) => openAccount(database.em, tier);

describe.each(['holder', 'operator'] as const)('a caller of kind %s', (kind) => {
  test('sees the keys of the account', async () => {
    const account = await open();
    expect(await listOwnKeys(as(kind, account))).toMatchObject([{ keyId: account.keyId, name: 'test' }]);
  });

  test('creates a key that the door admits', async () => {
    const account = await open();
    const { key, apiKey } = await createOwnKey(as(kind, account), { name: ' more ' });
    expect(key).toMatchObject({ name: 'more', prefix: apiKey.slice(0, key.prefix.length), revokedAt: null });
    expect((await admit(database, { kind: 'key', text: apiKey })).caller).toEqual({
      kind: 'key',
      accountId: account.accountId,
      keyId: key.keyId,
      tier: 'agency',
    });
  });

  test('revokes a key, which the door refuses at once', async () => {
    const account = await open();
    const revoked = await revokeOwnKey(as(kind, account), account.keyId);
    expect(revoked).toMatchObject({ keyId: account.keyId, revokedAt: expect.any(String) });
    await expect(admit(database, { kind: 'key', text: account.apiKey })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  test('gets nothing of another account', async () => {
    const [account, stranger] = [await open(), await open()];
    const ctx = as(kind, account);
    await expect(revokeOwnKey(ctx, stranger.keyId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(revokeOwnKey(ctx, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { key } = await createOwnKey(ctx, { name: 'mine', accountId: stranger.accountId });
    expect((await listOwnKeys(ctx)).map(({ keyId }) => keyId)).toEqual(expect.arrayContaining([key.keyId]));
    expect(await listOwnKeys(as(kind, stranger))).toMatchObject([{ keyId: stranger.keyId, revokedAt: null }]);
  });
});

describe.each(['key', 'worker'] as const)('a caller of kind %s', (kind) => {
  const VERBS: [string, (ctx: Context, account: TestAccount) => Promise<unknown>][] = [
    ['see', (ctx) => listOwnKeys(ctx)],
    ['create', (ctx) => createOwnKey(ctx, { name: 'more' })],
    ['revoke', (ctx, { keyId }) => revokeOwnKey(ctx, keyId)],
  ];

  test.each(VERBS)('cannot %s keys, and changes none by trying', async (_verb, attempt) => {
    const account = await open();
    await expect(attempt(as(kind, account), account)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'API keys are for a signed-in account holder alone',
    });
    expect(await listOwnKeys(as('holder', account))).toMatchObject([{ keyId: account.keyId, revokedAt: null }]);
  });
});

test('the holder of a starter account is identified and sees its keys, none of which the door admits', async () => {
  const account = await open('starter');
  const holder = as('holder', account);
  const { apiKey } = await createOwnKey(holder, { name: 'for later' });
  expect(await listOwnKeys(holder)).toHaveLength(2);
  for (const text of [account.apiKey, apiKey]) {
    await expect(admit(database, { kind: 'key', text })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'The starter subscription tier has no API access',
    });
  }
});
