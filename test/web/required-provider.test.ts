import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { createHolder, listHolders } from '../../src/core/people/holders.js';
import { createLink } from '../../src/core/people/links.js';
import { updateIdentityProvider } from '../../src/core/people/providers/required-provider.js';
import { OPERATOR_CLIENT } from '../../src/core/people/security-events.js';
import type { Role } from '../../src/entities/vocabulary.js';
import type { Mail } from '../../src/mail/mail.js';
import { useApi, useReplica } from '../support/api.js';
import { aDomain, addProvider, eventsOf, startSso, useProvider } from '../support/company-sign-in.js';
import { type App, type AskedFactor, addApp, Browser, dataOf, signedInBrowser } from '../support/factors.js';
import { type KnownPerson, walkThrough } from '../support/identity-provider.js';
import { OWN_PAGE as OWN, operatorOf, PASSWORD } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';
import { until } from '../support/until.js';

const STEP_MS = 30_000;
const clock = new TestClock();
const mails: Mail[] = [];
const api = useApi({ clock, trustProxy: true, sendMail: async (mail) => void mails.push(mail) });
const replica = useReplica(api, { clock, trustProxy: true });
const provider = useProvider(api);

afterEach(async () => {
  await provider.spoil('plain');
  await queryDatabase(api.database, 'delete from sign_in_throttle');
});

interface Member {
  holderId: string;
  email: string;
}

interface Company {
  accountId: string;
  tier: 'agency';
  domain: string;
  providerId: string;
  owner: Member;
}

/** Whom logins of the provider stand for: each test adds its own. */
const known: Record<string, KnownPerson> = {};

async function openCompany(changes: object = {}): Promise<Company> {
  const domain = aDomain();
  const email = `owner@${domain}`;
  const input = { name: 'Test', email, tier: 'agency', password: PASSWORD };
  const { accountId } = await createAccount(api.db, SYSTEM_CLOCK, input);
  const account = { accountId, tier: 'agency' as const };
  const { id: providerId } = await addProvider(api, account, provider.issuer, { domains: [domain], ...changes });
  const [owner] = await listHolders(operatorOf(api.db, account));
  if (!owner) throw new Error('an account without an owner');
  return { ...account, domain, providerId, owner: { holderId: owner.holderId, email } };
}

/** Somebody of the company, with a password. */
async function addMember(company: Company, role: Role = 'member', domain = company.domain): Promise<Member> {
  const email = `${randomUUID()}@${domain}`;
  const input = { email, name: role, role, password: PASSWORD };
  const { holderId } = await createHolder(operatorOf(api.db, company), input);
  return { holderId, email };
}

/** A browser that came by the provider; where it was sent then. */
async function arrive(
  { email }: Member,
  person: KnownPerson = {},
  browser = new Browser(api),
): Promise<{ browser: Browser; location: string | null; login: string }> {
  const login = `login of ${email}`;
  known[login] = { claims: { email, email_verified: true }, ...person };
  await provider.know(known);
  const { data } = (await browser.send('POST', '/dashboard/sso', { email })).body as { data: { url: string } };
  return { browser, location: await browser.visit(await walkThrough(data.url, login)), login };
}

async function mark({ owner }: Company, browser: Browser, isMarked = true) {
  return browser.graphql(
    `mutation { updateHolder(id: "${owner.holderId}", input: { mayUsePassword: ${isMarked} }) { mayUsePassword } }`,
  );
}

function require(company: Company, browser: Browser, isRequired = true) {
  const input = `input: { isRequired: ${isRequired} }`;
  return browser.graphql(`mutation { updateIdentityProvider(id: "${company.providerId}", ${input}) { isRequired } }`);
}

