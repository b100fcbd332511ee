import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { fetchAnswer, type TestApi } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { addApp, addPasskey, Browser, signedInBrowser } from '../support/factors.js';
import { openOwner, PASSWORD } from '../support/people.js';
import { killProcesses, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';

const FACTOR = '/dashboard/session/factor';

describe('the secrets of second factors', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(killProcesses);
  afterAll(() => database.close());

  test('are in no log, at its most talkative, and lie in the database as hashes or encrypted', async () => {
    const key = randomBytes(32).toString('base64');
    const env = { DATABASE_URL: databaseUrl(database.address), LOG_LEVEL: 'trace', SECOND_FACTOR_KEY: key };
    const service = await startService(env);
    const api: Pick<TestApi, 'url' | 'request'> = {
      url: service.url,
      request: (method, path, headers = {}, body = undefined) =>
        fetchAnswer(method, `${service.url}${path}`, headers, body),
    };
    const owner = await openOwner(database.db);
    const first = await signedInBrowser(api, owner.email);
    const app = await addApp(first, new Date());
    await addPasskey(first);
    const second = new Browser(api);
    const statuses = [(await second.signIn(owner.email)).status];
    const pending = second.cookie;
    const [recoveryCode = ''] = app.recoveryCodes;
    const mistyped = `${recoveryCode.slice(0, -1)}${recoveryCode.endsWith('0') ? '1' : '0'}`;
    for (const factor of [{ code: 'x' }, { recovery_code: mistyped }, { recovery_code: recoveryCode }]) {
      statuses.push((await second.send('POST', FACTOR, factor)).status);
    }
    statuses.push((await second.send('POST', '/dashboard/session/step-up', { password: PASSWORD })).status);
    statuses.push((await second.send('POST', FACTOR, { [recoveryCode]: app.secret })).status);
    expect(statuses).toEqual([202, 401, 401, 204, 422, 422]);
    service.kill('SIGTERM');
    await service.exited;
    const written = service.stdout + service.stderr;
    expect(written).toContain('"msg":"answered"');
    const tokens = `${pending}; ${second.cookie}`.split('; ').map((cookie) => cookie.slice(cookie.indexOf('=') + 1));
    for (const secret of [key, app.secret, PASSWORD, ...tokens, ...app.recoveryCodes]) {
      expect(written).not.toContain(secret.slice(3, -3));
    }
    const [stored] = await queryDatabase<{ row: string }>(database, 'select t::text as row from totp_factor t');
    expect(stored?.row).not.toContain(Secret.fromBase32(app.secret).hex.toLowerCase());
    const codes = await queryDatabase<{ row: string }>(database, 'select c::text as row from recovery_code c');
    expect(codes).toHaveLength(10);
    for (const { row } of codes) expect(row).not.toContain(Buffer.from(recoveryCode).toString('hex'));
  });
});
