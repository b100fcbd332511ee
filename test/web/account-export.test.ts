import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { liftLimitsOf, useApi } from '../support/api.js';
import { type Browser, signedInBrowser } from '../support/factors.js';
import { addPerson, openOwner, PASSWORD } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { linesOf, readZip } from '../support/zip.js';

const api = useApi({ trustProxy: true });
const ACCOUNT = '/dashboard/export/account';
const PERSON = '/dashboard/export/person';

/** What a browser sends along with a download from a page of ours. */
const ofPage = ({ cookie }: Browser) => ({ 'Sec-Fetch-Site': 'same-origin', Cookie: cookie });

async function download(browser: Browser, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}${path}`, { headers: { ...ofPage(browser), ...headers } });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

describe('the archives of an account', () => {
  test('an owner downloads all of the account, and everybody what is kept of them', async () => {
    const owner = await openOwner(api.db);
    const viewer = await addPerson(api.db, owner, 'viewer');
    const { response, body } = await download(await signedInBrowser(api, owner.email), `${ACCOUNT}.zip`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="account-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(linesOf(readZip(body), 'holder.ndjson').map(({ email }) => email)).toEqual(
      expect.arrayContaining([owner.email, viewer.email]),
    );
    const own = await download(await signedInBrowser(api, viewer.email), `${PERSON}.zip`);
    expect(linesOf(readZip(own.body), 'holder.ndjson')).toMatchObject([{ email: viewer.email }]);
  });

  test.each(['member', 'viewer'] as const)('a %s is refused the archive of the account', async (role) => {
    const browser = await signedInBrowser(api, (await addPerson(api.db, await openOwner(api.db), role)).email);
    for (const path of [ACCOUNT, `${ACCOUNT}.zip`]) {
      expect((await download(browser, path)).response.status).toBe(403);
    }
    expect((await download(browser, PERSON)).response.status).toBe(204);
  });

  test('a key is refused both, and nobody is answered without a session', async () => {
    const { accountId } = await openOwner(api.db);
    const { apiKey } = await createKey(api.db, SYSTEM_CLOCK, { accountId, name: 'n' });
    for (const path of [ACCOUNT, PERSON]) {
      const answer = await api.request('GET', `${path}.zip`, { Authorization: `Bearer ${apiKey}` });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
      expect((await api.request('GET', `${path}.zip`)).status).toBe(401);
    }
  });

  test('who has not proved who they are for ten minutes is asked first', async () => {
    const owner = await openOwner(api.db);
    const browser = await signedInBrowser(api, owner.email);
    await queryDatabase(
      api.database,
      `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`,
      [owner.accountId],
    );
    for (const path of [ACCOUNT, PERSON, `${ACCOUNT}.zip`, `${PERSON}.zip`]) {
      const { response, body } = await download(browser, path);
      const told: unknown = JSON.parse(body.toString());
      expect({ status: response.status, told }).toMatchObject({
        status: 403,
        told: { error: { reason: 'STEP_UP_REQUIRED' } },
      });
    }
    expect((await browser.send('POST', '/dashboard/session/step-up', { password: PASSWORD })).status).toBe(204);
    expect((await download(browser, ACCOUNT)).response.status).toBe(204);
  });

  test("a page of another site is refused, and another account's owner sees their own alone", async () => {
    const [owner, other] = [await openOwner(api.db), await openOwner(api.db)];
    const browser = await signedInBrowser(api, other.email);
    expect((await download(browser, `${ACCOUNT}.zip`, { 'Sec-Fetch-Site': 'cross-site' })).response.status).toBe(403);
    const { body } = await download(browser, `${ACCOUNT}.zip?account=${owner.accountId}`);
    expect(linesOf(readZip(body), 'account.ndjson')).toMatchObject([{ account_id: other.accountId }]);
  });

  test('an account has one archive under way, which ends as its reader leaves', async () => {
    const owner = await openOwner(api.db);
    await queryDatabase(
      api.database,
      `insert into security_event (account_id, id, kind, network, user_agent, detail)
       select $1, gen_random_uuid(), 'sign_in', 'x', '', jsonb_build_object('text', md5(n::text) || md5((-n)::text))
       from generate_series(1, 120000) n`,
      [owner.accountId],
    );
    await queryDatabase(api.database, 'analyze security_event');
    const browser = await signedInBrowser(api, owner.email);
    await liftLimitsOf(api.db, owner.accountId);
    const leaving = new AbortController();
    const slow = await fetch(`${api.url}${ACCOUNT}.zip`, { headers: ofPage(browser), signal: leaving.signal });
    expect(slow.status).toBe(200);
    const second = await download(browser, `${ACCOUNT}.zip`);
    expect(second.response.status).toBe(409);
    leaving.abort();
    const { body } = await untilFree(browser);
    expect(linesOf(readZip(body), 'security_event.ndjson').length).toBeGreaterThan(120_000);
  });
});

async function untilFree(browser: Browser) {
  for (;;) {
    const found = await download(browser, `${ACCOUNT}.zip`);
    if (found.response.status !== 409) return found;
  }
}
