import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { Caller } from '../../src/core/context.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { createKey } from '../../src/core/people/api-keys.js';
import type { Tier } from '../../src/entities/vocabulary.js';
import { ApiCaller, liftLimitsOf, type TestApi } from './api.js';

export const PASSWORD = 'correct horse battery staple';

/** Somebody who can sign in, with an account of the test's own, and a key of that account. */
export interface Person {
  email: string;
  caller: ApiCaller;
}

export async function openPerson(api: TestApi, tier: Tier = 'agency'): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { accountId } = await createAccount(api.db, SYSTEM_CLOCK, { name: 'Test', email, tier, password: PASSWORD });
  const { keyId, apiKey } = await createKey(api.db, SYSTEM_CLOCK, { accountId, name: 'test' });
  const caller: Caller = { kind: 'key', accountId, keyId, access: 'full', tier };
  const account = { accountId, keyId, apiKey, ctx: { db: api.db, clock: SYSTEM_CLOCK, caller } };
  return { email, caller: new ApiCaller(api, account) };
}

/**
 * A browser's state after that person has signed in. The limits are lifted, as pages are opened here by the dozen in a
 * minute.
 */
export async function sessionOf(
  api: TestApi,
  { email }: Pick<Person, 'email'>,
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const answer = await api.request('POST', '/dashboard/session', headers, body);
  const cookies = answer.headers.getSetCookie().map((cookie) => {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
    return {
      name,
      value,
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    };
  });
  await liftLimitsOf(api.db);
  return { cookies, origins: [] };
}
