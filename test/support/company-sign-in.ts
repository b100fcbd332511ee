import { randomUUID } from 'node:crypto';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import { createProvider, type ProviderView } from '../../src/core/people/providers/providers.js';
import type { Answer, TestApi } from './api.js';
import { CLIENT_ID, CLIENT_SECRET, type FakeProvider, startProvider, walkThrough } from './identity-provider.js';
import { cookiesOf, OWN_PAGE, operatorOf, type Person } from './people.js';
import { queryDatabase } from './sql.js';

/** The provider of the tests of one file, which knows the API of that file. */
export function useProvider(api: TestApi, claimsIn?: 'id_token' | 'userinfo'): FakeProvider {
  let started: FakeProvider | undefined;
  const provider = () => {
    if (!started) throw new Error('the provider has not started');
    return started;
  };
  beforeAll(async () => {
    started = await startProvider(`${api.url}/dashboard/sso/callback`, claimsIn);
  });
  afterAll(() => started?.stop());
  return {
    get issuer() {
      return provider().issuer;
    },
    spoil: (mode, at) => provider().spoil(mode, at),
    know: (people) => provider().know(people),
    requests: () => provider().requests(),
    stop: () => provider().stop(),
  };
}

/** A domain of the test's own. */
export function aDomain(): string {
  return `${randomUUID()}.example`;
}

/** Adds a provider to the account of a person, as the operator does. */
export function addProvider(
  api: TestApi,
  { accountId, tier }: Pick<Person, 'accountId' | 'tier'>,
  issuer: string,
  changes: object = {},
): Promise<ProviderView> {
  const input = {
    name: 'Acme',
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    domains: [aDomain()],
    ...changes,
  };
  return createProvider(operatorOf(api.db, { accountId, tier }), createSecretBox(), input);
}

/** A browser that was sent to its company's provider. */
export interface SentBrowser {
  /** The cookie that it comes back with. */
  cookie: string;
  url: string;
}

/** Presses *Sign in with your company*. */
export async function startSso(api: TestApi, email: string, returnTo?: string): Promise<SentBrowser> {
  const body = JSON.stringify({ email, ...(returnTo !== undefined && { return_to: returnTo }) });
  return sentBrowser(await api.request('POST', '/dashboard/sso', OWN_PAGE, body));
}

/** What an answer that sends a browser to a provider says. */
export function sentBrowser(answer: Answer): SentBrowser {
  if (answer.status !== 200) throw new Error(`the start was answered with ${answer.status}: ${answer.text}`);
  const { data } = answer.body as { data: { url: string } };
  return { cookie: cookiesOf(answer), url: data.url };
}

/** What a browser got that came back. */
export interface CallbackAnswer {
  status: number;
  location: string | null;
  /** As it would send them back. */
  cookies: string;
  headers: Headers;
}

/** Comes back to the callback with cookies. @param url whole, as the provider gave it. */
export async function comeBack(url: URL, cookie: string): Promise<CallbackAnswer> {
  const answer = await fetch(url, { headers: { Cookie: cookie }, redirect: 'manual' });
  await answer.text();
  const { status, headers } = answer;
  const kept = headers.getSetCookie().filter((set) => !/^[^=]+=;/.test(set));
  const cookies = kept.map((set) => set.split(';', 1)[0]).join('; ');
  return { status, location: headers.get('location'), cookies, headers };
}

/** Signs in by the provider, as `login` there. */
export async function signInBySso(
  api: TestApi,
  email: string,
  login: string,
  { returnTo, cookie = '' }: { returnTo?: string; cookie?: string } = {},
): Promise<CallbackAnswer> {
  const sent = await startSso(api, email, returnTo);
  return comeBack(await walkThrough(sent.url, login), [sent.cookie, cookie].filter((each) => each !== '').join('; '));
}

interface Event {
  kind: string;
  holder_id: string | null;
  detail: Record<string, string>;
}

/** What happened to the access of an account, oldest first. */
export async function eventsOf(api: TestApi, accountId: string): Promise<Event[]> {
  return queryDatabase<Event>(
    api.database,
    `select kind, holder_id, detail
     from security_event
     where account_id = $1
     order by at, id`,
    [accountId],
  );
}
