import { randomUUID } from 'node:crypto';
import { type Clock, SYSTEM_CLOCK } from '../../../src/clock.js';
import { parseKey } from '../../../src/core/admission/credential.js';
import { createAccount, listAccounts, updateAccount } from '../../../src/core/people/accounts.js';
import { createKey, listKeys, revokeKey } from '../../../src/core/people/api-keys.js';
import { toTimestamp } from '../../../src/core/time.js';
import { openAccount } from '../../support/accounts.js';
import { sql } from '../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';

let database: TestDatabase;
const db = () => database.db;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const newEmail = () => `${randomUUID()}@example.com`;

test('a new account has an active subscription and the cadence weekly, unless it says otherwise', async () => {
  const email = newEmail();
  const account = await createAccount(db(), SYSTEM_CLOCK, { name: ' Tea ', email, tier: 'professional' });
  const { accountId } = account;
  expect(account).toEqual({
    accountId,
    name: 'Tea',
    email,
    tier: 'professional',
    subscription: 'active',
    cadence: 'weekly',
  });
  const daily = await createAccount(db(), SYSTEM_CLOCK, {
    name: 'Tea',
    email: newEmail(),
    tier: 'starter',
    cadence: 'daily',
  });
  expect(daily.cadence).toBe('daily');
  expect((await listAccounts(db())).filter((one) => one.accountId === accountId)).toEqual([account]);
});

test.each([
  ['no name', { name: ' ', email: 'a@example.com', tier: 'agency' }],
  ['no e-mail address', { name: 'A', email: 'nobody', tier: 'agency' }],
  ['an unknown tier', { name: 'A', email: 'a@example.com', tier: 'gold' }],
  ['a short password', { name: 'A', email: 'a@example.com', tier: 'agency', password: '1234567' }],
  ['nothing', undefined],
])('an account with %s is refused', async (_fault, input) => {
  await expect(createAccount(db(), SYSTEM_CLOCK, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('of accounts opened at once with one address, in any letters, one is opened', async () => {
  const email = newEmail();
  const attempts = [email, email.toUpperCase(), email].map((sent) =>
    createAccount(db(), SYSTEM_CLOCK, { name: 'A', email: sent, tier: 'agency' }),
  );
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
});

test('a password is stored as a hash', async () => {
  const { accountId } = await createAccount(db(), SYSTEM_CLOCK, {
    name: 'A',
    email: newEmail(),
    tier: 'agency',
    password: 'correct horse',
  });
  const [stored] = await sql<{ password_hash: string }>(
    db(),
    'select password_hash from holder where account_id = $1',
    [accountId],
  );
  expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(await listAccounts(db()))).not.toContain('argon2');
});

test('an account that does not exist cannot be changed nor given a key', async () => {
  await expect(updateAccount(db(), SYSTEM_CLOCK, NOBODY, { tier: 'agency' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(createKey(db(), SYSTEM_CLOCK, { accountId: NOBODY, name: 'A' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(listKeys(db(), NOBODY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(revokeKey(db(), NOBODY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(revokeKey(db(), 'nonsense')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a change leaves alone what it does not name', async () => {
  const account = await createAccount(db(), SYSTEM_CLOCK, { name: 'A', email: newEmail(), tier: 'starter' });
  expect(await updateAccount(db(), SYSTEM_CLOCK, account.accountId, { tier: 'agency' })).toEqual({
    ...account,
    tier: 'agency',
  });
  expect(await updateAccount(db(), SYSTEM_CLOCK, account.accountId, {})).toEqual({ ...account, tier: 'agency' });
  await expect(updateAccount(db(), SYSTEM_CLOCK, account.accountId, { tier: 'gold' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('accounts, their changes and keys are dated by the clock that is handed in', async () => {
  const at = (instant: string): Clock => ({ now: () => new Date(instant) });
  const opened = '2026-01-02T12:00:00.123Z';
  const keyed = '2026-01-03T12:00:00.123Z';
  const changed = '2026-01-04T12:00:00.123Z';
  const later = '2026-01-05T12:00:00.123Z';
  const { accountId } = await createAccount(db(), at(opened), { name: 'A', email: newEmail(), tier: 'starter' });
  const dates = async () => {
    const text = 'select created_at, updated_at from account where account_id = $1';
    const [row] = await sql<{ created_at: string; updated_at: string }>(db(), text, [accountId]);
    return [row?.created_at, row?.updated_at].map((stored) => toTimestamp(stored ?? ''));
  };
  expect(await dates()).toEqual([opened, opened]);
  await createKey(db(), at(keyed), { accountId, name: 'dated' });
  expect(await listKeys(db(), accountId)).toMatchObject([{ createdAt: keyed }]);
  await updateAccount(db(), at(changed), accountId, { tier: 'agency' });
  expect(await dates()).toEqual([opened, changed]);
  await updateAccount(db(), at(later), accountId, { tier: 'agency' });
  expect(await dates()).toEqual([opened, changed]);
});

test('a key is shown once: neither a list nor the database holds it', async () => {
  const { accountId } = await openAccount(db());
  const { keyId, apiKey } = await createKey(db(), SYSTEM_CLOCK, {
    accountId,
    name: ' Ours ',
    description: ' for tests ',
  });
  const listed = (await listKeys(db(), accountId)).find((key) => key.keyId === keyId);
  expect(listed).toEqual({
    keyId,
    name: 'Ours',
    description: 'for tests',
    prefix: apiKey.slice(0, 12),
    access: 'full',
    createdAt: expect.any(String),
    lastUsedAt: null,
    requestCount: 0,
    revokedAt: null,
  });
  const [row] = await sql<{ stored: string }>(db(), 'select k::text as stored from api_key k where id = $1', [keyId]);
  expect(row?.stored).toContain(parseKey(apiKey)?.hash.toString('hex'));
  expect(row?.stored).not.toContain(apiKey.slice(12));
});

test.each([undefined, '', '  ', 'a'.repeat(201), 'a\0', 7])('a key named %j is refused', async (name) => {
  const { accountId } = await openAccount(db());
  await expect(createKey(db(), SYSTEM_CLOCK, { accountId, name })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('keys are listed oldest first, revoked ones included, and a second revocation changes nothing', async () => {
  const { accountId, keyId } = await openAccount(db());
  const second = await createKey(db(), SYSTEM_CLOCK, { accountId, name: 'second' });
  const { revokedAt } = await revokeKey(db(), keyId);
  expect(await revokeKey(db(), keyId.toUpperCase())).toEqual({ keyId, revokedAt });
  const keys = await listKeys(db(), accountId);
  expect(keys.map((key) => [key.keyId, key.revokedAt])).toEqual([
    [keyId, revokedAt],
    [second.keyId, null],
  ]);
  expect(first(keys).createdAt <= (keys[1]?.createdAt ?? '')).toBe(true);
});

test('a key as a process of an earlier release makes it may write', async () => {
  const { accountId } = await createAccount(db(), SYSTEM_CLOCK, { name: 'A', email: newEmail(), tier: 'agency' });
  await sql(
    db(),
    `insert into api_key (account_id, id, key_hash, prefix, name, description, created_at, request_count)
     values ($1, gen_random_uuid(), sha256('x'), 'bvm_', 'old', '', now(), 0)`,
    [accountId],
  );
  expect(await listKeys(db(), accountId)).toMatchObject([{ name: 'old', access: 'full' }]);
});
