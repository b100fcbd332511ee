import { useApi } from '../support/api.js';
import { type AskedFactor, addApp, addPasskey, Browser, dataOf, signedInBrowser } from '../support/factors.js';
import { addPerson, openOwner, PASSWORD } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

const STEP_MS = 30_000;
const clock = new TestClock();
const api = useApi({ clock, trustProxy: true });

const STEP_UP = '/dashboard/session/step-up';
const REQUIREMENT = '/dashboard/factors/requirement';
const CREATE_KEY = 'mutation { createApiKey(input: {name: "n"}) { apiKey } }';
const REFUSED = { code: 'FORBIDDEN', reason: 'STEP_UP_REQUIRED' };
const WITHOUT_FACTOR = { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_REQUIRED' };

/** As after ten minutes. */
async function letSessionsAge(accountId: string): Promise<void> {
  const age = `update session set stepped_up_at = now() - interval '10 minutes 1 second' where account_id = $1`;
  await queryDatabase(api.database, age, [accountId]);
}

async function codeOfKey(browser: Browser): Promise<object | null> {
  const { body } = await browser.graphql(CREATE_KEY);
  const { errors } = body as { errors?: { extensions: object }[] };
  return errors?.[0]?.extensions ?? null;
}

describe('a session whose holder proved nothing for ten minutes', () => {
  test('changes no keys, people and factors, until the password is sent again, and may still read', async () => {
    const owner = await openOwner(api.db);
    const other = await addPerson(api.db, owner, 'member');
    const browser = await signedInBrowser(api, owner.email);
    expect(await codeOfKey(browser)).toBeNull();
    await letSessionsAge(owner.accountId);
    const id = `"${other.holderId}"`;
    for (const mutation of [
      'createApiKey(input: {name: "n"}) { apiKey }',
      `revokeApiKey(id: ${id}) { id }`,
      'inviteHolder(input: {email: "a@example.com", name: "n", role: MEMBER}) { url }',
      `renewHolderLink(id: ${id}) { url }`,
      `updateHolder(id: ${id}, input: {role: VIEWER}) { id }`,
      `disableHolder(id: ${id}) { id }`,
    ]) {
      const { body } = await browser.graphql(`mutation { ${mutation} }`);
      expect(body).toMatchObject({ errors: [{ extensions: REFUSED }] });
    }
    for (const [method, path] of [
      ['POST', '/dashboard/factors/totp'],
      ['POST', '/dashboard/factors/passkeys/challenge'],
      ['POST', '/dashboard/factors/recovery-codes'],
      ['DELETE', '/dashboard/factors/totp'],
      ['POST', REQUIREMENT],
    ] as const) {
      const { status, body } = await browser.send(method, path, { is_required: true });
      expect({ status, body }).toMatchObject({ status: 403, body: { error: REFUSED } });
    }
    expect((await browser.graphql('{ apiKeys { id } holders { id } }')).body).not.toHaveProperty('errors');
    expect(await browser.ask('POST', `${STEP_UP}/challenge`)).toEqual({ methods: ['password'], passkey: null });
    expect((await browser.send('POST', STEP_UP, { password: PASSWORD })).status).toBe(204);
    expect(await codeOfKey(browser)).toBeNull();
  });

  test('is asked for the second factor where there is one, and the password counts for nothing then', async () => {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    const app = await addApp(browser, clock.now());
    clock.advance(2 * STEP_MS);
    await letSessionsAge(owner.accountId);
    expect((await browser.send('POST', STEP_UP, { password: PASSWORD })).status).toBe(422);
    expect(await codeOfKey(browser)).toEqual(REFUSED);
    const sent = { currentPassword: PASSWORD, password: 'another battery staple horse' };
    expect((await browser.send('POST', '/dashboard/password', sent)).status).toBe(403);
    expect((await browser.send('POST', STEP_UP, { code: app.codeAt(clock.now()) })).status).toBe(204);
    expect(await codeOfKey(browser)).toBeNull();
    expect((await browser.send('POST', STEP_UP, { code: app.codeAt(clock.now()) })).status).toBe(422);
  });

  test('is stepped up by a passkey, which signs each challenge of its own session once', async () => {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    const authenticator = await addPasskey(browser);
    await letSessionsAge(owner.accountId);
    const ask = async () => {
      const { passkey } = await browser.ask<AskedFactor>('POST', `${STEP_UP}/challenge`);
      if (!passkey) throw new Error('no passkey is asked for');
      return passkey;
    };
    const evil = authenticator.get(await ask(), { origin: 'https://evil.example' });
    expect((await browser.send('POST', STEP_UP, { passkey: evil })).status).toBe(422);
    const options = await ask();
    expect((await browser.send('POST', STEP_UP, { passkey: authenticator.get(options) })).status).toBe(204);
    expect(await codeOfKey(browser)).toBeNull();
    expect((await browser.send('POST', STEP_UP, { passkey: authenticator.get(options) })).status).toBe(422);
  });

  test('has ten tries in a quarter of an hour, and each that fails is a security event', async () => {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push((await browser.send('POST', STEP_UP, { password: 'wrong' })).status);
    expect(tries).toEqual([...Array(10).fill(422), 429]);
    const failed = `select id from security_event where account_id = $1 and kind = 'step_up_failed'`;
    expect(await queryDatabase(api.database, failed, [owner.accountId])).toHaveLength(10);
  });
});

describe('an account that requires a second factor', () => {
  async function requiring() {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    await addApp(browser, clock.now());
    return { owner, browser };
  }

  test('is made so by an owner who has one, and by nobody else', async () => {
    const { owner, browser } = await requiring();
    const member = await addPerson(api.db, owner, 'member');
    const without = await signedInBrowser(api, (await openOwner(api.db)).email);
    expect((await without.send('POST', REQUIREMENT, { is_required: true })).status).toBe(409);
    const ofMember = await signedInBrowser(api, member.email);
    expect((await ofMember.send('POST', REQUIREMENT, { is_required: true })).status).toBe(403);
    expect((await browser.send('POST', REQUIREMENT, { is_required: true })).status).toBe(204);
    expect(await browser.ask('GET', '/dashboard/factors')).toMatchObject({ is_required: true });
    expect((await browser.send('DELETE', '/dashboard/factors/totp')).status).toBe(409);
  });

  test('lets who has none do nothing but add one, in sessions opened before and after', async () => {
    const { owner, browser } = await requiring();
    const other = await addPerson(api.db, owner, 'owner');
    const before = await signedInBrowser(api, other.email);
    expect((await browser.send('POST', REQUIREMENT, { is_required: true })).status).toBe(204);
    const after = await signedInBrowser(api, other.email);
    for (const restricted of [before, after]) {
      const asked = await restricted.graphql('{ viewer { role } }');
      expect(asked).toMatchObject({ status: 403, body: { errors: [{ extensions: WITHOUT_FACTOR }] } });
      for (const path of [REQUIREMENT, '/dashboard/password']) {
        const { status, body } = await restricted.send('POST', path, { is_required: false });
        expect({ status, body }).toMatchObject({ status: 403, body: { error: WITHOUT_FACTOR } });
      }
    }
    await addPasskey(after);
    expect((await after.graphql('{ viewer { role } }')).status).toBe(200);
    expect((await before.graphql('{ viewer { role } }')).status).toBe(401);
  });
});

test('a link for a new password opens no session of who has a second factor without it', async () => {
  const owner = await openOwner(api.db);
  const browser = await signedInBrowser(api, owner.email);
  const app = await addApp(browser, clock.now());
  clock.advance(2 * STEP_MS);
  const { body } = await browser.graphql(`mutation { renewHolderLink(id: "${owner.holderId}") { url } }`);
  const { renewHolderLink } = dataOf<{ renewHolderLink: { url: string } }>(body);
  const token = renewHolderLink.url.split('#')[1];
  const mailbox = new Browser(api);
  const used = await mailbox.send('POST', '/dashboard/links/use', { token, password: 'a new battery staple horse' });
  expect(used).toMatchObject({ status: 202, body: { data: { methods: ['totp', 'recovery_code'] } } });
  expect((await mailbox.graphql('{ viewer { role } }')).status).toBe(401);
  const code = app.codeAt(clock.now());
  expect((await mailbox.send('POST', '/dashboard/session/factor', { code })).status).toBe(204);
  expect((await mailbox.graphql('{ viewer { role } }')).status).toBe(200);
});
