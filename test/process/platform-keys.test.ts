import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { operate } from '../support/operator.js';
import { queryDatabase } from '../support/sql.js';

const SECRETS_KEY = randomBytes(32).toString('base64');
const OTHER = randomBytes(32).toString('base64');
const KEY = 'sk-typed-in-by-the-operator-7Qx2';

describe('the keys of platforms', () => {
  let database: TestDatabase;
  let fake: FakePlatforms;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    fake = await FakePlatforms.start();
    env = { DATABASE_URL: databaseUrl(database.address), OPENAI_BASE_URL: fake.urls.chatgpt };
  });
  beforeEach(async () => {
    fake.heal();
    fake.forgetCalls();
    await queryDatabase(database, 'delete from platform_key');
    await queryDatabase(database, `update platform_gate set spent_microusd = 0, cap_microusd = null`);
  });
  afterAll(async () => {
    await fake.close();
    await database.close();
  });

  const set = (more: object = { SECRETS_KEY }, key = `${KEY}\n`) =>
    operate(['platform', 'key', 'set', 'chatgpt'], { ...env, ...more }, key);
  const stored = async () => (await queryDatabase(database, 'select from platform_key')).length;
  const chatgptOf = (stdout: string) => JSON.parse(stdout)[0];
  const spent = async () => {
    const sql = `select spent_microusd::int as spent from platform_gate where platform = 'chatgpt'`;
    const [row] = await queryDatabase<{ spent: number }>(database, sql);
    return row?.spent;
  };

  test('is tried, stored and listed by its last four characters, and removed', async () => {
    const outcome = await set();
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).not.toContain(KEY);
    expect(chatgptOf(outcome.stdout)).toMatchObject({ key_source: 'stored', key_ends_with: '7Qx2' });
    expect(fake.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
    const listed = await operate(['platform', 'list'], { ...env, SECRETS_KEY });
    expect(chatgptOf(listed.stdout)).toMatchObject({ platform: 'chatgpt', key_source: 'stored' });
    expect(chatgptOf((await operate(['platform', 'list'], env)).stdout)).toMatchObject({ key_source: 'unreadable' });
    const removed = await operate(['platform', 'key', 'remove', 'chatgpt'], env);
    expect(chatgptOf(removed.stdout)).toMatchObject({ key_source: null, key_ends_with: null, key_stored_at: null });
    const again = await operate(['platform', 'key', 'remove', 'chatgpt'], env);
    expect(again).toMatchObject({ code: 1, stderr: 'no key of chatgpt is stored\n' });
  });

  test('is not stored where the platform refuses it, and not shown', async () => {
    fake.fail({ fault: 'http_401', platform: 'chatgpt' });
    const { code, stdout, stderr } = await set();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The key is not stored, as ChatGPT did not answer with it: /);
    expect(stderr).not.toContain(KEY);
    expect(await stored()).toBe(0);
  });

  test.each([
    [{}, `${KEY}\n`, 'SECRETS_KEY is not set'],
    [{ SECRETS_KEY: 'c2hvcnQ=' }, `${KEY}\n`, 'SECRETS_KEY: the value given must be 32 random bytes in base64'],
    [{ SECRETS_KEY }, '', 'key: must have 8 to 1000'],
    [{ SECRETS_KEY }, 'x'.repeat(5_000), 'key: must have at most 4096 bytes'],
  ])('is refused unasked with %j and a key of its shape', async (more, key, message) => {
    const { code, stdout, stderr } = await set(more, key);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(fake.requests).toEqual([]);
    expect(await stored()).toBe(0);
  });

  test('is stored beside one of the environment, which wins, and says so', async () => {
    const { code, stdout, stderr } = await set({ SECRETS_KEY, OPENAI_API_KEY: 'key-of-the-environment-kept' });
    expect(code).toBe(0);
    expect(stderr).toBe('The key is stored and not used: the environment has a key, which wins.\n');
    expect(chatgptOf(stdout)).toMatchObject({ key_source: 'environment', key_ends_with: 'kept' });
    expect(await stored()).toBe(1);
  });

  test('is tried at a cost that the budget of the day counts, and not beyond it', async () => {
    await set();
    const before = await spent();
    expect(before).toBeGreaterThan(0);
    const TRY = ['platform', 'try', 'chatgpt'];
    const tried = await operate(TRY, { ...env, SECRETS_KEY });
    expect(tried.code).toBe(0);
    const trial = JSON.parse(tried.stdout);
    expect(trial).toMatchObject({ platform: 'chatgpt', is_answered: true, message: null });
    expect(await spent()).toBe((before ?? 0) + Math.round(trial.cost_usd * 1_000_000));
    await queryDatabase(database, `update platform_gate set spent_microusd = 10000 where platform = 'chatgpt'`);
    fake.forgetCalls();
    const refused = await operate(TRY, { ...env, SECRETS_KEY, OPENAI_DAILY_BUDGET_USD: '0.01' });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({ is_answered: false, cost_usd: 0 });
    expect(fake.requests).toEqual([]);
  });

  test('costs nothing where its trial was refused', async () => {
    fake.fail({ fault: 'http_401', platform: 'chatgpt' });
    await set();
    expect(await spent()).toBe(0);
  });

  test('is encrypted with another key by a command, both beside each other', async () => {
    await set();
    const rotate = (keys: object) => operate(['keys', 'rotate-platforms'], { ...env, ...keys });
    const refused = await rotate({ SECRETS_KEY: OTHER });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^1 keys can be read with neither key, and stay as they are: [^\n]+\n$/);
    const done = await rotate({ SECRETS_KEY: OTHER, SECRETS_OTHER_KEY: SECRETS_KEY });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual({ rotated: 1, current: 0, unreadable: 0 });
    const listed = await operate(['platform', 'list'], { ...env, SECRETS_KEY: OTHER });
    expect(chatgptOf(listed.stdout)).toMatchObject({ key_source: 'stored' });
  });
});
