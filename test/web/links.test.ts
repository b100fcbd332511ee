import type { SendMail } from '../../src/mail/mail.js';
import { createMailer } from '../../src/mail/mail.js';
import { type Answer, LINK_BASE_URL, useApi } from '../support/api.js';
import { MailServer } from '../support/mail-server.js';
import {
  anEmail,
  askWithSession,
  cookieOf,
  cookiesOf,
  OWN_PAGE,
  openOwner,
  type Person,
  postSignIn,
} from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const NEW_PASSWORD = 'a quite different set of words';
const LINK = /https:\/\/visibility\.example\/dashboard\/link#([\w-]{64})/;

let server: MailServer;
let send: SendMail = null;
const withMail = useApi({ trustProxy: true, sendMail: async (mail) => send?.(mail) });
const withoutMail = useApi();

beforeAll(async () => {
  server = await MailServer.start();
  send = createMailer({ smtpUrl: server.url, mailFrom: 'Visibility <no-reply@visibility.example>' });
});
afterEach(() => {
  server.accepts = true;
});
afterAll(() => server.close());

const askForLink = (api: typeof withMail, email: string, headers: Record<string, string> = {}): Promise<Answer> =>
  api.request('POST', '/dashboard/links', { ...OWN_PAGE, ...headers }, JSON.stringify({ email }));

const useLink = (api: typeof withMail, token: string, more: object = {}): Promise<Answer> =>
  api.request('POST', '/dashboard/links/use', OWN_PAGE, JSON.stringify({ token, password: NEW_PASSWORD, ...more }));

/** The token of the only link that somebody was mailed. */
async function mailedToken(email: string): Promise<string> {
  const [mail] = await until(
    async () => server.to(email),
    (mails) => mails.length === 1,
  );
  return LINK.exec(mail ?? '')?.[1] ?? 'no link';
}

async function invite(api: typeof withMail, owner: Person, email: string) {
  const { body } = await askWithSession(
    api,
    await cookieOf(api, owner.email),
    `mutation ($email: String!) { inviteHolder(input: { email: $email, name: "Ann", role: MEMBER }) {
      holder { id hasPassword } isMailed url expiresAt } }`,
    { email },
  );
  return body.data?.['inviteHolder'] as { holder: { id: string }; isMailed: boolean; url: string | null };
}

describe('with a mail server', () => {
  test('an invitation is mailed, shown to nobody else, and lets the person in', async () => {
    const email = anEmail();
    const invited = await invite(withMail, await openOwner(withMail.db), email);
    expect(invited).toMatchObject({ isMailed: true, url: null, holder: { hasPassword: false } });
    const used = await useLink(withMail, await mailedToken(email), { name: 'Ann Other' });
    expect(used.status).toBe(204);
    const { body } = await askWithSession(withMail, cookiesOf(used), '{ viewer { role holder { name email } } }');
    expect(body.data).toEqual({ viewer: { role: 'MEMBER', holder: { name: 'Ann Other', email } } });
    expect(server.to(email)[0]).toContain('From: Visibility <no-reply@visibility.example>');
  });

  test('a lost password is replaced by a link that is mailed, good once, and ends all sessions', async () => {
    const { email } = await openOwner(withMail.db);
    const before = await cookieOf(withMail, email);
    expect((await askForLink(withMail, email.toUpperCase())).status).toBe(202);
    const token = await mailedToken(email);
    expect((await useLink(withMail, token)).status).toBe(204);
    expect((await askWithSession(withMail, before, '{ account { id } }')).status).toBe(401);
    expect((await postSignIn(withMail, email)).status).toBe(401);
    expect((await postSignIn(withMail, email, NEW_PASSWORD)).status).toBe(204);
    const again = await useLink(withMail, token);
    expect([again.status, again.body]).toMatchObject([422, { error: { code: 'VALIDATION_ERROR' } }]);
  });

  test('the host of a request decides nothing about where a mailed link leads', async () => {
    const { email } = await openOwner(withMail.db);
    const evil = { 'X-Forwarded-Host': 'evil.example', Origin: 'http://evil.example' };
    expect((await askForLink(withMail, email, evil)).status).toBe(202);
    await mailedToken(email);
    expect(server.to(email)[0]).toContain(`${LINK_BASE_URL}/dashboard/link#`);
    expect(server.to(email)[0]).not.toContain('evil');
  });

  test('an address that nobody has is answered alike, and mailed nothing', async () => {
    const [email, { email: known }] = [anEmail(), await openOwner(withMail.db)];
    const [unknown, asked] = [await askForLink(withMail, email), await askForLink(withMail, known)];
    expect([unknown.status, unknown.text]).toEqual([asked.status, asked.text]);
    await mailedToken(known);
    expect(server.to(email)).toEqual([]);
  });

  test('a mail server that refuses leaves the link to the owner, to hand over', async () => {
    server.accepts = false;
    const invited = await invite(withMail, await openOwner(withMail.db), anEmail());
    expect(invited).toMatchObject({ isMailed: false, url: expect.stringMatching(LINK) });
  });
});

describe('without a mail server', () => {
  test('an invitation is shown to the owner, once, to copy', async () => {
    const owner = await openOwner(withoutMail.db);
    const { url, isMailed } = await invite(withoutMail, owner, anEmail());
    expect(isMailed).toBe(false);
    expect((await useLink(withoutMail, LINK.exec(url ?? '')?.[1] ?? '')).status).toBe(204);
    const { text } = await askWithSession(
      withoutMail,
      await cookieOf(withoutMail, owner.email),
      '{ holders { id } securityEvents { nodes { kind detail { value } } } }',
    );
    expect(text).not.toContain(LINK.exec(url ?? '')?.[1]?.slice(24) ?? '');
  });

  test('asking for a link makes none, and is remembered', async () => {
    const { email, accountId } = await openOwner(withoutMail.db);
    expect((await askForLink(withoutMail, email)).status).toBe(202);
    const events = () =>
      queryDatabase<{ kind: string }>(withoutMail.database, 'select kind from security_event where account_id = $1', [
        accountId,
      ]);
    expect(await until(events, (seen) => seen.length > 0)).toEqual([{ kind: 'reset_requested' }]);
    expect(
      await queryDatabase(withoutMail.database, 'select id from one_time_link where account_id = $1', [accountId]),
    ).toEqual([]);
  });
});

test.each([
  [{ token: 'x'.repeat(64) }, /^token: the link is not valid/],
  [{ token: 5 }, /^token: /],
  [{ name: ' ' }, /^name: must not be empty/],
])('a link used with %j is refused with the field', async (wrong, message) => {
  const sent = { token: 'x'.repeat(64), password: NEW_PASSWORD, ...wrong };
  const { status, body } = await withoutMail.request('POST', '/dashboard/links/use', OWN_PAGE, JSON.stringify(sent));
  expect([status, body]).toMatchObject([
    422,
    { error: { code: 'VALIDATION_ERROR', message: expect.stringMatching(message) } },
  ]);
});