/** An account whose provider is required: its owner is marked, and has an app. */
async function openRequired(): Promise<Company & { browser: Browser; app: App }> {
  const company = await openCompany();
  const byPassword = await signedInBrowser(api, company.owner.email);
  const app = await addApp(byPassword, clock.now());
  expect((await mark(company, byPassword)).body).toEqual(withoutErrors({ updateHolder: { mayUsePassword: true } }));
  const { browser } = await arrive(company.owner);
  await proveFactor(browser, app);
  expect((await require(company, browser)).body).toEqual(
    withoutErrors({ updateIdentityProvider: { isRequired: true } }),
  );
  return { ...company, browser, app };
}

async function proveFactor(browser: Browser, app: App): Promise<void> {
  clock.advance(STEP_MS);
  const { status, text } = await browser.send('POST', '/dashboard/session/factor', { code: app.codeAt(clock.now()) });
  if (status !== 204) throw new Error(`the factor was answered with ${status}: ${text}`);
}

interface InvitedPerson {
  holder: { id: string; hasJoined: boolean };
  isMailed: boolean;
  url: string | null;
  linkExpiresAt: string | null;
  requiredProvider: string | null;
}

const WAY_IN = 'holder { id hasJoined } isMailed url linkExpiresAt requiredProvider';
const inviting = (email: string) =>
  `mutation { inviteHolder(input: { email: "${email}", name: "New", role: MEMBER }) { ${WAY_IN} } }`;

async function invite({ browser }: { browser: Browser }, email: string): Promise<InvitedPerson> {
  return dataOf<{ inviteHolder: InvitedPerson }>((await browser.graphql(inviting(email))).body).inviteHolder;
}

async function renew({ browser }: { browser: Browser }, { holderId }: Member): Promise<InvitedPerson> {
  const { body } = await browser.graphql(`mutation { renewHolderLink(id: "${holderId}") { ${WAY_IN} } }`);
  return dataOf<{ renewHolderLink: InvitedPerson }>(body).renewHolderLink;
}

/** Makes somebody known at another provider of the account, as by hand. */
async function linkAt({ accountId }: Company, { holderId }: Member, name: string, subject: string): Promise<void> {
  await queryDatabase(
    api.database,
    `insert into holder_identity (account_id, id, holder_id, provider_id, subject)
     select $1, gen_random_uuid(), $2, id, $4
     from identity_provider
     where account_id = $1 and name = $3`,
    [accountId, holderId, name, subject],
  );
}

const withoutErrors = (data: object) => expect.objectContaining({ data });
const errorOf = (body: unknown) => (body as { errors?: { message: string }[] }).errors?.[0]?.message ?? null;
const viewerOf = async (browser: Browser) =>
  dataOf<{ viewer: { holder: { id: string } } | null }>((await browser.graphql('{ viewer { holder { id } } }')).body);

