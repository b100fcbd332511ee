import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrompts } from '../../src/core/prompts/prompt.writes.js';
import { type MonitoredProject, openProject } from '../monitoring/monitored-project.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { type PlatformCall, PlatformServer } from '../support/platform-server.js';
import { queryDatabase } from '../support/sql.js';

const CONFIGURED = 'gpt-6-luna';
const OTHER = 'gpt-6-sol';
const KEY = 'key-of-chatgpt-sesame';

describe('models compare', () => {
  let database: TestDatabase;
  let project: MonitoredProject;
  let platform: PlatformServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    platform = await PlatformServer.start(() => ({}));
    env = {
      DATABASE_URL: databaseUrl(database.address),
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: platform.url,
      JUDGE: 'off',
    };
  });
  afterAll(async () => {
    await platform.close();
    await database.close();
  });
  beforeEach(async () => {
    platform.calls.length = 0;
    platform.answer = (call) => answer(call);
    // As a worker has it whose bound is far away.
    await queryDatabase(
      database,
      `update platform_gate
       set per_minute = 100000, burst = 10000, tokens = 10000, spent_microusd = 0, reserved_microusd = 0,
         cap_microusd = null, paused_until = null, pause_reason = null, breaker = 'closed', failures = 0`,
    );
    project = await openProject(database);
    await createPrompts(
      project.ctx,
      project.projectId,
      Array.from({ length: 12 }, (_, at) => ({ promptText: `Which anvil is number ${at}?` })),
    );
  });

  /** The other model names the brand always, the configured one where the question's number is even. */
  const namesBrand = (model: unknown, question: string) =>
    model === OTHER || Number(/\d+/.exec(question)?.[0]) % 2 === 0;

  function answer({ body }: PlatformCall) {
    const text = namesBrand(body['model'], String(body['input']))
      ? 'Acme is a good choice.'
      : 'Globex is a good choice.';
    return {
      json: {
        status: 'completed',
        model: `${body['model']}-2026-11-01`,
        output: [{ type: 'message', content: [{ type: 'output_text', text, annotations: [] }] }],
        usage: { input_tokens: 1_000, output_tokens: 1_000 },
      },
    };
  }

  const compare = (...args: string[]) =>
    operate(
      ['models', 'compare', '--project', project.projectId, '--platform', 'chatgpt', '--model', OTHER, ...args],
      env,
    );

  const gate = async () =>
    (
      await queryDatabase<{ spent: number; breaker: string; served: string | null }>(
        database,
        `select spent_microusd::int as spent, breaker, served_until::text as served
         from platform_gate
         where platform = 'chatgpt'`,
      )
    )[0];

  const stored = async () =>
    (
      await queryDatabase(
        database,
        `select (select count(*)::int from answer where account_id = $1) as answers,
           (select count(*)::int from run where account_id = $1 and state <> 'queued') as runs`,
        [project.accountId],
      )
    )[0];

  test('asks both models the same prompts, says which names the brand more, and stores nothing', async () => {
    const { code, stdout, stderr } = await compare('--prompts', '10', '--answers', '3');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const told = JSON.parse(stdout);
    const questions = new Set(platform.calls.map(({ body }) => String(body['input'])));
    const even = [...questions].filter((question) => namesBrand(CONFIGURED, question)).length;
    expect(told).toEqual({
      platform: 'chatgpt',
      models: [CONFIGURED, OTHER],
      prompts: 10,
      answers: 60,
      failed: 0,
      shares: [even * 10, 100],
      change: 100 - even * 10,
      interval: { low: expect.any(Number), high: expect.any(Number) },
      verdict: expect.any(String),
      cost_usd: expect.any(Number),
      stopped_by: null,
      message: null,
    });
    expect(told.verdict).toBe(told.interval.low > 0 ? 'moved_up' : 'within_noise');
    expect(questions.size).toBe(10);
    for (const model of [CONFIGURED, OTHER]) {
      const asked = platform.calls
        .filter(({ body }) => body['model'] === model)
        .map(({ body }) => String(body['input']));
      expect([...Map.groupBy(asked, (question) => question).values()].map((each) => each.length)).toEqual(
        Array(10).fill(3),
      );
    }
    expect(await stored()).toEqual({ answers: 0, runs: 0 });
    expect(await gate()).toMatchObject({
      spent: Math.round(told.cost_usd * 1_000_000),
      breaker: 'closed',
      served: null,
    });
  });

  test('writes answers as lines that an import takes, and never over a file', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'compare-models-')), 'answers.jsonl');
    expect((await compare('--prompts', '5', '--answers', '1', '--out', out)).code).toBe(0);
    const text = readFileSync(out, 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).model)
        .toSorted(),
    ).toEqual([...Array(5).fill(`${CONFIGURED}-2026-11-01`), ...Array(5).fill(`${OTHER}-2026-11-01`)]);
    expect(text).not.toContain(KEY);
    const imported = await operate(['answers', 'import', '--project', project.projectId, '--file', out], env);
    expect(JSON.parse(imported.stdout)).toMatchObject({ received: 10, accepted: 10, rejected: 0 });
    platform.calls.length = 0;
    writeFileSync(out, 'kept');
    const again = await compare('--out', out);
    expect([again.code, again.stdout, platform.calls.length]).toEqual([1, '', 0]);
    expect(readFileSync(out, 'utf8')).toBe('kept');
  });

  test('stops at its budget, with each question asked once before any is asked again', async () => {
    const { stdout } = await compare('--prompts', '12', '--answers', '20', '--budget-usd', '0.5');
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ stopped_by: 'budget', prompts: 12 });
    expect(told.cost_usd).toBeLessThanOrEqual(0.5);
    expect(told.answers).toBeLessThan(480);
    // Four questions are with both models at once, so those of the next round may overtake the last ones.
    const first = platform.calls.slice(0, 24 + 8).map(({ body }) => `${body['model']} ${body['input']}`);
    expect(new Set(first).size).toBe(24);
  });

  test("stops at the day's budget of the platform, and asks nothing while it is paused", async () => {
    await queryDatabase(
      database,
      `update platform_gate set cap_microusd = 1, spent_microusd = 1, spent_date = (now() at time zone 'UTC')::date`,
    );
    expect(JSON.parse((await compare()).stdout)).toMatchObject({
      answers: 0,
      stopped_by: 'platform',
      verdict: 'too_few_answers',
    });
    await queryDatabase(
      database,
      `update platform_gate
       set cap_microusd = null, paused_until = 'infinity', pause_reason = 'operator',
         served_until = now() + interval '1 hour'`,
    );
    const { code, stdout } = await compare();
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { stopped_by: 'platform', message: 'The operator paused it.' },
    ]);
    expect(platform.calls).toEqual([]);
    await queryDatabase(database, 'update platform_gate set served_until = null');
  });

  test('a model that the platform does not know ends it, and closes the platform for nothing else', async () => {
    platform.answer = (call) =>
      call.body['model'] === OTHER
        ? { status: 404, json: { error: { message: 'The model does not exist.', code: 'model_not_found' } } }
        : answer(call);
    const { stdout } = await compare();
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ stopped_by: 'failures', verdict: 'too_few_answers', interval: null });
    expect(told.message).toContain(OTHER);
    expect(platform.calls.length).toBeLessThan(40);
    expect(await gate()).toMatchObject({ breaker: 'closed' });
  });

  test.each([
    [['--prompts', '4'], 'prompts: must be a whole number from 5 to 100'],
    [['--answers', '21'], 'answers: must be a whole number from 1 to 20'],
    [['--budget-usd', '0'], 'above 0 and at most 1000'],
    [['--model', CONFIGURED], 'model: must be another one than the configured model'],
  ])('%j is refused unasked: %s', async (args, message) => {
    const { code, stdout, stderr } = await compare(...args);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(platform.calls).toEqual([]);
  });

  test('a project of no account is refused, and leaves no file', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'compare-models-')), 'answers.jsonl');
    const id = '00000000-0000-4000-8000-000000000000';
    const args = ['models', 'compare', '--project', id, '--platform', 'chatgpt', '--model', OTHER, '--out', out];
    expect(await operate(args, env)).toMatchObject({ code: 1, stdout: '', stderr: 'Project not found\n' });
    expect(existsSync(out)).toBe(false);
  });
});
