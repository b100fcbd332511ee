import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { CLIENT_SECRET, type FakeProvider, startProvider } from '../support/identity-provider.js';
import { operate } from '../support/operator.js';
import { openOwner } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

const KEY = randomBytes(32).toString('base64');

let database: TestDatabase;
let provider: FakeProvider;
beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startProvider('https://visibility.example/dashboard/sso/callback');
});
afterAll(async () => {
  await provider.stop();
  await database.close();
});

const run = async (args: readonly string[], env: object = { SECOND_FACTOR_KEY: KEY }, input = CLIENT_SECRET) => {
  const all = { DATABASE_URL: databaseUrl(database.address), PUBLIC_URL: 'https://visibility.example', ...env };
  const { code, stdout, stderr } = await operate(['sso', ...args], all, input);
  expect(`${stdout}${stderr}`).not.toContain(CLIENT_SECRET);
  return { code, printed: stdout === '' ? null : JSON.parse(stdout), stderr };
};

const aDomain = () => `${randomUUID()}.example`;

function createArgs(accountId: string, domain: string, issuer = provider.issuer): string[] {
  const options = ['--account', accountId, '--name', 'Acme', '--issuer', issuer, '--client-id', 'brand-visibility'];
  return ['create', ...options, '--client-secret-file', '-', '--domain', domain];
}

async function createProvider(): Promise<{ accountId: string; id: string; domain: string }> {
  const { accountId } = await openOwner(database.db);
  const domain = aDomain();
  const { printed } = await run(createArgs(accountId, domain));
  return { accountId, id: printed.id, domain };
}

test('a provider is added, listed, changed and removed; its secret is sealed, and no output holds it', async () => {
  const { accountId, id, domain } = await createProvider();
  const expected = {
    id,
    name: 'Acme',
    issuer: provider.issuer,
    client_id: 'brand-visibility',
    domains: [domain],
    links_by_email: true,
    trusts_email: false,
    provisioned_role: null,
    is_required: false,
    created_at: expect.any(String),
  };
  expect((await run(['list', '--account', accountId])).printed).toEqual([expected]);
  const [stored] = await queryDatabase<{ client_secret: Buffer; is_encrypted: boolean }>(
    database,
    'select client_secret, is_encrypted from identity_provider where id = $1',
    [id],
  );
  expect(stored?.is_encrypted).toBe(true);
  expect(stored?.client_secret.toString('latin1')).not.toContain(CLIENT_SECRET);
  const other = aDomain();
  const options = [
    '--name',
    'Acme Inc',
    '--domain',
    other,
    domain,
    '--trust-email',
    '--provision',
    'viewer',
    '--no-link',
  ];
  const changed = { ...expected, name: 'Acme Inc', domains: [domain, other].toSorted(), trusts_email: true };
  const { printed } = await run(['update', id, ...options]);
  expect(printed).toEqual({ ...changed, provisioned_role: 'viewer', links_by_email: false });
  const back = await run(['update', id, '--no-trust-email', '--provision', 'none', '--link', '--required', 'false']);
  expect(back.printed).toEqual({ ...changed, trusts_email: false });
  expect((await run(['remove', id])).printed).toEqual({ id, sessions_ended: 0 });
  expect((await run(['list', '--account', accountId])).printed).toEqual([]);
  expect(await run(['update', id, '--name', 'X'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not found'),
  });
  const events = await queryDatabase<{ kind: string; network: string }>(
    database,
    `select kind, network
     from security_event
     where account_id = $1 and kind like 'provider_%'
     order by at`,
    [accountId],
  );
  expect(events.map(({ kind }) => kind)).toEqual([
    'provider_created',
    'provider_changed',
    'provider_changed',
    'provider_removed',
  ]);
  expect(events.every(({ network }) => network === 'operator')).toBe(true);
});

test('what a provider says of itself is told, with the address to register, and what it lacks', async () => {
  const { id } = await createProvider();
  expect((await run(['test', id])).printed).toEqual({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/auth`,
    token_endpoint: `${provider.issuer}/token`,
    has_userinfo: true,
    keys: 1,
    signs_with: ['RS256'],
    missing: [],
    redirect_uri: 'https://visibility.example/dashboard/sso/callback',
  });
  await provider.spoil('down', 'all');
  const refused = await run(['test', id]);
  await provider.spoil('plain');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('unreachable') });
});

test('a domain belongs to one account, and is free again once its provider is removed', async () => {
  const { id, domain } = await createProvider();
  const other = await openOwner(database.db);
  const taken = await run(createArgs(other.accountId, domain.toUpperCase()));
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Another provider has the domain ${domain}`),
  });
  await run(['remove', id]);
  expect((await run(createArgs(other.accountId, domain))).code).toBe(0);
});

