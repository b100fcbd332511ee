import { randomBytes } from 'node:crypto';
import {
  listPlatformKeys,
  type PlatformSources,
  readPlatformKeys,
  removePlatformKey,
  rotatePlatformKeys,
  storePlatformKey,
} from '../../../src/core/platforms/platform-keys.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { type Engine, startEngine } from '../../../src/monitoring/engine/engine.js';
import type { EngineLog } from '../../../src/monitoring/engine/engine-figures.js';
import { KeyedPlatforms } from '../../../src/monitoring/engine/keyed-platforms.js';
import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';
import { until } from '../../support/until.js';
import { addPrompt, monitored, openPlatforms, QUIET } from './asking-worker.js';
import { useAsking } from './use-asking.js';

const [SECRETS, OTHER] = [randomBytes(32), randomBytes(32)];
const KEYS = { secretsKey: SECRETS, secretsOtherKey: undefined };
const KEY = 'sk-stored-and-never-shown-7Qx2';

let database: TestDatabase;
let fake: FakePlatforms;
let engine: Engine | undefined;
useAsking((started) => {
  ({ database, fake } = started);
});
beforeEach(() => queryDatabase(database, 'delete from platform_key'));
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
});

function sourcesOf(environment: Partial<PlatformSources> = {}): PlatformSources {
  const platformSettings = PLATFORMS.map((platform) => ({
    platform,
    baseUrl: fake.urls[platform],
    model: undefined,
    requestsPerMinute: 60_000,
    dailyBudgetUsd: undefined,
    isGrounded: true,
  }));
  return { ...KEYS, platforms: [], platformSettings, ...environment };
}

