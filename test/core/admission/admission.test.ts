import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { admit, check, identifyKey, readCharge } from '../../../src/core/admission/admission.js';
import { ADMIT_KEY, CHECK_KEY } from '../../../src/core/admission/admission.sql.js';
import { type Credential, generateKey, parseKey, readCredential } from '../../../src/core/admission/credential.js';
import { updateAccount } from '../../../src/core/people/accounts.js';
import { createKey, listKeys, revokeKey } from '../../../src/core/people/api-keys.js';
import { keyLimits } from '../../../src/core/plans.js';
import { openAccount, type TestAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';
import { recordStatements } from '../../support/statements.js';

/** Admission below HTTP: the caller and the charge are read apart, from one statement. */

let database: TestDatabase;
let texts: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  texts = await recordStatements(database.db);
});
afterAll(() => database.close());

const keyOf = ({ apiKey }: { apiKey: string }): Credential => readCredential('key', apiKey);

async function askAdmission({ accountId, apiKey }: TestAccount) {
  const hash = parseKey(apiKey)?.hash;
  return first(await database.openForAdmission(accountId).rows(ADMIT_KEY, [accountId, hash, 1]));
}

test('a key is identified and charged in one statement', async () => {
  const account = await openAccount(database.db, 'professional');
  texts.length = 0;
  expect(await admit(database, keyOf(account), 3)).toEqual({
    caller: { kind: 'key', accountId: account.accountId, keyId: account.keyId, access: 'full', tier: 'professional' },
    budget: { limit: 60, remaining: 57, reset: expect.any(Number) },
    ceiling: 60,
    isOverCeiling: false,
  });
  expect(texts).toEqual([ADMIT_KEY.text]);
});

test('the preview of a charge is one statement too, and charges nothing', async () => {
  const account = await openAccount(database.db, 'professional');
  texts.length = 0;
  await check(database, keyOf(account));
  expect(texts).toEqual([CHECK_KEY.text]);
  expect((await admit(database, keyOf(account))).budget.remaining).toBe(59);
});

test.each([
  ['no credential', null],
  ['what is no key', readCredential('key', 'bvm_nonsense')],
  ['an empty text', readCredential('key', '')],
] satisfies [string, Credential | null][])('%s is refused without a statement', async (_what, credential) => {
  texts.length = 0;
  await expect(admit(database, credential)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(check(database, credential)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(texts).toEqual([]);
});

test('a key of a tier without API access is identified; its charge is refused and takes nothing', async () => {
  const account = await openAccount(database.db, 'starter');
  const row = await askAdmission(account);
  expect(identifyKey(account.accountId, row)).toEqual({
    kind: 'key',
    accountId: account.accountId,
    keyId: account.keyId,
    access: 'full',
    tier: 'starter',
  });
  const refused = { code: 'FORBIDDEN', message: 'The starter subscription tier has no API access' };
  expect(() => readCharge(row, keyLimits('starter'), 1)).toThrow(expect.objectContaining(refused));
  await expect(admit(database, keyOf(account))).rejects.toMatchObject(refused);
  expect(await listKeys(database.db, account.accountId)).toMatchObject([{ requestCount: 0, lastUsedAt: null }]);
});

test('the refusal of an unidentified caller names no tier and no budget', async () => {
  const revoked = await openAccount(database.db, 'starter');
  await revokeKey(database.db, revoked.keyId);
  const inactive = await openAccount(database.db, 'starter');
  await updateAccount(database.db, SYSTEM_CLOCK, inactive.accountId, { subscription: 'inactive' });
  const unknown = { apiKey: generateKey(revoked.accountId).key };
  for (const account of [revoked, inactive, unknown]) {
    await expect(admit(database, keyOf(account))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
});

test('keys of one account share its budget, and each is its own caller', async () => {
  const account = await openAccount(database.db, 'professional');
  const second = await createKey(database.db, SYSTEM_CLOCK, { accountId: account.accountId, name: 'second' });
  const admissions = [await admit(database, keyOf(account)), await admit(database, keyOf(second))];
  expect(admissions.map(({ caller }) => caller)).toMatchObject([{ keyId: account.keyId }, { keyId: second.keyId }]);
  expect(admissions.map(({ budget }) => budget.remaining)).toEqual([59, 58]);
});
