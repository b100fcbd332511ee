import { randomUUID } from 'node:crypto';
import { createHolder, disableHolder, listHolders } from '../../src/core/people/holders.js';
import { OPERATOR_CLIENT } from '../../src/core/people/security-events.js';
import type { Role } from '../../src/entities/vocabulary.js';
import { useApi } from '../support/api.js';
import {
  aDomain,
  addProvider,
  comeBack,
  eventsOf,
  signInBySso,
  startSso,
  useProvider,
} from '../support/company-sign-in.js';
import { walkThrough } from '../support/identity-provider.js';
import { askWithSession, openOwner, operatorOf, type Person } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

const api = useApi();
const provider = useProvider(api);

/** All of this file's browsers are of one network. */
afterEach(() => queryDatabase(api.database, 'delete from sign_in_throttle'));

interface Company extends Person {
  domain: string;
  providerId: string;
}

/** An account with a provider of the test's own domain. */
async function openCompany(changes: object = {}): Promise<Company> {
  const owner = await openOwner(api.db);
  const domain = aDomain();
  const { id: providerId } = await addProvider(api, owner, provider.issuer, { domains: [domain], ...changes });
  return { ...owner, domain, providerId };
}

/** Somebody of the company, who has an address of its domain and no password. */
async function addEmployee(company: Company, role: Role = 'member'): Promise<{ holderId: string; email: string }> {
  const email = `ann-${randomUUID()}@${company.domain}`;
  const { holderId } = await createHolder(operatorOf(api.db, company), { email, name: 'Ann', role });
  return { holderId, email };
}

const aLogin = () => `login-${randomUUID()}`;

async function lastEvent(accountId: string) {
  return (await eventsOf(api, accountId)).at(-1);
}

