import type { Role, Tier } from '../../src/entities/vocabulary.js';
import { type ApiCaller, liftLimitsOf, type SentHeaders, sql, type TestApi } from './api.js';
import { openPerson, PASSWORD } from './signed-in.js';

/** A holder who signed in, and a key of the same account. */
export interface HolderSession {
  accountId: string;
  caller: ApiCaller;
  /** What a browser sends with each request of a page of ours. */
  headers: SentHeaders;
}

/** Opens an account of the test's own, and signs its holder in. */
export async function openHolder(api: TestApi, tier: Tier = 'agency'): Promise<HolderSession> {
  const person = await openPerson(api, tier);
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const body = JSON.stringify({ email: person.email, password: PASSWORD });
  const answer = await api.request('POST', '/dashboard/session', { ...own, 'Content-Type': 'application/json' }, body);
  if (answer.status !== 204) throw new Error(`signing in was answered with ${answer.status}`);
  const Cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
  return { accountId: person.caller.account.accountId, caller: person.caller, headers: { ...own, Cookie } };
}

/** Gives the account's holder another role. */
export async function setRole({ accountId, caller }: HolderSession, role: Role): Promise<void> {
  await sql(caller.api.db, 'update holder set role = $2 where account_id = $1', [accountId, role]);
}

/** As if the account's holders had asked so often together, and none of them, in a minute that begins now. */
export async function setHolderBudget({ accountId, caller }: HolderSession, used: number): Promise<void> {
  await sql(
    caller.api.db,
    `update dashboard_budget
     set minute_started_at = now(), minute_count = $2, holder_counts = '{}'
     where account_id = $1`,
    [accountId, used],
  );
}

/** Lets the account's holders ask as often as a test needs. */
export function liftHolderLimits({ accountId, caller }: HolderSession): Promise<void> {
  return liftLimitsOf(caller.api.db, accountId);
}
