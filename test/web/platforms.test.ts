import type { PlatformSources } from '../../src/core/platforms/platform-keys.js';
import { readPlatformKeys } from '../../src/core/platforms/platform-keys.js';
import { type Answer, type StartedApi, startApi } from '../support/api.js';
import { type Browser, dataOf, signedInBrowser } from '../support/factors.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { forgetPlatforms, makeOperators, toolsFor } from '../support/operated.js';
import { addPerson, cookieOf, OWN_PAGE, openOwner, PASSWORD, type Person } from '../support/people.js';
import { openPerson } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

/** The page *Platforms*: what owners of the operator's own account see and change, and all others do not. */

const PATH = '/dashboard/operator/platforms';
const KEY = 'sk-typed-in-by-the-owner-7Qx2';
/** The fake says of such a key that it is wrong, and repeats it. */
const WRONG_KEY = 'wrong-key-that-was-typed-in-9Zz9';

let fake: FakePlatforms;
let api: StartedApi;
let owner: Person;
let browser: Browser;

beforeAll(async () => {
  fake = await FakePlatforms.start();
  api = await startApi({ platforms: toolsFor(fake) });
});
beforeEach(async () => {
  fake.heal();
  fake.forgetCalls();
  await forgetPlatforms(api.database);
  owner = await openOwner(api.db);
  await makeOperators(api.database, owner.accountId);
  browser = await signedInBrowser(api, owner.email);
});
afterAll(async () => {
  await api.close();
  await fake.close();
});

interface Shown {
  can_store_keys: boolean;
  platforms: Record<string, unknown>[];
}

const post = (path: string, body: object = {}, by = browser) => by.send('POST', `${PATH}${path}`, body);
const shown = async (by = browser) => dataOf<Shown>((await by.send('GET', PATH)).body);
const chatgpt = async (by = browser) => (await shown(by)).platforms.find(({ platform }) => platform === 'chatgpt');
const refusalOf = ({ status, body }: Answer) => [status, (body as { error: { message: string } }).error.message];
const eventsOf = ({ accountId }: Person) =>
  queryDatabase<{ kind: string; holder_id: string; detail: object }>(
    api.database,
    `select kind, holder_id, detail
     from security_event
     where account_id = $1 and kind like 'platform%'
     order by at, id`,
    [accountId],
  );
const rowsOf = (sql: string) => queryDatabase(api.database, sql);

/** The same account on a process of another configuration. */
async function onProcess(changed: Partial<PlatformSources>, work: (by: Browser) => Promise<void>): Promise<void> {
  const other = await startApi({ platforms: toolsFor(fake, changed) }, api.database);
  try {
    await work(await signedInBrowser(other, owner.email));
  } finally {
    await other.close();
  }
}