describe('who comes back from a company by its provider', () => {
  test('is linked by a verified address, and signed in to where they wanted to go', async () => {
    const company = await openCompany();
    const { holderId, email } = await addEmployee(company);
    const login = aLogin();
    await provider.know({ [login]: { claims: { email: email.toUpperCase(), email_verified: true } } });
    const back = await signInBySso(api, email, login, { returnTo: '/prompts?tag=shoes' });
    expect(back).toMatchObject({ status: 303, location: '/dashboard/prompts?tag=shoes' });
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    const { body } = await askWithSession(api, back.cookies, '{ viewer { role holder { id } } }');
    expect(body.data).toEqual({ viewer: { role: 'MEMBER', holder: { id: holderId } } });
    // Of one transaction, so of one instant.
    const events = (await eventsOf(api, company.accountId)).slice(-2);
    const byKind = events.toSorted((one, other) => one.kind.localeCompare(other.kind));
    expect(byKind).toEqual([
      { kind: 'identity_linked', holder_id: holderId, detail: { provider: 'Acme' } },
      { kind: 'sso_sign_in', holder_id: holderId, detail: { provider: 'Acme' } },
    ]);
  });

  test('stays the same person though the address there is another, which says nothing of another subject', async () => {
    const company = await openCompany();
    const { email } = await addEmployee(company);
    const login = aLogin();
    await provider.know({ [login]: { claims: { email, email_verified: true } } });
    expect((await signInBySso(api, email, login)).location).toBe('/dashboard/');
    const [other, intruder] = [await addEmployee(company), aLogin()];
    await provider.know({
      [login]: { claims: { email: other.email, email_verified: true } },
      [intruder]: { claims: { email: `nobody@${company.domain}`, email_verified: true } },
    });
    const again = await signInBySso(api, email, login);
    const { body } = await askWithSession(api, again.cookies, '{ viewer { holder { email } } }');
    expect(body.data).toEqual({ viewer: { holder: { email } } });
    const refused = await signInBySso(api, email, intruder);
    expect(refused).toMatchObject({ status: 303, location: '/dashboard/sign-in?refused=no_person', cookies: '' });
  });

  test.each([
    ['unverified', { email_verified: false }, {}, 'address_unverified'],
    ['unverified, in words', { email_verified: 'false' }, {}, 'address_unverified'],
    ['unverified, though the operator trusts', { email_verified: false }, { trustsEmail: true }, 'address_unverified'],
    ['of unknown worth', {}, {}, 'address_unverified'],
    ['of unknown worth, with a provider that is trusted', {}, { trustsEmail: true }, null],
    ['verified, in words', { email_verified: 'true' }, {}, null],
    ['verified, where nobody is linked by it', { email_verified: true }, { linksByEmail: false }, 'not_linked'],
  ])('with an address that is %s', async (_what, claims, changes, reason) => {
    const company = await openCompany(changes);
    const { email } = await addEmployee(company);
    const login = aLogin();
    await provider.know({ [login]: { claims: { email, ...claims } } });
    const back = await signInBySso(api, email, login);
    const where = reason === null ? '/' : `/sign-in?refused=${reason}`;
    expect(back).toMatchObject({ status: 303, location: `/dashboard${where}` });
    if (reason === null) return;
    expect(back.cookies).toBe('');
    const detail = { provider: 'Acme', reason };
    expect(await lastEvent(company.accountId)).toMatchObject({ kind: 'sso_refused', detail });
  });

  test('without an address, or with one of a foreign domain or another account, is refused', async () => {
    const [company, other] = [await openCompany({ provisionedRole: 'member' }), await openOwner(api.db)];
    const elsewhere = `bob@${company.domain}`;
    await createHolder(operatorOf(api.db, other), { email: elsewhere, name: 'Bob', role: 'viewer' });
    const email = `somebody@${company.domain}`;
    const reasons = [];
    for (const claims of [{}, { email: other.email }, { email: `ann@sub.${company.domain}` }, { email: elsewhere }]) {
      const login = aLogin();
      await provider.know({ [login]: { claims: { ...claims, email_verified: true } } });
      const { location } = await signInBySso(api, email, login);
      reasons.push([location, (await lastEvent(company.accountId))?.detail['reason']]);
    }
    expect(reasons).toEqual([
      ['/dashboard/sign-in?refused=address_missing', 'address_missing'],
      ['/dashboard/sign-in?refused=address_foreign', 'address_foreign'],
      ['/dashboard/sign-in?refused=address_foreign', 'address_foreign'],
      ['/dashboard/sign-in?refused=no_person', 'address_elsewhere'],
    ]);
  });

  test('is added in the role that the operator named, without a password, and only there', async () => {
    const company = await openCompany({ provisionedRole: 'viewer' });
    const [email, login] = [`new@${company.domain}`, aLogin()];
    await provider.know({ [login]: { claims: { email, email_verified: true, name: 'New\u0000 Person' } } });
    const back = await signInBySso(api, email, login);
    const asked = '{ viewer { role holder { email name hasPassword } } }';
    const { body } = await askWithSession(api, back.cookies, asked);
    const holder = { email, name: 'New  Person', hasPassword: false };
    expect(body.data).toEqual({ viewer: { role: 'VIEWER', holder } });
    const kinds = (await eventsOf(api, company.accountId)).slice(-3).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['identity_linked', 'invited', 'sso_sign_in']);
    await signInBySso(api, email, login);
    const people = await listHolders(operatorOf(api.db, company));
    expect(people.filter((person) => person.email === email)).toHaveLength(1);
  });

  test('twice at once is added once', async () => {
    const company = await openCompany({ provisionedRole: 'member' });
    const [email, login] = [`twin@${company.domain}`, aLogin()];
    await provider.know({ [login]: { claims: { email, email_verified: true } } });
    const backs = await Promise.all([signInBySso(api, email, login), signInBySso(api, email, login)]);
    expect(backs.map(({ location }) => location)).toContain('/dashboard/');
    const people = await listHolders(operatorOf(api.db, company));
    expect(people.filter((person) => person.email === email)).toHaveLength(1);
  });

  test('is refused where 200 people are in the account already', async () => {
    const company = await openCompany({ provisionedRole: 'member' });
    await queryDatabase(
      api.database,
      `insert into holder (account_id, id, email, name, role)
       select $1, gen_random_uuid(), gen_random_uuid() || '@full.example', 'Full', 'viewer'
       from generate_series(1, 199)`,
      [company.accountId],
    );
    const [email, login] = [`late@${company.domain}`, aLogin()];
    await provider.know({ [login]: { claims: { email, email_verified: true } } });
    expect((await signInBySso(api, email, login)).location).toBe('/dashboard/sign-in?refused=people_full');
  });

  test('is refused once disabled, linked or not', async () => {
    const company = await openCompany({ provisionedRole: 'member' });
    const [linked, other] = [await addEmployee(company), await addEmployee(company)];
    const [login, second] = [aLogin(), aLogin()];
    await provider.know({
      [login]: { claims: { email: linked.email, email_verified: true } },
      [second]: { claims: { email: other.email, email_verified: true } },
    });
    const session = await signInBySso(api, linked.email, login);
    for (const { holderId } of [linked, other]) {
      await disableHolder(operatorOf(api.db, company), holderId, OPERATOR_CLIENT);
    }
    expect((await signInBySso(api, linked.email, login)).location).toBe('/dashboard/sign-in?refused=disabled');
    expect((await signInBySso(api, other.email, second)).location).toBe('/dashboard/sign-in?refused=disabled');
    expect((await askWithSession(api, session.cookies, '{ viewer { role } }')).status).toBe(401);
  });

  test('is linked at five providers at most', async () => {
    const company = await openCompany();
    const { holderId, email } = await addEmployee(company);
    await queryDatabase(
      api.database,
      `insert into holder_identity (account_id, id, holder_id, provider_id, subject)
       select $1, gen_random_uuid(), $2, $3, 'subject ' || n
       from generate_series(1, 5) n`,
      [company.accountId, holderId, company.providerId],
    );
    const login = aLogin();
    await provider.know({ [login]: { claims: { email, email_verified: true } } });
    expect((await signInBySso(api, email, login)).location).toBe('/dashboard/sign-in?refused=identities_full');
  });
});