/** A log that keeps what is written to it. */
function writtenLog() {
  const lines: string[] = [];
  const write = (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`);
  const log: EngineLog = { info: write, warn: write, error: write };
  return { lines, log };
}

function start(clock: TestClock, log: EngineLog = QUIET): void {
  const keyed = new KeyedPlatforms(sourcesOf(), clock, log);
  engine = startEngine({
    database,
    platforms: [],
    readPlatforms: () => keyed.read(database.db),
    judging: WITHOUT_JUDGE,
    clock,
    log,
    bounds: { concurrency: 2, leaseMs: 45_000, drainMs: 5_000 },
  });
}

const keysSent = () => fake.requests.map(({ headers }) => String(headers.authorization));
const acceptedRuns = () => queryDatabase(database, `select from run where state = 'accepted'`);

/** Advances the clock second by second, for a minute at most, each time until all five steps wait again. */
async function withinAMinute(clock: TestClock, isDone: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    if (await isDone()) return;
    clock.advance(1_000);
    await clock.waits(5);
  }
  // What the last step has begun ends by the time of the machine.
  await until(isDone, Boolean);
}

test('a running worker asks with a stored key within a minute, then with the next, and no more without', async () => {
  const given = await monitored(database);
  const clock = new TestClock(given.clock.now());
  const { lines, log } = writtenLog();
  await addPrompt(given);
  await openPlatforms(database);
  start(clock, log);
  await clock.waits(5);
  expect(keysSent()).toEqual([]);

  await storePlatformKey(database.db, 'chatgpt', KEY, KEYS);
  await withinAMinute(clock, async () => (await acceptedRuns()).length === 1);
  expect(new Set(keysSent())).toEqual(new Set([`Bearer ${KEY}`]));

  await storePlatformKey(database.db, 'chatgpt', `${KEY}-next`, KEYS);
  clock.advance(30_000);
  await clock.waits(5);
  fake.forgetCalls();
  await addPrompt(given);
  await withinAMinute(clock, async () => (await acceptedRuns()).length === 2);
  expect(new Set(keysSent())).toEqual(new Set([`Bearer ${KEY}-next`]));

  expect(await removePlatformKey(database.db, 'chatgpt')).toBe(true);
  clock.advance(30_000);
  await clock.waits(5);
  fake.forgetCalls();
  await addPrompt(given);
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000);
    await clock.waits(5);
  }
  expect(keysSent()).toEqual([]);
  expect(lines.join('\n')).not.toContain(KEY);
});

test('the environment wins over a stored key', async () => {
  await storePlatformKey(database.db, 'chatgpt', KEY, KEYS);
  const [chatgpt] = sourcesOf().platformSettings;
  if (!chatgpt) throw new Error('there are no settings of ChatGPT');
  const platforms = [{ ...chatgpt, apiKey: 'key-of-the-environment-kept' }];
  const keyed = new KeyedPlatforms(sourcesOf({ platforms }), new TestClock(), QUIET);
  const [served, ...more] = await keyed.read(database.db);
  expect(more).toEqual([]);
  await served?.client.query({ text: 'Which anvils?', place: null });
  expect(keysSent()).toEqual(['Bearer key-of-the-environment-kept']);
  const views = await listPlatformKeys(database.db, sourcesOf({ platforms }));
  expect(views[0]).toEqual({
    platform: 'chatgpt',
    keySource: 'environment',
    keyEndsWith: 'kept',
    keyStoredAt: expect.any(String),
  });
});

test('an unchanged key keeps its client, which knows what the platform asked to wait for', async () => {
  await storePlatformKey(database.db, 'claude', KEY, KEYS);
  const keyed = new KeyedPlatforms(sourcesOf(), new TestClock(), QUIET);
  const [before] = await keyed.read(database.db);
  expect((await keyed.read(database.db))[0]).toBe(before);
  await storePlatformKey(database.db, 'claude', `${KEY}!`, KEYS);
  expect((await keyed.read(database.db))[0]).not.toBe(before);
});

test.each([
  ['another key', `select 1`, { ...KEYS, secretsKey: OTHER }],
  ['no key', `select 1`, { ...KEYS, secretsKey: undefined }],
  ['a changed ciphertext', `update platform_key set secret = set_byte(secret, 14, get_byte(secret, 14) # 1)`, KEYS],
  ['a cut ciphertext', `update platform_key set secret = substr(secret, 1, 5)`, KEYS],
  ["another platform's row", `update platform_key set platform = 'claude'`, KEYS],
])('a stored key is not used with %s, which is logged once without it', async (_what, sql, keys) => {
  await storePlatformKey(database.db, 'chatgpt', KEY, KEYS);
  await queryDatabase(database, sql);
  const { lines, log } = writtenLog();
  const keyed = new KeyedPlatforms(sourcesOf(keys), new TestClock(), log);
  expect(await keyed.read(database.db)).toEqual([]);
  expect(await keyed.read(database.db)).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('cannot be read with SECRETS_KEY');
  expect(lines[0]).not.toContain(KEY);
  const unreadable = (await listPlatformKeys(database.db, sourcesOf(keys))).filter(
    ({ keySource }) => keySource !== null,
  );
  expect(unreadable).toMatchObject([{ keySource: 'unreadable', keyEndsWith: '7Qx2' }]);
});

test('a stored key is encrypted, each time differently', async () => {
  const secretOf = async () => {
    await storePlatformKey(database.db, 'gemini', KEY, KEYS);
    const [row] = await queryDatabase<{ secret: Buffer }>(database, 'select secret from platform_key');
    return row?.secret.toString('latin1');
  };
  const first = await secretOf();
  expect(first).not.toContain(KEY);
  expect(await secretOf()).not.toBe(first);
});

test('without SECRETS_KEY no key is stored, nor is what no header can carry', async () => {
  const without = { ...KEYS, secretsKey: undefined, secretsOtherKey: OTHER };
  await expect(storePlatformKey(database.db, 'gemini', KEY, without)).rejects.toThrow('SECRETS_KEY is not set');
  for (const key of ['', 'short', 'with a space', 'naïve-key-of-letters', 'k'.repeat(1_001)])
    await expect(storePlatformKey(database.db, 'gemini', key, KEYS)).rejects.toThrow('key: must have 8 to 1000');
  expect(await readPlatformKeys(database.db, KEYS)).toEqual([]);
});

test('SECRETS_KEY is changed with the former one beside it, and again without harm', async () => {
  await storePlatformKey(database.db, 'claude', KEY, { ...KEYS, secretsKey: OTHER });
  await storePlatformKey(database.db, 'gemini', `${KEY}-2`, KEYS);
  expect(await rotatePlatformKeys(database.db, KEYS)).toEqual({ rotated: 0, current: 1, unreadable: 1 });
  const both = { secretsKey: SECRETS, secretsOtherKey: OTHER };
  expect(await rotatePlatformKeys(database.db, both)).toEqual({ rotated: 1, current: 1, unreadable: 0 });
  expect(await rotatePlatformKeys(database.db, both)).toEqual({ rotated: 0, current: 2, unreadable: 0 });
  expect((await readPlatformKeys(database.db, KEYS)).map(({ key }) => key)).toEqual([KEY, `${KEY}-2`]);
  await expect(rotatePlatformKeys(database.db, { ...both, secretsKey: undefined })).rejects.toThrow('SECRETS_KEY');
});

test('a new key closes what its forerunner was denied for, and ends no pause', async () => {
  await queryDatabase(
    database,
    `update platform_gate
     set breaker = 'denied', failures = 3, probe_at = now() + interval '1 hour', paused_until = 'infinity',
       pause_reason = 'operator'
     where platform = 'chatgpt'`,
  );
  await storePlatformKey(database.db, 'chatgpt', KEY, KEYS);
  const gate = await queryDatabase(
    database,
    `select breaker, failures, pause_reason from platform_gate where platform = 'chatgpt'`,
  );
  expect(gate).toEqual([{ breaker: 'closed', failures: 0, pause_reason: 'operator' }]);
  await openPlatforms(database);
});