describe('requiring a provider', () => {
  test('is refused in a session by password, without a marked owner, and for all but owners', async () => {
    const company = await openCompany();
    const byPassword = await signedInBrowser(api, company.owner.email);
    expect(errorOf((await require(company, byPassword)).body)).toContain('Sign in by this provider first');
    const { browser } = await arrive(company.owner);
    expect(errorOf((await require(company, browser)).body)).toContain('First mark an owner');
    expect(errorOf((await mark(company, browser)).body)).toContain('a password and a second factor');
    const member = await addMember(company);
    expect(errorOf((await require(company, (await arrive(member)).browser)).body)).toContain('Your role, member');
    const operator = operatorOf(api.db, company);
    const byOperator = updateIdentityProvider(operator, company.providerId, { isRequired: true }, OPERATOR_CLIENT);
    await expect(byOperator).rejects.toThrow('Only a signed-in owner');
  });

  test('ends sessions by password, on each replica, but of the marked and of other domains', async () => {
    const company = await openCompany();
    const [member, outsider] = [await addMember(company), await addMember(company, 'member', aDomain())];
    const byPassword = await signedInBrowser(api, company.owner.email);
    const app = await addApp(byPassword, clock.now());
    await mark(company, byPassword);
    const [ended, kept] = [await signedInBrowser(api, member.email), await signedInBrowser(api, outsider.email)];
    const byProvider = await arrive(member);
    const { browser } = await arrive(company.owner);
    await proveFactor(browser, app);
    expect(errorOf((await require(company, browser)).body)).toBeNull();
    for (const at of [api, replica]) {
      const ask = async ({ cookie }: Browser) =>
        (await at.request('POST', '/graphql', { ...OWN, Cookie: cookie }, '{"query":"{ account { id } }"}')).status;
      expect(await ask(ended)).toBe(401);
      for (const good of [kept, byPassword, byProvider.browser, browser]) expect(await ask(good)).toBe(200);
    }
    const required = (await eventsOf(api, company.accountId)).find(({ kind }) => kind === 'sso_required');
    expect(required?.detail).toEqual({ provider: 'Acme', sessions: '1' });
  });

  test('refuses the right password by a reason of its own, and a wrong one as ever', async () => {
    const company = await openRequired();
    const member = await addMember(company);
    const browser = new Browser(api);
    const right = await browser.signIn(member.email);
    expect(right.status).toBe(403);
    expect(right.body).toMatchObject({
      error: {
        code: 'FORBIDDEN',
        reason: 'SSO_REQUIRED',
        message: 'Your account requires Acme: use Sign in with your company',
      },
    });
    expect(right.headers.getSetCookie()).toEqual([]);
    const wrong = await browser.signIn(member.email, 'a wrong password, long enough');
    const unknown = await browser.signIn(`${randomUUID()}@${company.domain}`);
    expect({ status: wrong.status, body: wrong.body }).toEqual({ status: 401, body: unknown.body });
    const refused = (await eventsOf(api, company.accountId)).find(({ kind }) => kind === 'sso_refused');
    expect(refused).toMatchObject({ holder_id: member.holderId, detail: { reason: 'password', provider: 'Acme' } });
    const outsider = await addMember(company, 'member', aDomain());
    expect((await browser.signIn(outsider.email)).status).toBe(204);
  });

  test('lets a marked owner in by password and factor, as an event of its own', async () => {
    const { owner, app, accountId } = await openRequired();
    const browser = new Browser(api);
    expect((await browser.signIn(owner.email)).status).toBe(202);
    await proveFactor(browser, app);
    expect((await eventsOf(api, accountId)).at(-1)).toEqual({
      kind: 'break_glass_sign_in',
      holder_id: owner.holderId,
      detail: { factor: 'totp', provider: 'Acme' },
    });
    await queryDatabase(api.database, 'delete from totp_factor where account_id = $1', [accountId]);
    expect((await new Browser(api).signIn(owner.email)).body).toMatchObject({ error: { reason: 'SSO_REQUIRED' } });
  });

  test('keeps the last marked owner one: not demoted, disabled, unmarked, gone, or without a factor', async () => {
    const company = await openRequired();
    const { owner, browser } = company;
    const other = await addMember(company, 'owner');
    const id = `id: "${owner.holderId}"`;
    for (const mutation of [
      `updateHolder(${id}, input: { role: MEMBER }) { id }`,
      `disableHolder(${id}) { id }`,
      `updateHolder(${id}, input: { mayUsePassword: false }) { id }`,
      'leaveAccount(name: "Test") { accountId }',
    ]) {
      const { body } = await browser.graphql(`mutation { ${mutation} }`);
      expect(errorOf(body)).toContain('needs an owner whose password still signs in');
    }
    expect((await browser.send('DELETE', '/dashboard/factors/totp')).status).toBe(409);
    const second = (await arrive(other)).browser;
    await addApp(second, clock.now());
    const marked = `mutation { updateHolder(id: "${other.holderId}", input: { mayUsePassword: true }) { id } }`;
    expect(errorOf((await browser.graphql(marked)).body)).toBeNull();
    expect(
      errorOf((await second.graphql(`mutation { updateHolder(${id}, input: { role: MEMBER }) { id } }`)).body),
    ).toBeNull();
    const people = await listHolders(operatorOf(api.db, company));
    expect(people.filter(({ mayUsePassword }) => mayUsePassword).map(({ email }) => email)).toEqual([other.email]);
  });

  test('is taken back by an owner and by the operator, and passwords sign in again', async () => {
    const company = await openRequired();
    const member = await addMember(company);
    expect((await new Browser(api).signIn(member.email)).status).toBe(403);
    expect(errorOf((await require(company, company.browser, false)).body)).toBeNull();
    expect((await new Browser(api).signIn(member.email)).status).toBe(204);
    expect(errorOf((await require(company, company.browser)).body)).toBeNull();
    const operator = operatorOf(api.db, company);
    await updateIdentityProvider(operator, company.providerId, { isRequired: false }, OPERATOR_CLIENT);
    expect((await new Browser(api).signIn(member.email)).status).toBe(204);
  });

  test('mails no reset but why there is none, and no link sets a password', async () => {
    const company = await openRequired();
    const member = await addMember(company);
    const of = { accountId: company.accountId, holderId: member.holderId, purpose: 'reset' } as const;
    const { token } = await api.db.transaction((tx) => createLink(tx, of));
    const browser = new Browser(api);
    const use = { token, password: 'another horse battery staple' };
    const used = await browser.send('POST', '/dashboard/links/use', use);
    expect(used).toMatchObject({ status: 403, body: { error: { reason: 'SSO_REQUIRED' } } });
    mails.length = 0;
    expect((await browser.send('POST', '/dashboard/links', { email: member.email })).status).toBe(202);
    await until(
      async () => mails.length,
      (sent) => sent > 0,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: member.email, text: expect.stringContaining('Your account requires Acme') });
    expect(mails[0]?.text).not.toContain('/dashboard/link#');
    const own = { current_password: PASSWORD, password: 'another horse battery staple' };
    const { browser: byProvider } = await arrive(member);
    expect((await byProvider.send('POST', '/dashboard/password', own)).body).toMatchObject({
      error: { reason: 'SSO_REQUIRED' },
    });
  });

  test('invites people to the company sign-in, who have come in by it; no link is made', async () => {
    const company = await openRequired();
    const email = `new@${company.domain}`;
    const { holder, ...way } = await invite(company, email);
    expect(way).toEqual({ isMailed: true, url: null, linkExpiresAt: null, requiredProvider: 'Acme' });
    expect(holder).toMatchObject({ hasJoined: false });
    expect(mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining('Sign in with Acme:') });
    expect(mails.at(-1)?.text).toContain('/dashboard/sign-in?by=company');
    expect(mails.at(-1)?.text).not.toContain('/dashboard/link#');
    const count = 'select count(*)::int as links from one_time_link where account_id = $1';
    expect(await queryDatabase(api.database, count, [company.accountId])).toEqual([{ links: 0 }]);
    const { browser, location } = await arrive({ holderId: holder.id, email });
    expect(location).toBe('/dashboard/');
    expect(await viewerOf(browser)).toEqual({ viewer: { holder: { id: holder.id } } });
    expect((await eventsOf(api, company.accountId)).map(({ kind }) => kind)).toContain('identity_linked');
    // Also to who sees no identities but their own.
    const member = await arrive(await addMember(company));
    const { holders } = dataOf<{ holders: { email: string; hasJoined: boolean; hasPassword: boolean }[] }>(
      (await member.browser.graphql('{ holders { email hasJoined hasPassword } }')).body,
    );
    expect(holders).toContainEqual({ email, hasJoined: true, hasPassword: false });
  });

  test('makes no link for who is known already, but one for addresses of other domains and marked owners', async () => {
    const company = await openRequired();
    const member = await addMember(company);
    expect(await renew(company, member)).toMatchObject({
      isMailed: true,
      requiredProvider: 'Acme',
      linkExpiresAt: null,
    });
    expect(mails.at(-1)).toMatchObject({ to: member.email, text: expect.stringContaining('requires Acme') });
    const outside = await invite(company, `ann@${aDomain()}`);
    expect(outside).toMatchObject({ requiredProvider: null, linkExpiresAt: expect.any(String) });
    expect(mails.at(-1)?.text).toContain('/dashboard/link#');
    expect(await renew(company, company.owner)).toMatchObject({ requiredProvider: null });
    expect(mails.at(-1)?.text).toContain('/dashboard/link#');
  });

  test('invites nobody whom the provider would not let in', async () => {
    const company = await openRequired();
    const rule = 'update identity_provider set links_by_email = false where account_id = $1';
    await queryDatabase(api.database, rule, [company.accountId]);
    const email = `new@${company.domain}`;
    const refused = await company.browser.graphql(inviting(email));
    expect(errorOf(refused.body)).toBe(
      'Acme is required and links nobody by e-mail address, so this person could not come in',
    );
    expect((await listHolders(operatorOf(api.db, company))).map((holder) => holder.email)).not.toContain(email);
    // Who was linked before comes in all the same.
    expect(await renew(company, company.owner)).toMatchObject({ requiredProvider: null });
  });

  test('is for the provider of an address alone: another of the account lets its people not in', async () => {
    const company = await openRequired();
    const member = await addMember(company);
    const second = aDomain();
    await addProvider(api, company, provider.issuer, { name: 'Other', domains: [second] });
    const link = await arrive(member);
    await linkAt(company, member, 'Other', link.login);
    const sent = await startSso(api, `ann@${second}`);
    const browser = new Browser(api, { Cookie: sent.cookie });
    expect(await browser.visit(await walkThrough(sent.url, link.login))).toBe(
      '/dashboard/sign-in?refused=another_required',
    );
  });
});