test('two accounts that name a domain at once do not both get it', async () => {
  const [one, other, domain] = [await openOwner(database.db), await openOwner(database.db), aDomain()];
  const codes = await Promise.all([run(createArgs(one.accountId, domain)), run(createArgs(other.accountId, domain))]);
  expect(codes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
});

test.each([
  ['http://visibility.example', 'https URL'],
  ['https://user:word@idp.example', 'https URL'],
  ['https://idp.example?tenant=1', 'https URL'],
  ['idp.example', 'https URL'],
  ['https://login.microsoftonline.com/common/v2.0', 'not of many tenants'],
  ['https://login.microsoftonline.com/organizations/v2.0', 'not of many tenants'],
  ['https://login.microsoftonline.com/{tenantid}/v2.0', 'not of many tenants'],
])('the issuer %s is refused', async (issuer, why) => {
  const { accountId } = await openOwner(database.db);
  const refused = await run(createArgs(accountId, aDomain(), issuer));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
});

test.each(['com', 'acme', 'acme.com/x', '@acme.com', 'acme..com', `${'a'.repeat(64)}.com`])(
  'the domain %s is refused',
  async (domain) => {
    const { accountId } = await openOwner(database.db);
    const refused = await run(createArgs(accountId, domain));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('must be a domain') });
  },
);

test('an account has five providers and twenty domains, and an empty file holds no secret', async () => {
  const { accountId } = await openOwner(database.db);
  const many = Array.from({ length: 20 }, aDomain);
  expect((await run([...createArgs(accountId, aDomain()), ...many])).stderr).toContain('at most 20');
  expect((await run([...createArgs(accountId, many[0] ?? ''), ...many.slice(1)])).code).toBe(0);
  expect((await run(createArgs(accountId, aDomain()))).stderr).toContain('at most 20 domains together');
  const other = await openOwner(database.db);
  for (let n = 0; n < 5; n += 1) expect((await run(createArgs(other.accountId, aDomain()))).code).toBe(0);
  expect((await run(createArgs(other.accountId, aDomain()))).stderr).toContain('at most 5 providers');
  expect((await run(createArgs(other.accountId, aDomain()), {}, '')).stderr).toContain('--client-secret-file');
});

test('secrets are encrypted anew with another key, and with neither stay as they are', async () => {
  const { id } = await createProvider();
  const next = randomBytes(32).toString('base64');
  const rotate = async (env: object) => {
    const all = { DATABASE_URL: databaseUrl(database.address), ...env };
    const { code, stdout } = await operate(['keys', 'rotate-second-factor'], all);
    return { code, printed: JSON.parse(stdout) };
  };
  const [{ providers } = { providers: 0 }] = await queryDatabase<{ providers: number }>(
    database,
    'select count(*)::int as providers from identity_provider',
  );
  const stranger = { SECOND_FACTOR_KEY: randomBytes(32).toString('base64') };
  expect((await rotate(stranger)).printed).toMatchObject({ unreadable: providers });
  const both = { SECOND_FACTOR_KEY: next, SECOND_FACTOR_OTHER_KEY: KEY };
  expect(await rotate(both)).toEqual({ code: 0, printed: { rotated: providers, current: 0, unreadable: 0 } });
  expect((await rotate({ SECOND_FACTOR_KEY: next })).printed).toMatchObject({ current: providers });
  expect((await run(['test', id], { SECOND_FACTOR_KEY: next })).code).toBe(0);
});
