import { useApi } from '../support/api.js';
import { Authenticator, type CreationOptions } from '../support/authenticator.js';
import { type AskedFactor, addApp, addPasskey, Browser, dataOf, signedInBrowser } from '../support/factors.js';
import { openOwner } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

const STEP_MS = 30_000;
const clock = new TestClock();
const api = useApi({ clock, trustProxy: true });
const FACTOR = '/dashboard/session/factor';
const ACCOUNT = '{ account { id } }';

/** Somebody with an app, and a new browser of theirs whose password was right. */
async function withApp() {
  const owner = await openOwner(api.db);
  const first = await signedInBrowser(api, owner.email);
  const app = await addApp(first, clock.now());
  clock.advance(2 * STEP_MS);
  return { owner, first, app };
}

async function asked(email: string, browser = new Browser(api)): Promise<{ browser: Browser; factor: AskedFactor }> {
  const { status, body } = await browser.signIn(email);
  expect(status).toBe(202);
  return { browser, factor: dataOf<AskedFactor>(body) };
}

const at = (ms: number) => new Date(clock.now().getTime() + ms);

describe('an authenticator app', () => {
  test('is asked for after the password, which alone opens nothing; its code opens the session', async () => {
    const { owner, app } = await withApp();
    const { browser, factor } = await asked(owner.email);
    expect(factor).toMatchObject({ methods: ['totp', 'recovery_code'], passkey: null });
    expect(browser.cookie).toMatch(/^pending=[\w-]{64}$/);
    expect((await browser.graphql(ACCOUNT)).status).toBe(401);
    expect((await browser.send('POST', FACTOR, { code: app.codeAt(clock.now()) })).status).toBe(204);
    expect(browser.cookie).toMatch(/^session=[\w-]{64}; device=[\w-]{64}$/);
    expect((await browser.graphql(ACCOUNT)).body).toMatchObject({ data: { account: { id: owner.accountId } } });
  });

  test("its code is good within a step of the service's clock, and no further", async () => {
    const { owner, app } = await withApp();
    const { browser } = await asked(owner.email);
    const statuses = [];
    for (const shift of [-2, 2, -1]) {
      statuses.push((await browser.send('POST', FACTOR, { code: app.codeAt(at(shift * STEP_MS)) })).status);
    }
    expect(statuses).toEqual([401, 401, 204]);
    const next = await asked(owner.email);
    expect((await next.browser.send('POST', FACTOR, { code: app.codeAt(at(STEP_MS)) })).status).toBe(204);
  });

  test('its code opens one session, however often it is sent at once, and none of a step before it later', async () => {
    const { owner, app } = await withApp();
    const [present, before] = [app.codeAt(clock.now()), app.codeAt(at(-STEP_MS))];
    const browsers = [];
    for (let n = 0; n < 6; n += 1) browsers.push((await asked(owner.email)).browser);
    const answers = await Promise.all(browsers.map((browser) => browser.send('POST', FACTOR, { code: present })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401, 401, 401, 401]);
    const { browser } = await asked(owner.email);
    for (const code of [present, before]) expect((await browser.send('POST', FACTOR, { code })).status).toBe(401);
  });

  test('counts for nothing before a code of it was sent', async () => {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    await browser.ask('POST', '/dashboard/factors/totp');
    expect((await browser.send('POST', '/dashboard/factors/totp/confirm', { code: '000' })).status).toBe(422);
    expect((await new Browser(api).signIn(owner.email)).status).toBe(204);
  });

  test('its secret is shown once', async () => {
    const { first, app } = await withApp();
    const listed = await first.send('GET', '/dashboard/factors');
    expect(listed.body).toMatchObject({
      data: { totp_since: expect.any(String), passkeys: [], recovery_codes_left: 10 },
    });
    expect(listed.text).not.toContain(app.secret);
    expect((await first.send('POST', '/dashboard/factors/totp')).status).toBe(409);
  });

  test('ends the other sessions of its holder as it is added: they were opened without it', async () => {
    const owner = await openOwner(api.db);
    const [first, other] = [await signedInBrowser(api, owner.email), await signedInBrowser(api, owner.email)];
    await addApp(first, clock.now());
    expect((await first.graphql(ACCOUNT)).status).toBe(200);
    expect((await other.graphql(ACCOUNT)).status).toBe(401);
  });
});

