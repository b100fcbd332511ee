import { randomBytes } from 'node:crypto';
import { fetchAnswer } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { type Browser, signedInBrowser } from '../support/factors.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { makeOperators } from '../support/operated.js';
import { openOwner } from '../support/people.js';
import { killProcesses, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const PATH = '/dashboard/operator/platforms';
const KEY = `sk-good-${randomBytes(12).toString('hex')}`;
/** The fake says of such a key that it is wrong, and repeats it. */
const WRONG_KEY = `wrong-${randomBytes(12).toString('hex')}`;
/** By which a key would be known in what was written, also cut. */
const MARKS = [KEY.slice(8, -4), WRONG_KEY.slice(6, -4)];

let database: TestDatabase;
let fake: FakePlatforms;
beforeAll(async () => {
  database = await createTestDatabase();
  fake = await FakePlatforms.start();
});
afterEach(killProcesses);
afterAll(async () => {
  await fake.close();
  await database.close();
});

test('a key that is typed in is used by a worker without a restart, and is in no log, response or row', async () => {
  const owner = await openOwner(database.db);
  await makeOperators(database, owner.accountId);
  const env = {
    DATABASE_URL: databaseUrl(database.address),
    OPENAI_BASE_URL: fake.urls.chatgpt,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'trace',
  };
  const [api, worker] = [await startService({ ...env, ROLE: 'api' }), await startService({ ...env, ROLE: 'worker' })];
  const browser: Browser = await signedInBrowser(
    {
      url: api.url,
      request: (method, path, headers = {}, body = undefined) =>
        fetchAnswer(method, `${api.url}${path}`, headers, body),
    },
    owner.email,
  );
  const answers: { status: number; text: string }[] = [];
  const send = async (method: string, path: string, body: object = {}) => {
    const answer = await browser.send(method, path, body);
    answers.push(answer);
    return answer.status;
  };
  expect(await send('POST', `${PATH}/chatgpt/key`, { key: WRONG_KEY })).toBe(409);
  expect(await send('POST', `${PATH}/chatgpt/key`, { key: [KEY, WRONG_KEY] })).toBe(422);
  expect(await send('POST', `${PATH}/chatgpt/key`, { key: `${WRONG_KEY} ` })).toBe(422);
  expect(await send('POST', '/graphql', { query: `{ setKey(key: "${KEY}") }` })).toBe(400);
  expect(await send('POST', `${PATH}/chatgpt/key`, { key: KEY })).toBe(204);
  expect(await send('POST', `${PATH}/chatgpt/try`)).toBe(200);
  expect(await send('GET', PATH)).toBe(200);
  expect(await send('POST', '/graphql', { query: '{ securityEvents { nodes { kind detail { name value } } } }' })).toBe(
    200,
  );
  const served = () =>
    queryDatabase(database, `select from platform_gate where platform = 'chatgpt' and served_until > now()`);
  await until(served, (rows) => rows.length === 1, 60_000);
  for (const service of [api, worker]) {
    service.kill('SIGTERM');
    await service.exited;
  }
  const written = [api.stdout, api.stderr, worker.stdout, worker.stderr].join('');
  expect(written.match(/"msg":"answered"/g)?.length).toBeGreaterThanOrEqual(8);
  const tables = ['platform_key', 'platform_gate', 'security_event', 'idempotency_record'];
  const rows = await Promise.all(
    tables.map((table) => queryDatabase(database, `select t::text as row from ${table} t`)),
  );
  const texts = [written, JSON.stringify(rows), ...answers.map(({ text }) => text)];
  for (const mark of MARKS) expect(texts.filter((text) => text.includes(mark))).toEqual([]);
}, 120_000);
