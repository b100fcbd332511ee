import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../src/config.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { judgingOf } from '../../src/worker.js';
import { everything, selectedJudge, sentimentsOf } from '../monitoring/judge/judged-project.js';
import { answerIn } from '../monitoring/judge/replies.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { PlatformServer } from '../support/platform-server.js';
import { killProcesses, startService } from '../support/processes.js';
import { until } from '../support/until.js';

const KEY = 'sk-ant-sesame-0123456789';
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const LINES = ['Acme is large.', 'Acme is in Ohio.'].map((answer) =>
  JSON.stringify({
    external_id: randomUUID(),
    platform: 'chatgpt',
    question: 'Which anvils are best?',
    answer,
    answered_at: '2026-03-04T09:30:00Z',
  }),
);

describe('a model as the judge of names and tone', () => {
  let database: TestDatabase;
  let server: PlatformServer;
  let plain: Record<string, string>;
  let judged: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await PlatformServer.start(everything('mixed'));
    plain = { DATABASE_URL: databaseUrl(database.address) };
    judged = {
      ...plain,
      JUDGE: 'claude',
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: server.url,
    };
  });
  afterEach(killProcesses);
  afterAll(async () => {
    await database.close();
    await server.close();
  });

  async function openProject() {
    const { accountId, ctx } = await openAccount(database.db);
    const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
    return { accountId, projectId: id };
  }

  test('import and reanalyse print what they always print, and on standard error who judged', async () => {
    const project = await openProject();
    const importing = ['answers', 'import', '--project', project.projectId, '--file', '-'];
    const imported = await operate(importing, judged, LINES.join('\n'));
    expect(JSON.parse(imported.stdout)).toEqual({ received: 2, accepted: 2, rejected: 0, duplicates: 0, errors: [] });
    const told = {
      project_id: project.projectId,
      judge: 'claude/claude-haiku-5-5/4/often',
      model: 2,
      rules_fallback: 0,
    };
    expect(imported.stderr).toBe(`answers judged: ${JSON.stringify(told)}\n`);

    const changed = (judge: string, former_judge: string) =>
      `the judge has changed: ${JSON.stringify({ project_id: project.projectId, judge, former_judge })}\n`;
    const reanalysing = ['reanalyse', '--project', project.projectId];
    const unchanged = await operate(reanalysing, plain);
    expect(unchanged.stderr).toBe(`answers judged: ${JSON.stringify(told)}\n`);
    expect(await selectedJudge(database, project)).toBe(told.judge);

    const without = await operate(reanalysing, { ...plain, JUDGE: 'off' });
    expect(JSON.parse(without.stdout)).toEqual({ analysis_id: UUID, answers: 2 });
    expect(without.stderr).toBe(changed('rules', told.judge));
    expect(await selectedJudge(database, project)).toBeNull();

    const again = await operate(reanalysing, judged);
    expect(JSON.parse(again.stdout)).toEqual({ analysis_id: UUID, answers: 2 });
    expect(again.stderr).toBe(`${changed(told.judge, 'rules')}answers judged: ${JSON.stringify(told)}\n`);
    expect(await sentimentsOf(database, project)).toEqual([
      'Acme is in Ohio. | mixed | model | Acme is in Ohio',
      'Acme is large. | mixed | model | Acme is large',
    ]);
    expect(server.calls).toHaveLength(2);
  });

  test('a started service has earlier answers judged; a project whose key is refused keeps its numbers', async () => {
    const [project, refused] = [await openProject(), await openProject()];
    const told = LINES.map((line) => JSON.stringify({ ...JSON.parse(line), external_id: randomUUID() }));
    const other = told.map((line) => line.replace('Acme is', 'Acme, elsewhere, is'));
    for (const [{ projectId }, lines] of [
      [project, LINES],
      [refused, other],
    ] as const) {
      await operate(['answers', 'import', '--project', projectId, '--file', '-'], plain, lines.join('\n'));
    }
    const judge = everything('mixed');
    server.answer = (call) =>
      answerIn(call).includes('elsewhere')
        ? { status: 401, json: { error: { message: `token ${KEY} is refused by http://user:hunter2@10.0.0.1/` } } }
        : judge(call);
    const service = await startService({ ...judged, LOG_LEVEL: 'trace' });
    await until(
      () => selectedJudge(database, project),
      (selected) => selected === 'claude/claude-haiku-5-5/4/often',
    );
    await until(
      async () => service.stdout,
      (written) => written.includes('"msg":"re-analysis failed"'),
    );
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(await selectedJudge(database, refused)).toBeNull();
    expect(await sentimentsOf(database, refused)).toEqual([
      'Acme, elsewhere, is in Ohio. | neutral | rules | Acme, elsewhere, is in Ohio.',
      'Acme, elsewhere, is large. | neutral | rules | Acme, elsewhere, is large.',
    ]);
    const written = service.stdout + service.stderr;
    expect(written).toContain('"msg":"a model judges names and tone; texts of answers are sent to it"');
    expect(written).toContain('"fault":"denied"');
    for (const secret of ['sesame', 'hunter2']) expect(written).not.toContain(secret);
  });

  describe('by default, where there is a key', () => {
    const TOLD =
      '"msg":"JUDGE is not set: a cheap model judges names and tone of new answers, whose texts are sent to it; ';

    test('a started service says so in one line, reads nothing again, and judges new answers alone', async () => {
      server.answer = everything('mixed');
      server.calls.length = 0;
      const { JUDGE: _, ...keyed } = judged;
      const project = await openProject();
      const importing = ['answers', 'import', '--project', project.projectId, '--file', '-'];
      await operate(importing, plain, LINES.join('\n'));
      const service = await startService(keyed);
      await until(
        () => selectedJudge(database, project),
        (judge) => judge === 'claude/claude-haiku-5-5/4/often',
      );
      const now = { external_id: 'now', answer: 'Acme is new.', answered_at: new Date().toISOString() };
      await operate(importing, keyed, JSON.stringify({ ...JSON.parse(LINES[0] ?? ''), ...now }));
      service.kill('SIGTERM');
      expect(await service.exited).toEqual({ code: 0, signal: null });
      expect(service.stdout.split('\n').filter((line) => line.includes(TOLD))).toHaveLength(1);
      expect(service.stdout).toContain('JUDGE=off turns it off');
      expect(service.stdout).not.toContain('"msg":"re-analysed"');
      expect(await sentimentsOf(database, project)).toEqual([
        'Acme is in Ohio. | neutral | rules | Acme is in Ohio.',
        'Acme is large. | neutral | rules | Acme is large.',
        'Acme is new. | mixed | model | Acme is new',
      ]);
      expect(server.calls).toHaveLength(1);

      const shown = await operate(['judge', 'history', '--project', project.projectId], keyed);
      // The day that it begins on counts whole.
      const history = { answers: 3, questions: 3, cost_usd: 0.01, is_applied: false };
      expect(JSON.parse(shown.stdout)).toMatchObject({ judge: 'claude/claude-haiku-5-5/4/often', ...history });
      const applied = await operate(['judge', 'apply', '--project', project.projectId], keyed);
      expect(JSON.parse(applied.stdout)).toMatchObject({ ...history, is_applied: true });
    });

    test('JUDGE=off leaves all to the rules, and nothing is said', async () => {
      const lines: string[] = [];
      const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
      const judging = await judgingOf(readConfig({ ...judged, JUDGE: 'off' }), { database, log });
      expect(judging.judge).toBeNull();
      expect(lines).toEqual([]);
    });
  });

  test('without its key the start is refused in one line that names both variables', () => {
    expect(() => readConfig({ ...plain, JUDGE: 'gemini' })).toThrow(
      /^JUDGE: "gemini" needs GEMINI_API_KEY, which is not set$/,
    );
  });
});