test('an address whose domain no provider has is 404, and a removed provider is none', async () => {
  const company = await openCompany();
  const ask = (email: string) => startSso(api, email).catch((error: Error) => error.message);
  expect(await ask(`ann@${aDomain()}`)).toContain('answered with 404');
  expect(await ask(`ann@sub.${company.domain}`)).toContain('answered with 404');
  expect(await ask(`ANN@${company.domain.toUpperCase()}`)).toMatchObject({ url: expect.stringContaining('state=') });
});

test('a session by a provider lasts twelve hours at most', async () => {
  const company = await openCompany();
  const { holderId, email } = await addEmployee(company);
  const login = aLogin();
  await provider.know({ [login]: { claims: { email, email_verified: true } } });
  await signInBySso(api, email, login);
  const [session] = await queryDatabase<{ hours: number; provider_id: string }>(
    api.database,
    `select extract(epoch from expires_at - created_at)::float8 / 3600 as hours, provider_id
     from session
     where account_id = $1 and holder_id = $2`,
    [company.accountId, holderId],
  );
  expect(session).toMatchObject({ provider_id: company.providerId });
  expect(session?.hours).toBeCloseTo(12, 3);
});

test.each([
  ['/competitors#top', '/dashboard/competitors#top'],
  ['//evil.example/', '/dashboard/'],
  ['https://evil.example/', '/dashboard/'],
  ['/\\evil.example', '/dashboard/'],
  ['/../../graphql', '/dashboard/'],
  ['prompts', '/dashboard/'],
  [`/${'x'.repeat(1_001)}`, '/dashboard/'],
])('a browser that wanted to go to %.40s goes to %s', async (returnTo, location) => {
  const company = await openCompany();
  const { email } = await addEmployee(company);
  const login = aLogin();
  await provider.know({ [login]: { claims: { email, email_verified: true } } });
  expect((await signInBySso(api, email, login, { returnTo })).location).toBe(location);
});

test('the way there asks for a code with PKCE, state and nonce, and fills the address in', async () => {
  const company = await openCompany();
  const { url, cookie } = await startSso(api, `ann@${company.domain}`);
  const { origin, searchParams } = new URL(url);
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'brand-visibility',
    redirect_uri: `${api.url}/dashboard/sso/callback`,
    response_type: 'code',
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    login_hint: `ann@${company.domain}`,
  });
  expect(cookie).toMatch(/^sso=[\w-]{64}$/);
  const back = await comeBack(await walkThrough(url, 'nobody'), cookie);
  expect(back.location).toBe('/dashboard/sign-in?refused=cancelled');
});