describe('a challenge', () => {
  test('is void after five tries, also for the right code, and every fault is answered alike', async () => {
    const { owner, app } = await withApp();
    const { browser } = await asked(owner.email);
    const right = app.codeAt(clock.now());
    const wrong = [{ code: '000000' }, { code: '1' }, { recovery_code: 'aaaa-bbbb' }, { code: '' }, { code: 'x' }];
    const refusals = [];
    for (const factor of wrong) refusals.push(await browser.send('POST', FACTOR, factor));
    refusals.push(await browser.send('POST', FACTOR, { code: right }));
    refusals.push(await new Browser(api).send('POST', FACTOR, { code: right }));
    for (const { status, body } of refusals) {
      expect(status).toBe(401);
      expect(body).toEqual(refusals[0]?.body);
    }
  });

  test('is good once, and for five minutes', async () => {
    const { owner, app } = await withApp();
    const { browser } = await asked(owner.email);
    const again = new Browser(api, { Cookie: browser.cookie });
    expect((await browser.send('POST', FACTOR, { code: app.codeAt(clock.now()) })).status).toBe(204);
    expect((await again.send('POST', FACTOR, { code: app.codeAt(at(STEP_MS)) })).status).toBe(401);
    const late = await asked(owner.email);
    await queryDatabase(api.database, "update factor_challenge set expires_at = now() - interval '1 ms'");
    expect((await late.browser.send('POST', FACTOR, { code: app.codeAt(at(STEP_MS)) })).status).toBe(401);
  });

  test('ends with the password that it was for', async () => {
    const { owner, app } = await withApp();
    const { browser } = await asked(owner.email);
    await queryDatabase(api.database, 'update holder set password_set_at = now() where id = $1', [owner.holderId]);
    expect((await browser.send('POST', FACTOR, { code: app.codeAt(clock.now()) })).status).toBe(401);
  });

  test('of 1,000 guesses by who knows the password 20 are looked at, and the known browser gets in', async () => {
    const { owner, first, app } = await withApp();
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { browser } = await asked(owner.email);
      const guesses = Array.from({ length: 100 }, (_, n) => ({ code: String(round * 100 + n).padStart(6, '0') }));
      const answers = await Promise.all(guesses.map((guess) => browser.send('POST', FACTOR, guess)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses).toHaveLength(1_000);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const events = await queryDatabase<{ kind: string; count: number }>(
      api.database,
      `select kind, count(*)::int as count
       from security_event
       where account_id = $1 and kind in ('factor_failed', 'limits_hit')
       group by kind
       order by kind`,
      [owner.accountId],
    );
    expect(events[0]).toMatchObject({ kind: 'factor_failed', count: expect.any(Number) });
    expect(events[0]?.count).toBeLessThanOrEqual(20);
    expect(events[1]).toEqual({ kind: 'limits_hit', count: 1 });
    const known = await asked(owner.email, first);
    expect((await known.browser.send('POST', FACTOR, { code: app.codeAt(clock.now()) })).status).toBe(204);
  }, 60_000);
});

describe('a recovery code', () => {
  test('opens one session, however it is typed, and is remembered among the security events', async () => {
    const { owner, app } = await withApp();
    expect(new Set(app.recoveryCodes).size).toBe(10);
    const recoveryCode = app.recoveryCodes[3] ?? '';
    expect(recoveryCode).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const { browser } = await asked(owner.email);
    const typed = recoveryCode.toUpperCase().replaceAll('-', ' ');
    expect((await browser.send('POST', FACTOR, { recovery_code: typed })).status).toBe(204);
    const again = await asked(owner.email);
    expect((await again.browser.send('POST', FACTOR, { recovery_code: recoveryCode })).status).toBe(401);
    const used = `select kind from security_event where account_id = $1 and kind = 'recovery_code_used'`;
    expect(await queryDatabase(api.database, used, [owner.accountId])).toHaveLength(1);
  });

  test('is good no longer once others took its place, and none is left with the last factor', async () => {
    const { owner, first, app } = await withApp();
    const renewed = await first.ask<{ recovery_codes: string[] }>('POST', '/dashboard/factors/recovery-codes');
    const { browser } = await asked(owner.email);
    expect((await browser.send('POST', FACTOR, { recovery_code: app.recoveryCodes[0] })).status).toBe(401);
    expect((await browser.send('POST', FACTOR, { recovery_code: renewed.recovery_codes[0] })).status).toBe(204);
    expect((await browser.send('DELETE', '/dashboard/factors/totp')).status).toBe(204);
    expect((await new Browser(api).signIn(owner.email)).status).toBe(204);
    expect(await browser.ask('GET', '/dashboard/factors')).toMatchObject({ totp_since: null, recovery_codes_left: 0 });
  });
});

describe('a passkey', () => {
  async function withPasskey() {
    const owner = await openOwner(api.db);
    const first = await signedInBrowser(api, owner.email);
    return { owner, first, authenticator: await addPasskey(first) };
  }

  /** The status of signing in with what the authenticator makes of the challenge. */
  async function signInWith(email: string, sign: (asked: NonNullable<AskedFactor['passkey']>) => object) {
    const { browser, factor } = await asked(email);
    if (!factor.passkey) throw new Error('no passkey is asked for');
    return (await browser.send('POST', FACTOR, { passkey: sign(factor.passkey) })).status;
  }

  test('opens the session that its authenticator signs for', async () => {
    const { owner, first, authenticator } = await withPasskey();
    const { factor } = await asked(owner.email);
    expect(factor).toMatchObject({
      methods: ['passkey', 'recovery_code'],
      passkey: { userVerification: 'required', rpId: '127.0.0.1', allowCredentials: [{ type: 'public-key' }] },
    });
    expect(await signInWith(owner.email, (options) => authenticator.get(options))).toBe(204);
    expect(await first.ask('GET', '/dashboard/factors')).toMatchObject({
      passkeys: [{ name: 'Laptop', last_used_at: expect.any(String) }],
    });
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['somebody whom the authenticator did not verify', { isUnverified: true }],
  ])('is refused from %s', async (_what, faults) => {
    const { owner, authenticator } = await withPasskey();
    expect(await signInWith(owner.email, (options) => authenticator.get(options, faults))).toBe(401);
    expect(await signInWith(owner.email, (options) => authenticator.get(options))).toBe(204);
  });

  test('is refused with the signature of another key, and with an answer to another challenge', async () => {
    const { owner, authenticator } = await withPasskey();
    const forger = new Authenticator(api.url);
    const forged = (options: NonNullable<AskedFactor['passkey']>) => {
      return { ...forger.get(options), id: authenticator.credentialId.toString('base64url') };
    };
    expect(await signInWith(owner.email, forged)).toBe(401);
    const { factor } = await asked(owner.email);
    const old = authenticator.get(factor.passkey ?? { challenge: '' });
    expect(await signInWith(owner.email, () => old)).toBe(401);
  });

  test('of a copied authenticator, whose counter does not rise, is refused and remembered', async () => {
    const { owner, authenticator } = await withPasskey();
    expect(await signInWith(owner.email, (options) => authenticator.get(options, { counter: 7 }))).toBe(204);
    expect(await signInWith(owner.email, (options) => authenticator.get(options, { counter: 7 }))).toBe(401);
    expect(await signInWith(owner.email, (options) => authenticator.get(options, { counter: 6 }))).toBe(401);
    const events = await queryDatabase<{ detail: object }>(
      api.database,
      `select detail from security_event where account_id = $1 and kind = 'factor_failed'`,
      [owner.accountId],
    );
    expect(events).toHaveLength(2);
    for (const { detail } of events) expect(detail).toMatchObject({ why: expect.stringContaining('copied') });
  });

  test('is not added from a page of another origin, nor for a challenge that was answered before', async () => {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    const add = (passkey: object) => browser.send('POST', '/dashboard/factors/passkeys', { name: 'Key', passkey });
    const ask = () => browser.ask<CreationOptions>('POST', '/dashboard/factors/passkeys/challenge');
    const authenticator = new Authenticator(api.url);
    expect((await add(authenticator.create(await ask(), { origin: 'https://evil.example' }))).status).toBe(422);
    const options = await ask();
    expect((await add(authenticator.create(options))).status).toBe(200);
    expect((await add(new Authenticator(api.url).create(options))).status).toBe(422);
    expect(await browser.ask('GET', '/dashboard/factors')).toMatchObject({ passkeys: [{ name: 'Key' }] });
  });

  test('of a holder is one of several, each removed by itself', async () => {
    const { owner, first } = await withPasskey();
    await addPasskey(first, 'Phone');
    const { passkeys } = await first.ask<{ passkeys: { id: string; name: string }[] }>('GET', '/dashboard/factors');
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone']);
    expect((await first.send('DELETE', `/dashboard/factors/passkeys/${passkeys[0]?.id}`)).status).toBe(204);
    expect((await first.send('DELETE', `/dashboard/factors/passkeys/${passkeys[0]?.id}`)).status).toBe(404);
    expect((await new Browser(api).signIn(owner.email)).status).toBe(202);
  });
});
