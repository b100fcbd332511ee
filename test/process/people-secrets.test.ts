import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { startApi } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { MailServer } from '../support/mail-server.js';
import { operate } from '../support/operator.js';
import { anEmail, openOwner } from '../support/people.js';
import { killProcesses, startService } from '../support/processes.js';
import { until } from '../support/until.js';

const LINK = /\/dashboard\/link#([\w-]{64})/;
/** Behind the account's id, which is no secret. */
const SECRET_AT = 24;

const aPassword = () => randomBytes(15).toString('base64url');

let database: TestDatabase;
let mails: MailServer;
beforeAll(async () => {
  database = await createTestDatabase();
  mails = await MailServer.start();
});
afterEach(killProcesses);
afterAll(async () => {
  await mails.close();
  await database.close();
});

/** A browser: keeps what it is given, and notes each secret that it sends or gets. */
class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly url: string,
    readonly secrets: Set<string>,
  ) {}

  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: this.cookie, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
      this.cookies.set(name, value);
      if (value !== '') this.secrets.add(value.slice(SECRET_AT));
    }
    return { status: response.status, text: await response.text() };
  }

  async graphql(query: string): Promise<Record<string, Record<string, unknown>>> {
    const { text } = await this.send('POST', '/graphql', { query });
    const { data, errors } = JSON.parse(text);
    if (errors) throw new Error(text);
    return data;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

test('nothing secret is logged in any flow of signing in, however talkative the log', async () => {
  const secrets = new Set<string>();
  const password = () => {
    const made = aPassword();
    secrets.add(made);
    return made;
  };
  const note = (token: string | undefined) => {
    secrets.add((token ?? 'no link').slice(SECRET_AT));
    return token ?? '';
  };
  const mailedTo = async (email: string, count: number) => {
    const sent = await until(
      async () => mails.to(email),
      (found) => found.length === count,
    );
    return note(LINK.exec(sent.at(-1) ?? '')?.[1]);
  };
  const statuses: number[] = [];
  const proxy = await FaultProxy.start(databaseUrl(database.address));
  const env = { DATABASE_URL: databaseUrl(database.address) };
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@visibility.example' };
  const service = await startService({ ...mail, DATABASE_URL: proxy.url, LOG_LEVEL: 'trace' });
  const browser = () => new Browser(service.url, secrets);
  const [email, first, second] = [anEmail(), password(), password()];
  const account = ['account', 'create', '--name', 'A', '--email', email, '--tier', 'agency', '--password-file', '-'];
  const operated = [await operate(account, env, first)];

  const owner = browser();
  const sign = async (who: Browser, address: string, sent: string) => {
    statuses.push((await who.send('POST', '/dashboard/session', { email: address, password: sent })).status);
  };
  await sign(owner, email, password());
  await sign(owner, anEmail(), password());
  statuses.push((await owner.send('POST', '/dashboard/session', { email: [first], password: { first } })).status);
  await sign(owner, email, first);
  statuses.push(
    (await owner.send('POST', '/dashboard/password', { current_password: first, password: second })).status,
  );
  const { createApiKey } = await owner.graphql('mutation { createApiKey(input: { name: "k" }) { apiKey key { id } } }');
  const apiKey = String(createApiKey?.['apiKey']);
  secrets.add(apiKey.slice(4, -6));
  const invited = anEmail();
  const invitation = `inviteHolder(input: { email: "${invited}", name: "Ann", role: MEMBER }) { holder { id } }`;
  const { inviteHolder } = await owner.graphql(`mutation { ${invitation} }`);
  const holder: unknown = inviteHolder?.['holder'];
  const id = /[0-9a-f-]{36}/.exec(JSON.stringify(holder))?.[0] ?? 'nobody';
  const invite = await mailedTo(invited, 1);
  const member = browser();
  const use = (token: string, sent: string) => member.send('POST', '/dashboard/links/use', { token, password: sent });
  statuses.push((await use(invite, 'short')).status, (await use(invite, password())).status);
  statuses.push((await use(invite, password())).status, (await member.send('GET', `/dashboard/link/${invite}`)).status);
  statuses.push((await member.send('GET', `/nothing/${invite}?token=${invite}`)).status);
  statuses.push((await member.send('POST', '/dashboard/links', { email: invited })).status);
  statuses.push((await use(await mailedTo(invited, 2), password())).status);
  mails.accepts = false;
  const { renewHolderLink } = await owner.graphql(`mutation { renewHolderLink(id: "${id}") { url } }`);
  note(LINK.exec(String(renewHolderLink?.['url']))?.[1]);
  statuses.push((await member.send('POST', '/dashboard/links', { email: invited })).status);
  operated.push(await operate(['holder', 'link', id], env));
  note(LINK.exec(JSON.parse(operated.at(-1)?.stdout ?? '{}').url)?.[1]);
  await owner.graphql('mutation { endOtherSessions { ended } }');
  await owner.graphql(`{ viewer { role } holders { id } sessions { id } securityEvents { nodes { kind } } }`);
  proxy.mode = 'refusing';
  await sign(browser(), email, second);
  proxy.mode = 'open';
  statuses.push((await owner.send('DELETE', '/dashboard/session')).status);
  const refusedMail = async () => service.stdout.match(/could not be (sent|mailed)/g) ?? [];
  await until(refusedMail, (found) => found.length >= 2);
  service.kill('SIGTERM');
  await service.exited;
  await proxy.close();

  expect([...new Set(statuses)].toSorted()).toEqual(expect.arrayContaining([202, 204, 401, 404, 422, 503]));
  const written = service.stdout + service.stderr + operated.map(({ stderr }) => stderr).join('');
  expect(written.match(/"msg":"answered"/g)?.length).toBeGreaterThanOrEqual(20);
  expect(secrets.size).toBeGreaterThan(14);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15);
    expect(written).not.toContain(secret);
  }
  expect(written).not.toMatch(/\$argon2id/);
});

test('without a mail server the log tells the operator what to do for who lost a password', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const api = await startApi({ log, clock: SYSTEM_CLOCK }, database);
  const { email, holderId } = await openOwner(database.db);
  const { status } = await new Browser(api.url, new Set()).send('POST', '/dashboard/links', { email });
  expect(status).toBe(202);
  const line = await until(
    async () => lines.find((text) => text.includes('operator holder link')),
    (found) => found !== undefined,
  );
  expect(JSON.parse(line ?? '{}')).toMatchObject({ holder_id: holderId });
  expect(line).not.toContain(email);
  await api.close();
});
