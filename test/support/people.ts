import { randomBytes, randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { admit } from '../../src/core/admission/admission.js';
import { readCredential } from '../../src/core/admission/credential.js';
import type { Caller, Context } from '../../src/core/context.js';
import { createAccount } from '../../src/core/people/accounts.js';
import type { PendingSignIn } from '../../src/core/people/factors/challenges.js';
import type { NewSession } from '../../src/core/people/holder-sessions.js';
import { createHolder, type LinkedHolder, listHolders } from '../../src/core/people/holders.js';
import type { NewLink } from '../../src/core/people/links.js';
import type { Client } from '../../src/core/people/security-events.js';
import { signIn } from '../../src/core/people/sign-in.js';
import type { Database } from '../../src/database/database.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import type { Role, Tier } from '../../src/entities/vocabulary.js';
import type { Answer, SentHeaders, TestApi } from './api.js';
import { asGraphql, type GraphqlResponse } from './graphql.js';
import { PASSWORD } from './known-password.mjs';

export { PASSWORD };

/** What a page of the service's own sends along. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };

export interface Person {
  accountId: string;
  holderId: string;
  email: string;
  tier: Tier;
}

/** A network of the test's own: wrong passwords of one test are not to count in another. */
export function aClient(): Client {
  return { network: randomBytes(8).toString('hex'), userAgent: 'test' };
}

export function anEmail(): string {
  return `${randomUUID()}@inbox.visibility-tests.dev`;
}

/** The owner of an account of the test's own, who signs in with {@link PASSWORD}. */
export async function openOwner(db: DatabaseSession, tier: Tier = 'agency'): Promise<Person> {
  const email = anEmail();
  const { accountId } = await createAccount(db, SYSTEM_CLOCK, { name: 'Test', email, tier, password: PASSWORD });
  const [owner] = await listHolders(operatorOf(db, { accountId, tier }));
  if (!owner) throw new Error('an account was opened without an owner');
  return { accountId, holderId: owner.holderId, email, tier };
}

/** Somebody else of an account, who signs in with {@link PASSWORD}. */
export async function addPerson(
  db: DatabaseSession,
  { accountId, tier }: Pick<Person, 'accountId' | 'tier'>,
  role: Role,
): Promise<Person> {
  const email = anEmail();
  const input = { email, name: role, role, password: PASSWORD };
  const { holderId } = await createHolder(operatorOf(db, { accountId, tier }), input);
  return { accountId, holderId, email, tier };
}

/** The link that a person got, who is required to sign in by no provider. */
export function linkIn({ wayIn: { link } }: LinkedHolder): NewLink {
  if (!link) throw new Error('a person comes in by a provider alone');
  return link;
}

export function operatorOf(db: DatabaseSession, { accountId, tier }: Pick<Caller, 'accountId' | 'tier'>): Context {
  return { db, clock: SYSTEM_CLOCK, caller: { kind: 'operator', accountId, tier } };
}

/** A session of somebody, and a context to call verbs with as they would. */
export async function signedIn(
  database: Database,
  { email }: Pick<Person, 'email'>,
  client = aClient(),
): Promise<{ session: NewSession; ctx: Context }> {
  const db = database.openForJob();
  const browser = { deviceToken: null, sessionToken: null };
  const session = asSession(await signIn(db, { email, password: PASSWORD }, client, browser));
  return {
    session,
    ctx: { db: database.openForJob(), clock: SYSTEM_CLOCK, caller: await callerOf(database, session) },
  };
}

/** The session of who was not asked for a second factor. */
export function asSession(outcome: NewSession | PendingSignIn): NewSession {
  if (!('token' in outcome)) throw new Error('a second factor is asked for');
  return outcome;
}

/** Who admission takes the session for. @throws ServiceError UNAUTHORIZED for one that has ended. */
export async function callerOf(database: Database, { token }: Pick<NewSession, 'token'>): Promise<Caller> {
  return (await admit(database, readCredential('session', token))).caller;
}

/** Signs in over HTTP. */
export function postSignIn(
  api: Pick<TestApi, 'request'>,
  email: string,
  password = PASSWORD,
  headers: SentHeaders = {},
): Promise<Answer> {
  return api.request('POST', '/dashboard/session', { ...OWN_PAGE, ...headers }, JSON.stringify({ email, password }));
}

/** The cookies of an answer as a browser would send them back. */
export function cookiesOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** The cookie of a new session. */
export async function cookieOf(api: TestApi, email: string, password = PASSWORD): Promise<string> {
  const answer = await postSignIn(api, email, password);
  if (answer.status !== 204) throw new Error(`signing in was answered with ${answer.status}: ${answer.text}`);
  return cookiesOf(answer);
}

/** Asks GraphQL with a session, as a page would. */
export async function askWithSession(
  api: TestApi,
  Cookie: string,
  query: string,
  variables: object = {},
): Promise<GraphqlResponse> {
  return asGraphql(
    await api.request('POST', '/graphql', { ...OWN_PAGE, Cookie }, JSON.stringify({ query, variables })),
  );
}