describe('an owner whose password was kept', () => {
  test('loses the mark by being disabled: who is invited again comes in by the provider', async () => {
    const company = await openRequired();
    const other = await addMember(company, 'owner');
    const app = await addApp((await arrive(other)).browser, clock.now());
    expect(app.recoveryCodes).not.toEqual([]);
    const marked = `mutation { updateHolder(id: "${other.holderId}", input: { mayUsePassword: true }) { id } }`;
    expect(errorOf((await company.browser.graphql(marked)).body)).toBeNull();
    const disable = `mutation { disableHolder(id: "${other.holderId}") { id } }`;
    expect(errorOf((await company.browser.graphql(disable)).body)).toBeNull();
    const input = `{ email: "${other.email}", name: "Back", role: OWNER }`;
    const again = await company.browser.graphql(`mutation { inviteHolder(input: ${input}) { ${WAY_IN} } }`);
    expect(dataOf<object>(again.body)).toMatchObject({ inviteHolder: { requiredProvider: 'Acme' } });
  });
});

describe('the second factor of who comes by a provider', () => {
  test('does not open a session by one provider once another is required', async () => {
    const company = await openCompany();
    const member = await addMember(company);
    const app = await addApp(await signedInBrowser(api, member.email), clock.now());
    const second = aDomain();
    await addProvider(api, company, provider.issuer, { name: 'Other', domains: [second] });
    await linkAt(company, member, 'Other', 'subject at another');
    await queryDatabase(api.database, 'update account set second_factor_required = true where account_id = $1', [
      company.accountId,
    ]);
    const sent = await startSso(api, `ann@${second}`);
    const browser = new Browser(api, { Cookie: sent.cookie });
    const location = await browser.visit(await walkThrough(sent.url, 'subject at another'));
    expect(location).toBe('/dashboard/sign-in?factor=asked&back=%2F');
    await queryDatabase(
      api.database,
      'update identity_provider set is_required = true where account_id = $1 and id = $2',
      [...[company.accountId, company.providerId]],
    );
    clock.advance(STEP_MS);
    const own = new Browser(api, { Cookie: browser.cookie });
    const answer = await own.send('POST', '/dashboard/session/factor', { code: app.codeAt(clock.now()) });
    expect(answer).toMatchObject({ status: 403, body: { error: { reason: 'SSO_REQUIRED' } } });
    expect(own.cookie).not.toContain('session=');
  });

  test('is proved once, before it is linked; where it is required, whenever the provider did not', async () => {
    const company = await openCompany();
    const { owner } = company;
    const byPassword = await signedInBrowser(api, owner.email);
    const app = await addApp(byPassword, clock.now());
    const first = await arrive(owner);
    expect(first.location).toBe('/dashboard/sign-in?factor=asked&back=%2F');
    expect((await first.browser.graphql('{ account { id } }')).status).toBe(401);
    const asked = await first.browser.ask<AskedFactor>('GET', '/dashboard/session/factor');
    expect(asked).toMatchObject({ methods: ['totp', 'recovery_code'], passkey: null });
    const wrong = await first.browser.send('POST', '/dashboard/session/factor', { code: '000000' });
    expect(wrong.status).toBe(401);
    // Nothing was linked yet: who came again is asked again.
    expect((await arrive(owner)).location).toContain('factor=asked');
    await proveFactor(first.browser, app);
    expect(await viewerOf(first.browser)).toEqual({ viewer: { holder: { id: owner.holderId } } });
    expect((await arrive(owner)).location).toBe('/dashboard/');
    const required = await first.browser.send('POST', '/dashboard/factors/requirement', { is_required: true });
    expect(required.status).toBe(204);
    expect((await arrive(owner)).location).toContain('factor=asked');
    expect((await arrive(owner, { amr: ['pwd', 'mfa'] })).location).toBe('/dashboard/');
    const kinds = (await eventsOf(api, company.accountId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'identity_linked')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'sso_sign_in')).toHaveLength(3);
  });

  test('that an account requires is there where the provider asked for it, and else is to be added', async () => {
    const company = await openCompany();
    await queryDatabase(api.database, 'update account set second_factor_required = true where account_id = $1', [
      company.accountId,
    ]);
    const member = await addMember(company);
    const without = await arrive(member);
    expect(without.location).toBe('/dashboard/');
    const asked = (await without.browser.graphql('{ account { id } }')).body;
    expect(asked).toMatchObject({ errors: [{ extensions: { reason: 'SECOND_FACTOR_REQUIRED' } }] });
    const { browser } = await arrive(member, { amr: ['otp'] });
    expect((await browser.graphql('{ account { id } }')).body).not.toHaveProperty('errors');
  });
});