describe('who is no owner of the operator’s own account', () => {
  const REQUESTS = [
    ['GET', '', {}],
    ['POST', '/chatgpt/try', {}],
    ['POST', '/chatgpt/key', { key: KEY }],
    ['POST', '/chatgpt/key/remove', {}],
    ['POST', '/chatgpt/pause', {}],
    ['POST', '/chatgpt/resume', {}],
  ] as const;

  const CALLERS: Record<string, () => Promise<Record<string, string>>> = {
    member: async () => ({ Cookie: await cookieOf(api, (await addPerson(api.db, owner, 'member')).email) }),
    viewer: async () => ({ Cookie: await cookieOf(api, (await addPerson(api.db, owner, 'viewer')).email) }),
    'owner of another account': async () => ({ Cookie: await cookieOf(api, (await openOwner(api.db)).email) }),
    'key of the account': async () => {
      const { caller } = await openPerson(api);
      await makeOperators(api.database, caller.account.accountId);
      return { Authorization: `Bearer ${caller.key}` };
    },
    nobody: async () => ({}),
  };

  test.each(Object.keys(CALLERS))('%s sees and changes nothing', async (name) => {
    expect((await post('/chatgpt/key', { key: KEY })).status).toBe(204);
    fake.forgetCalls();
    const state = () =>
      Promise.all([rowsOf('select * from platform_key'), rowsOf('select * from platform_gate order by platform')]);
    const before = await state();
    const credential = await CALLERS[name]?.();
    for (const [method, path, body] of REQUESTS) {
      const sent = method === 'GET' ? undefined : JSON.stringify(body);
      const answer = await api.request(method, `${PATH}${path}`, { ...OWN_PAGE, ...credential }, sent);
      const code = name === 'nobody' ? 'UNAUTHORIZED' : 'FORBIDDEN';
      expect([method, path, answer.status, answer.body]).toMatchObject([
        method,
        path,
        name === 'nobody' ? 401 : 403,
        { success: false, error: { code } },
      ]);
    }
    expect(fake.requests).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('a page of another site changes nothing with the cookie of an owner', async () => {
    const headers = { ...OWN_PAGE, 'Sec-Fetch-Site': 'cross-site', Cookie: browser.cookie };
    for (const [method, path, body] of REQUESTS) {
      const sent = method === 'GET' ? undefined : JSON.stringify(body);
      expect((await api.request(method, `${PATH}${path}`, headers, sent)).status).toBe(403);
    }
    expect(await eventsOf(owner)).toEqual([]);
  });

  test('a session of ten minutes may look and try; keys and pauses take a new proof', async () => {
    expect((await post('/chatgpt/key', { key: KEY })).status).toBe(204);
    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [owner.accountId]);
    for (const path of ['/chatgpt/key', '/chatgpt/key/remove', '/chatgpt/pause', '/chatgpt/resume']) {
      const { status, body } = await post(path, { key: KEY });
      expect([path, status, body]).toMatchObject([path, 403, { error: { reason: 'STEP_UP_REQUIRED' } }]);
    }
    expect((await shown()).platforms).toHaveLength(4);
    expect((await post('/chatgpt/try')).status).toBe(200);
    expect((await browser.send('POST', '/dashboard/session/step-up', { password: PASSWORD })).status).toBe(204);
    expect((await post('/chatgpt/pause')).status).toBe(204);
  });
});

test('the account says that it is the operator’s, and no other does', async () => {
  const isOperator = async (by: Browser) => (await by.graphql('{ viewer { account { isOperator } } }')).body;
  expect(await isOperator(browser)).toEqual({
    data: { viewer: { account: { isOperator: true } } },
    extensions: expect.anything(),
  });
  const other = await signedInBrowser(api, (await openOwner(api.db)).email);
  expect(await isOperator(other)).toMatchObject({ data: { viewer: { account: { isOperator: false } } } });
});

describe('a typed key', () => {
  test('is tried with one question, stored, shown by its last characters and removed, with an event each', async () => {
    expect(await chatgpt()).toEqual({
      platform: 'chatgpt',
      is_configured: false,
      state: 'not_configured',
      reason: expect.any(String),
      paused_until: null,
      spent_today_usd: 0,
      spent_yesterday_usd: 0,
      budget_usd: null,
      key_source: null,
      key_ends_with: null,
      key_stored_at: null,
      model: 'gpt-6-luna',
      requests_per_minute: 60,
      last_trial: null,
    });
    const set = await post('/chatgpt/key', { key: KEY });
    expect([set.status, set.text]).toEqual([204, '']);
    expect(fake.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
    const { sources } = toolsFor(fake);
    expect(await readPlatformKeys(api.db, sources)).toMatchObject([{ platform: 'chatgpt', key: null }]);
    const view = await chatgpt();
    expect(view).toMatchObject({
      key_source: 'stored',
      key_ends_with: '7Qx2',
      key_stored_at: expect.any(String),
      last_trial: { at: expect.any(String), fault: null },
    });
    expect(view?.['spent_today_usd']).toBeGreaterThan(0);
    expect(JSON.stringify(await shown())).not.toContain(KEY);
    expect((await post('/chatgpt/key/remove')).status).toBe(204);
    expect(await chatgpt()).toMatchObject({ key_source: null, key_stored_at: null, last_trial: null });
    expect(refusalOf(await post('/chatgpt/key/remove'))).toEqual([409, 'No key of chatgpt is stored']);
    const by = { holder_id: owner.holderId, detail: { platform: 'chatgpt' } };
    expect(await eventsOf(owner)).toEqual([
      { kind: 'platform_key_set', ...by },
      { kind: 'platform_key_removed', ...by },
    ]);
  });

  test('that the platform refuses is not stored, and what the platform says is told without it', async () => {
    const refused = await post('/chatgpt/key', { key: WRONG_KEY });
    expect(refused.status).toBe(409);
    expect(refusalOf(refused)[1]).toMatch(/^The key is not stored, as ChatGPT did not answer with it: HTTP 401\. \w/);
    expect(refused.text).not.toContain(WRONG_KEY);
    expect(fake.refused).toHaveLength(1);
    expect(await rowsOf('select from platform_key')).toEqual([]);
    expect(await eventsOf(owner)).toEqual([]);
    expect(await chatgpt()).toMatchObject({ key_source: null, last_trial: null, spent_today_usd: 0 });
  });

  test('is refused unasked where SECRETS_KEY is not set, and the page is told so', async () => {
    await onProcess({ secretsKey: undefined }, async (by) => {
      expect((await shown(by)).can_store_keys).toBe(false);
      const [status, message] = refusalOf(await post('/chatgpt/key', { key: KEY }, by));
      expect([status, message]).toEqual([
        422,
        'SECRETS_KEY is not set: a key of a platform is stored only where it can be encrypted',
      ]);
    });
    expect((await shown()).can_store_keys).toBe(true);
    expect(fake.requests).toEqual([]);
    expect(await rowsOf('select from platform_key')).toEqual([]);
  });

  test('is stored beside one of the environment, which wins', async () => {
    const [settings] = toolsFor(fake).sources.platformSettings;
    if (!settings) throw new Error('there are no settings of ChatGPT');
    await onProcess({ platforms: [{ ...settings, apiKey: 'key-of-the-environment-kept' }] }, async (by) => {
      expect((await post('/chatgpt/key', { key: KEY }, by)).status).toBe(204);
      expect(await chatgpt(by)).toMatchObject({
        key_source: 'environment',
        key_ends_with: 'kept',
        key_stored_at: expect.any(String),
        last_trial: null,
      });
      fake.forgetCalls();
      expect((await post('/chatgpt/try', {}, by)).status).toBe(200);
      expect(fake.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-of-the-environment-kept']);
      expect((await post('/chatgpt/key/remove', {}, by)).status).toBe(204);
      expect(await chatgpt(by)).toMatchObject({ key_source: 'environment', last_trial: { fault: null } });
    });
  });

  test.each([
    ['a key with a space', { key: 'with a space in it' }, 'key: must have 8 to 1000 printable ASCII characters'],
    ['a number', { key: 12_345_678 }, 'key: must be a string'],
    ['no key', {}, 'key: is required'],
  ])('that is %s is refused unasked', async (_what, body, message) => {
    const answer = await post('/chatgpt/key', body);
    expect(refusalOf(answer)).toEqual([422, expect.stringContaining(message)]);
    expect(fake.requests).toEqual([]);
  });

  test('is in no answer to a body or a path that cannot be read', async () => {
    const headers = { ...OWN_PAGE, Cookie: browser.cookie };
    const broken = await api.request('POST', `${PATH}/chatgpt/key`, headers, `{"key": "${KEY}`);
    expect([broken.status, broken.text.includes(KEY)]).toEqual([422, false]);
    const long = await api.request('POST', `${PATH}/chatgpt/key`, headers, JSON.stringify({ key: KEY.repeat(1_000) }));
    expect([long.status, long.text.includes(KEY)]).toEqual([422, false]);
    const elsewhere = await post('/bing/key', { key: KEY });
    expect(refusalOf(elsewhere)).toEqual([422, 'platform: must be one of chatgpt, perplexity, claude, gemini']);
  });
});

describe('a trial', () => {
  test('asks one question with the key in use; its cost counts, and what came of it is remembered', async () => {
    expect(refusalOf(await post('/claude/try'))).toEqual([
      422,
      'there is no key of claude, neither in the environment nor stored',
    ]);
    expect((await post('/chatgpt/key', { key: KEY })).status).toBe(204);
    const before = Number((await chatgpt())?.['spent_today_usd']);
    const trial = dataOf<Record<string, unknown>>((await post('/chatgpt/try')).body);
    expect(trial).toMatchObject({ platform: 'chatgpt', is_answered: true, message: null });
    expect((await chatgpt())?.['spent_today_usd']).toBeCloseTo(before + Number(trial['cost_usd']), 6);
    fake.fail({ fault: 'http_500', platform: 'chatgpt' });
    expect(dataOf((await post('/chatgpt/try')).body)).toMatchObject({ is_answered: false, model: null });
    expect(await chatgpt()).toMatchObject({ last_trial: { fault: expect.stringContaining('HTTP 500') } });
  });

  test('sends nothing once the budget of the day is used up', async () => {
    const platformSettings = toolsFor(fake).sources.platformSettings.map((one) => ({ ...one, dailyBudgetUsd: 0.01 }));
    await rowsOf(
      `update platform_gate set spent_microusd = 10000, spent_date = (now() at time zone 'UTC')::date
       where platform = 'chatgpt'`,
    );
    await onProcess({ platformSettings }, async (by) => {
      expect(await chatgpt(by)).toMatchObject({ budget_usd: 0.01, spent_today_usd: 0.01 });
      expect(refusalOf(await post('/chatgpt/key', { key: KEY }, by))).toEqual([
        409,
        expect.stringContaining('The budget of the UTC day is used up, so nothing was asked.'),
      ]);
    });
    expect(fake.requests).toEqual([]);
  });

  test('is one of five in a minute, over all processes, typed keys included', async () => {
    const statuses = [(await post('/chatgpt/key', { key: KEY })).status];
    const { sources } = toolsFor(fake);
    await onProcess(sources, async (by) => {
      for (let n = 0; n < 2; n += 1) statuses.push((await post('/gemini/key', { key: KEY }, by)).status);
      for (let n = 0; n < 2; n += 1) statuses.push((await post('/chatgpt/key', { key: KEY })).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204]);
      fake.forgetCalls();
      const over = await post('/chatgpt/try', {}, by);
      expect([over.status, Number(over.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect((await post('/chatgpt/key', { key: KEY })).status).toBe(429);
    });
    expect(fake.requests).toEqual([]);
  });
});

describe('a platform', () => {
  test('is paused for a time or without an end, and resumed, with an event each', async () => {
    await rowsOf(`update platform_gate set served_until = now() + interval '3 minutes' where platform = 'chatgpt'`);
    expect(await chatgpt()).toMatchObject({ state: 'ready' });
    expect((await post('/chatgpt/pause')).status).toBe(204);
    expect(await chatgpt()).toMatchObject({ state: 'paused', paused_until: null });
    expect((await post('/chatgpt/pause', { minutes: 60 })).status).toBe(204);
    expect(await chatgpt()).toMatchObject({ state: 'paused', paused_until: expect.stringMatching(/Z$/) });
    expect((await post('/chatgpt/resume')).status).toBe(204);
    expect(await chatgpt()).toMatchObject({ state: 'ready' });
    const detail = { platform: 'chatgpt' };
    const seen = (await eventsOf(owner)).map((event) => [event.kind, event.detail]);
    expect(seen).toEqual([
      ['platform_paused', detail],
      ['platform_paused', { ...detail, minutes: '60' }],
      ['platform_resumed', detail],
    ]);
    await rowsOf('update platform_gate set served_until = null');
  });

  test.each([0, 527_041, 1.5, '60'])('is not paused for %j minutes', async (minutes) => {
    expect(refusalOf(await post('/chatgpt/pause', { minutes }))).toEqual([
      422,
      'minutes: must be a whole number from 1 to 527040, or null',
    ]);
    expect(await eventsOf(owner)).toEqual([]);
  });

  test('shows what the day before has cost, on that day and once another has begun', async () => {
    await rowsOf(
      `update platform_gate
       set spent_microusd = 1500000, spent_date = (now() at time zone 'UTC')::date - 1
       where platform = 'chatgpt'`,
    );
    expect(await chatgpt()).toMatchObject({ spent_today_usd: 0, spent_yesterday_usd: 1.5 });
    expect((await post('/chatgpt/key', { key: KEY })).status).toBe(204);
    expect(await chatgpt()).toMatchObject({ spent_yesterday_usd: 1.5 });
    expect((await post('/chatgpt/try')).status).toBe(200);
    const view = await chatgpt();
    expect(view).toMatchObject({ spent_yesterday_usd: 1.5 });
    expect(view?.['spent_today_usd']).toBeGreaterThan(0);
    await rowsOf(
      `update platform_gate set spent_date = spent_date - 2, previous_date = previous_date - 2
       where platform = 'chatgpt'`,
    );
    expect(await chatgpt()).toMatchObject({ spent_today_usd: 0, spent_yesterday_usd: 0 });
  });
});

test('events of kinds that a later release writes are left out of the list and its count', async () => {
  expect((await post('/chatgpt/pause')).status).toBe(204);
  await rowsOf('alter table security_event drop constraint security_event_kind_check');
  await queryDatabase(
    api.database,
    `insert into security_event (account_id, id, kind, network, user_agent, detail)
     values ($1, gen_random_uuid(), 'of_the_future', 'n', '', '{}')`,
    [owner.accountId],
  );
  const { body } = await browser.graphql('{ securityEvents(first: 10) { totalCount nodes { kind } } }');
  expect(body).toMatchObject({
    data: { securityEvents: { totalCount: 2, nodes: [{ kind: 'PLATFORM_PAUSED' }, { kind: 'SIGN_IN' }] } },
  });
});
