import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { Command } from 'commander';
import { createCompetitor } from '../../src/core/competitors/competitor.writes.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { COMMANDS } from '../../src/operator/run-command.js';
import { holdReanalysis, READ, retainAnswers, TOTAL } from '../monitoring/reanalysis/held-reanalysis.js';
import { openAccount } from '../support/accounts.js';
import { makeDataFolder } from '../support/data-folder.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { killProcesses, runOperator, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ABSENT = '00000000-0000-4000-8000-000000000000';
const BRAND = { brandName: 'Acme', websiteUrl: 'https://acme.example' };

describe('the commands of the operator', () => {
  let database: TestDatabase;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    env = { DATABASE_URL: databaseUrl(database.address) };
  });
  afterEach(killProcesses);
  afterAll(() => database.close());

  const run = (...args: string[]) => operate(args, env);

  /** The one JSON value that a command prints when it succeeds. */
  async function print(...args: string[]) {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  test('account create, update and list print accounts', async () => {
    const email = `${randomUUID()}@example.com`;
    const created = await print('account', 'create', '--name', 'Acme', '--email', email, '--tier', 'professional');
    expect(created).toEqual({ account_id: UUID, email, tier: 'professional', subscription: 'active' });
    const id = created.account_id;
    const changed = await print('account', 'update', id, '--tier', 'agency', '--cadence', 'daily');
    expect(changed).toEqual({
      account_id: id,
      name: 'Acme',
      email,
      tier: 'agency',
      subscription: 'active',
      cadence: 'daily',
    });
    expect(await print('account', 'update', id, '--subscription', 'inactive')).toMatchObject({
      subscription: 'inactive',
    });
    expect(await print('account', 'list')).toContainEqual({ ...changed, subscription: 'inactive' });
  });

  test('account create reads the password from a file or standard input, where no process list shows it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bvm-password-'));
    const file = join(folder, 'password');
    await writeFile(file, 'correct horse\n');
    const create = (...more: string[]) => {
      const email = `${randomUUID()}@example.com`;
      return ['account', 'create', '--name', 'A', '--email', email, '--tier', 'agency', ...more];
    };
    const fromFile = await run(...create('--password-file', file));
    const fromInput = await runOperator(create('--password-file', '-'), env, 'correct horse');
    for (const { code, stdout } of [fromFile, fromInput]) {
      expect(code).toBe(0);
      const [account] = await queryDatabase<{ password_hash: string }>(
        database,
        'select password_hash from holder where account_id = $1',
        [JSON.parse(stdout).account_id],
      );
      expect(await verify(account?.password_hash ?? '', 'correct horse')).toBe(true);
    }
    const refusals = [
      [['--password-file', '-'], '', '--password-file: must hold a password, and is empty'],
      [['--password-file', '-'], 'short', 'password: must be at least 8 characters'],
      [['--password-file', '/dev/zero'], '', '--password-file: must hold a password, of at most 4096 bytes'],
    ] as const;
    for (const [more, input, line] of refusals) {
      expect(await operate(create(...more), env, input)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `${line}\n`,
      });
    }
    expect(await run(...create('--password', 'correct horse', '--password-file', file))).toMatchObject({ code: 2 });
    await rm(folder, { recursive: true });
  });

  test('key create, list and revoke print keys, the key itself only once', async () => {
    const { accountId } = await openAccount(database.db);
    const created = await print('key', 'create', '--account', accountId, '--name', 'BI', '--description', 'for charts');
    expect(created).toEqual({ key_id: UUID, api_key: expect.stringMatching(/^bvm_\w{70}$/) });
    const listed = await print('key', 'list', '--account', accountId);
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({
      key_id: created.key_id,
      name: 'BI',
      description: 'for charts',
      prefix: created.api_key.slice(0, 12),
      access: 'full',
      created_at: INSTANT,
      last_used_at: null,
      request_count: 0,
      revoked_at: null,
    });
    const reading = await print('key', 'create', '--account', accountId, '--name', 'Tool', '--access', 'read');
    expect(await print('key', 'list', '--account', accountId)).toContainEqual(
      expect.objectContaining({ key_id: reading.key_id, access: 'read' }),
    );
    const revoked = await print('key', 'revoke', created.key_id);
    expect(revoked).toEqual({ key_id: created.key_id, revoked_at: INSTANT });
    expect(await print('key', 'revoke', created.key_id)).toEqual(revoked);
  });

  test('kill-switch on, off and status print whether it is active', async () => {
    expect(await print('kill-switch', 'status')).toEqual({ active: false });
    expect(await print('kill-switch', 'on')).toEqual({ active: true });
    expect(await print('kill-switch', 'status')).toEqual({ active: true });
    expect(await print('kill-switch', 'off')).toEqual({ active: false });
  });

  test('project and competitor commands print the resource as the API names it, with its aliases', async () => {
    const { ctx } = await openAccount(database.db);
    const project = await createProject(ctx, BRAND);
    const competitor = await createCompetitor(ctx, project.id, { name: 'Globex' });
    expect(await print('project', 'pause', project.id)).toMatchObject({
      id: project.id,
      brand_name: 'Acme',
      is_paused: true,
    });
    expect(await print('project', 'resume', project.id)).toMatchObject({ is_paused: false });
    expect(await print('project', 'aliases', project.id, 'Acme Corp', 'ACME')).toMatchObject({
      aliases: ['Acme Corp', 'ACME'],
    });
    expect(await print('project', 'aliases', project.id)).toMatchObject({ aliases: [] });
    expect(await print('competitor', 'aliases', competitor.id, 'Globex Inc')).toMatchObject({
      id: competitor.id,
      project_id: project.id,
      aliases: ['Globex Inc'],
    });
  });

  test('analyse answers each line of JSON with one, in order, without a database', async () => {
    const lines = [
      {
        id: 'a',
        text: 'Acme is great. See [shoes](https://www.acme.com/shoes?utm_source=x)',
        brand: { name: 'Acme' },
        competitors: [{ name: 'Globex' }],
      },
      { id: 'b', text: 'Nothing here.', brand: { name: 'Acme', aliases: ['ACM'] } },
    ];
    const input = lines.map((line) => JSON.stringify(line)).join('\n');
    const { code, stdout, stderr } = await operate(['analyse', '--file', '-'], {}, input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first, second] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      id: 'a',
      brand: { mentioned: true, mention_count: 1, spans: [[0, 4]] },
      competitors: [{ name: 'Globex', mentioned: false, mention_count: 0, spans: [] }],
      citations: [{ url: 'https://www.acme.com/shoes', domain: 'acme.com', count: 1 }],
    });
    expect(Object.keys(first)).toEqual(['id', 'brand', 'competitors', 'candidates', 'citations']);
    expect(Object.keys(first.brand)).toEqual(['mentioned', 'mention_count', 'spans', 'sentiment', 'evidence']);
    expect(second).toMatchObject({
      id: 'b',
      brand: { mentioned: false, sentiment: null, evidence: null },
      competitors: [],
    });
  });

  test('analyse explains each place of a name, taken or not, where it is asked to', async () => {
    const line = { id: 'a', text: 'Set a target. Target’s toys, by Globex.', brand: { name: 'Target' } };
    const input = JSON.stringify({ ...line, competitors: [{ name: 'Globex' }] });
    const { stdout } = await operate(['analyse', '--reasons', '--file', '-'], {}, input);
    expect(JSON.parse(stdout)).toMatchObject({
      brand: {
        mention_count: 1,
        reasons: [
          { span: [6, 12], text: 'target', taken: false, reason: 'a small word' },
          { span: [14, 20], text: 'Target', taken: true, reason: 'possessive' },
        ],
      },
      competitors: [{ name: 'Globex', reasons: [{ span: [32, 38], text: 'Globex', taken: true, reason: 'name' }] }],
    });
  });

  test('analyse judges the tone of the whole answer where the question names the brand alone', async () => {
    const line = {
      id: 'a',
      text: 'It crashes every day, and support never answers.\n\n- Acme',
      brand: { name: 'Acme' },
    };
    const input = [line, { ...line, question: 'What is the weather?' }].map((each) => JSON.stringify(each)).join('\n');
    const sentimentsOf = async (...options: string[]) => {
      const { stdout } = await operate(['analyse', ...options, '--file', '-'], {}, input);
      return stdout
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each).brand.sentiment);
    };
    expect(await sentimentsOf()).toEqual(['neutral', 'neutral']);
    expect(await sentimentsOf('--question', 'Is Acme any good?')).toEqual(['negative', 'neutral']);
  });

  test('answers import, rollups verify and reanalyse print their result and leave consistent metrics', async () => {
    const { ctx } = await openAccount(database.db);
    const { id } = await createProject(ctx, BRAND);
    const answer = { platform: 'claude', model: 'm', question: 'Which shoes?', answered_at: '2026-11-02T09:30:00Z' };
    const lines = [
      JSON.stringify({ ...answer, external_id: 'a', answer: 'Acme is great.' }),
      JSON.stringify({ ...answer, external_id: 'a', answer: 'Acme is great.' }),
      JSON.stringify({ ...answer, external_id: 'b', answer: '' }),
      '{"external_id":',
    ];
    const args = ['answers', 'import', '--project', id, '--file', '-'];
    const { code, stdout, stderr } = await operate(args, env, lines.join('\n'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const imported = JSON.parse(stdout);
    expect(imported).toMatchObject({ received: 4, accepted: 1, duplicates: 1 });
    expect(Object.keys(imported)).toEqual(['received', 'accepted', 'rejected', 'duplicates', 'errors']);
    expect(imported.errors).toEqual([
      { line: 3, message: expect.any(String) },
      { line: 4, message: expect.any(String) },
    ]);
    const verified = await print('rollups', 'verify', '--project', id);
    expect(verified).toMatchObject({ consistent: true, projects: 1, differences: [] });
    expect(await print('reanalyse', '--project', id)).toEqual({ analysis_id: UUID, answers: 1 });
    await queryDatabase(database, 'update daily_response set response_count = 9 where project_id = $1', [id]);
    const differing = await run('rollups', 'verify');
    expect({ code: differing.code, stderr: differing.stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(differing.stdout)).toMatchObject({ consistent: false, differences: [{}] });
  });

  test('sample-size prints what a wish takes, with its list price, and refuses what is out of bounds', async () => {
    const { ctx } = await openAccount(database.db);
    const { id } = await createProject(ctx, BRAND);
    const printed = await print('sample-size', '--project', id, '--change', '5');
    expect(printed).toMatchObject({
      present: { intents: 0, credits_per_month: 0, detectable_points: null, usd_per_month: 0 },
      cheapest: { intents: 67, prompts: 67, platforms: 4, credits_per_month: 1_165, reaches: true, limit: null },
      assumptions: { basis: 'assumed', share: 0.3, weeks: 8 },
    });
    expect(printed.cheapest.usd_per_month).toBeGreaterThan(10);
    expect(printed.cheapest.usd_per_month).toBeLessThan(100);
    expect(printed.options[0]).toEqual(printed.cheapest);
    expect(printed.cheapest).not.toHaveProperty('on');
    const both = await run('sample-size', '--project', id, '--change', '5', '--interval', '4');
    expect(both).toMatchObject({ code: 1, stdout: '' });
    expect(both.stderr).toMatch(/exactly one/);
    expect(await run('sample-size', '--project', id, '--change', 'much')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('sample-size', '--project', ABSENT, '--change', '5')).toMatchObject({ code: 1, stdout: '' });
  });

  test('credits show prints those of the month; credits verify exits 1 where the runs differ', async () => {
    const { accountId } = await openAccount(database.db);
    const shown = await print('credits', 'show', '--account', accountId);
    const month = expect.stringMatching(/^\d{4}-\d\d-01$/);
    expect(shown).toEqual({ month, granted: 15_000, used: 0, remaining: 15_000, resets_at: INSTANT });
    expect(Object.keys(shown)).toEqual(['month', 'granted', 'used', 'remaining', 'resets_at']);
    const unknown = await run('credits', 'show', '--account', randomUUID());
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: 'Account not found\n' });
    expect(await print('credits', 'verify')).toEqual({ consistent: true, differences: [] });
    await queryDatabase(database, 'insert into monitoring_month (account_id, month, credits_used) values ($1, $2, 3)', [
      accountId,
      shown.month,
    ]);
    const { code, stdout, stderr } = await run('credits', 'verify');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const difference = { account_id: accountId, month: shown.month, recorded: 3, counted: 0 };
    expect(JSON.parse(stdout)).toEqual({ consistent: false, differences: [difference] });
    expect(await print('credits', 'show', '--account', accountId)).toMatchObject({ used: 3, remaining: 14_997 });
  });

  test('analysis prints how far reading answers again has come', async () => {
    const { accountId, ctx } = await openAccount(database.db);
    const { id } = await createProject(ctx, BRAND);
    const unbounded = { judged_from: null, unjudged_answers: null, judge_resumes_at: null };
    const still = { answers_read: null, answers_total: null, started_at: null, sentiment_judge: null, ...unbounded };
    expect(await print('analysis', '--project', id)).toEqual({ analysis_id: null, state: 'current', ...still });
    await retainAnswers(database.db, { accountId, projectId: id });
    const held = await holdReanalysis(database.db, { accountId, projectId: id });
    const midst = await print('analysis', '--project', id);
    expect(midst).toEqual({
      analysis_id: UUID,
      state: 'running',
      answers_read: READ,
      answers_total: TOTAL,
      started_at: INSTANT,
      sentiment_judge: null,
      ...unbounded,
    });
    expect(Object.keys(midst)).toEqual(['analysis_id', 'state', ...Object.keys(still)]);
    await held.close();
    expect(await print('analysis', '--project', id)).toMatchObject({ state: 'current', answers_read: null });
    const refused = await run('analysis', '--project', ABSENT);
    expect(refused).toEqual({ code: 1, signal: null, stdout: '', stderr: 'Project not found\n' });
  });

  test('what cannot be done is refused with one line on standard error and exit code 1', async () => {
    const email = `${randomUUID()}@example.com`;
    const account = ['account', 'create', '--name', 'A', '--tier', 'agency', '--email'];
    await print(...account, email);
    const refusals: Record<string, readonly string[]> = {
      'email: must be an e-mail address': [...account, 'no address'],
      [`An account with the e-mail address ${email} already exists`]: [...account, email],
      'Account not found': ['key', 'list', '--account', ABSENT],
      'Key not found': ['key', 'revoke', ABSENT],
      'Project not found': ['project', 'pause', ABSENT],
      'Competitor not found': ['competitor', 'aliases', ABSENT],
      "ENOENT: no such file or directory, open '/nowhere/at-all'": ['analyse', '--file', '/nowhere/at-all'],
    };
    const outcomes = await Promise.all(Object.values(refusals).map((args) => run(...args)));
    expect(outcomes).toEqual(
      Object.keys(refusals).map((line) => ({ code: 1, signal: null, stdout: '', stderr: `${line}\n` })),
    );
  });

  test('a faulty line of analyse is refused by its number', async () => {
    const input = `${JSON.stringify({ id: 'a', text: '', brand: { name: 'Acme' } })}\n{"id": 1\n`;
    const { code, stderr } = await operate(['analyse', '--file', '-'], {}, input);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'line 2: must be valid JSON\n' });
  });

  test('a wrong environment is refused with one line and exit code 1, as by the service', async () => {
    const environments = [
      { DATABASE_URL: 'postgresql://user:sesame@127.0.0.1:1/x' },
      { DATABASE_URL: 'sesame' },
      { LOG_LEVEL: 'loud' },
    ];
    const runs = environments.map((wrong) => operate(['account', 'list'], { ...env, ...wrong }));
    for (const { code, stdout, stderr } of await Promise.all(runs)) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^(DATABASE_URL|LOG_LEVEL): [^\n]+\n$/);
      expect(stderr).not.toContain('sesame');
    }
  });

  test('wrong usage ends with exit code 2 and nothing on standard output', async () => {
    const usages = [
      [],
      ['account'],
      ['account', 'create', '--name', 'A', '--email', 'a@example.com', '--tier', 'gold'],
      ['account', 'list', '--everything'],
      ['account', 'list', 'more'],
      ['key', 'revoke'],
      ['analysis'],
      ['run', 'due', '--now', '9999-12-31T23:59:59Z'],
      ['run', 'due', '--now', '0001-01-01T00:00:00Z'],
    ];
    for (const { code, stdout, stderr } of await Promise.all(usages.map((args) => run(...args)))) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).not.toBe('');
    }
  });

  test('each is found by its first word, and is of the module that the table of commands names', async () => {
    for (const { names, load } of COMMANDS) {
      const program = new Command();
      (await load())(program);
      expect(program.commands.map((command) => command.name()).toSorted()).toEqual([...names].toSorted());
    }
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const name of COMMANDS.flatMap(({ names }) => names)) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  test('work on the embedded database while the server runs, and when it does not', async () => {
    const folder = makeDataFolder();
    const embedded = { DATA_DIR: join(folder, 'data') };
    const service = await startService({ ...embedded, LOG_LEVEL: 'error' });
    const args = ['account', 'create', '--name', 'A', '--email', 'a@example.com', '--tier', 'agency'];
    const created = await operate(args, embedded);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { account_id } = JSON.parse(created.stdout);
    const key = JSON.parse((await operate(['key', 'create', '--account', account_id, '--name', 'k'], embedded)).stdout);
    const headers = { Authorization: `Bearer ${key.api_key}` };
    expect((await fetch(`${service.url}/api/v1/projects`, { headers })).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    const listed = await operate(['key', 'list', '--account', account_id], embedded);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ key_id: key.key_id, request_count: 1 }]);
    await rm(folder, { recursive: true, force: true });
  });
});