describe('stepping up a session by a provider', () => {
  const CHALLENGE = '/dashboard/session/step-up/challenge';
  const CREATE_KEY = 'mutation { createApiKey(input: { name: "n" }) { apiKey } }';

  async function aged(company: Company): Promise<void> {
    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [company.accountId]);
  }

  async function sendToProvider(browser: Browser): Promise<string> {
    const { url } = await browser.ask<{ url: string }>('POST', '/dashboard/sso/step-up', { return_to: '/api-keys' });
    return url;
  }

  test('is done at the provider, which asks the person anew; the password does not do', async () => {
    const company = await openCompany();
    const member = await addMember(company);
    const { browser, login } = await arrive(member);
    await aged(company);
    expect(errorOf((await browser.graphql(CREATE_KEY)).body)).toContain('Confirm your identity');
    expect(await browser.ask('POST', CHALLENGE)).toEqual({ methods: ['provider'], passkey: null });
    expect((await browser.send('POST', '/dashboard/session/step-up', { password: PASSWORD })).status).toBe(422);
    const url = await sendToProvider(browser);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(await browser.visit(await walkThrough(url, login))).toBe('/dashboard/api-keys');
    expect(errorOf((await browser.graphql(CREATE_KEY)).body)).toBeNull();
    const steppedUp = (await eventsOf(api, company.accountId)).find(({ kind }) => kind === 'stepped_up');
    expect(steppedUp?.detail).toEqual({ factor: 'provider', provider: 'Acme' });
  });

  test('is refused for another person, for one who was asked long ago, and for a session that ended', async () => {
    const company = await openCompany();
    const [member, other] = [await addMember(company), await addMember(company)];
    const { login: othersLogin } = await arrive(other);
    const { browser, login } = await arrive(member);
    await aged(company);
    const asOther = await walkThrough(await sendToProvider(browser), othersLogin);
    expect(await browser.visit(asOther)).toBe('/dashboard/account?refused=another_person');
    await provider.know({ ...known, [login]: { ...known[login], authAgo: 3_600 } });
    const url = await sendToProvider(browser);
    expect(await browser.visit(await walkThrough(url, login))).toBe('/dashboard/account?refused=token_invalid');
    await provider.know(known);
    const late = await sendToProvider(browser);
    await queryDatabase(api.database, 'update session set ended_at = now() where account_id = $1', [company.accountId]);
    expect(await browser.visit(await walkThrough(late, login))).toBe('/dashboard/account?refused=session_over');
  });

  test('is no way for a session by password', async () => {
    const company = await openCompany();
    const browser = await signedInBrowser(api, company.owner.email);
    expect((await browser.send('POST', '/dashboard/sso/step-up', {})).status).toBe(409);
  });
});

describe('linking by hand', () => {
  test('makes somebody known whatever address they have there, and is undone by them or an owner', async () => {
    const company = await openCompany({ linksByEmail: false });
    const member = await addMember(company, 'viewer', aDomain());
    const browser = await signedInBrowser(api, member.email);
    const login = `private-${randomUUID()}`;
    known[login] = { claims: { email: 'ann@private.example' } };
    await provider.know(known);
    const link = { provider_id: company.providerId, return_to: '/account' };
    const { url } = await browser.ask<{ url: string }>('POST', '/dashboard/sso/link', link);
    expect(await browser.visit(await walkThrough(url, login))).toBe('/dashboard/account');
    const asked = '{ viewer { holder { identities { id providerName lastUsedAt } } } }';
    const { viewer } = dataOf<{ viewer: { holder: { identities: { id: string }[] } } }>(
      (await browser.graphql(asked)).body,
    );
    expect(viewer.holder.identities).toEqual([{ id: expect.any(String), providerName: 'Acme', lastUsedAt: null }]);
    const sent = await startSso(api, `x@${company.domain}`);
    const other = new Browser(api, { Cookie: sent.cookie });
    expect(await other.visit(await walkThrough(sent.url, login))).toBe('/dashboard/');
    const owner = await signedInBrowser(api, company.owner.email);
    const all = dataOf<{ holders: { identities: unknown[] }[] }>(
      (await owner.graphql('{ holders { identities { id } } }')).body,
    );
    expect(all.holders.flatMap(({ identities }) => identities)).toHaveLength(1);
    const remove = `mutation { removeHolderIdentity(id: "${viewer.holder.identities[0]?.id}") { id } }`;
    const stranger = await signedInBrowser(api, (await addMember(company)).email);
    expect(errorOf((await stranger.graphql(remove)).body)).toBe('Linked identity not found');
    expect(errorOf((await owner.graphql(remove)).body)).toBeNull();
    const again = await startSso(api, `x@${company.domain}`);
    const refused = new Browser(api, { Cookie: again.cookie });
    expect(await refused.visit(await walkThrough(again.url, login))).toBe('/dashboard/sign-in?refused=not_linked');
  });

  test('does not take whom another person is, and needs a session that proved who it is', async () => {
    const company = await openCompany();
    const [one, other] = [await addMember(company), await addMember(company)];
    const { login } = await arrive(one);
    const browser = await signedInBrowser(api, other.email);
    const link = { provider_id: company.providerId };
    const { url } = await browser.ask<{ url: string }>('POST', '/dashboard/sso/link', link);
    expect(await browser.visit(await walkThrough(url, login))).toBe('/dashboard/account?refused=identity_taken');
    const foreign = await openCompany();
    expect((await browser.send('POST', '/dashboard/sso/link', { provider_id: foreign.providerId })).status).toBe(404);
    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [company.accountId]);
    expect((await browser.send('POST', '/dashboard/sso/link', link)).body).toMatchObject({
      error: { reason: 'STEP_UP_REQUIRED' },
    });
  });
});
