import { getProjectAnalysis } from '../../src/core/analysis-state/project-analysis.js';
import { updateProject } from '../../src/core/projects/project.writes.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { everything } from '../monitoring/judge/judged-project.js';
import { fileOf, type MonitoredProject, openProject, plainLine } from '../monitoring/monitored-project.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { PlatformServer } from '../support/platform-server.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const SET_ASIDE = 'set aside: its analysis ended the process';

describe('a project whose analysis ends the process', () => {
  let database: TestDatabase;
  let server: PlatformServer;
  let env: Record<string, string>;
  let project: MonitoredProject;

  beforeEach(async () => {
    database = await createTestDatabase();
    // A judge that never answers keeps an analysis in its midst until the process is ended.
    server = await PlatformServer.start(() => ({ ends: 'hang' }));
    env = {
      DATABASE_URL: databaseUrl(database.address),
      JUDGE: 'claude',
      ANTHROPIC_API_KEY: 'key-sesame',
      ANTHROPIC_BASE_URL: server.url,
    };
    project = await openProject(database);
    await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme is large.' })]));
  });
  afterEach(async () => {
    killProcesses();
    await server.close();
    await database.close();
  });

  const stateOf = async () => (await getProjectAnalysis(project.ctx, project.projectId)).state;
  const marks = () => queryDatabase<{ unfinished: number }>(database, 'select unfinished from analysis_attempt');

  /** A service that is in the midst of the project's analysis. */
  async function startInTheMidst(): Promise<ServiceProcess> {
    const before = server.calls.length;
    const service = await startService(env);
    await until(
      async () => server.calls.length,
      (calls) => calls > before,
    );
    return service;
  }

  async function endInTheMidst(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const service = await startInTheMidst();
    service.kill(signal);
    await service.exited;
    await until(stateOf, (state) => state !== 'running');
  }

  test('is set aside the second time, told once, shown, and analysed again once its names change', async () => {
    await endInTheMidst('SIGKILL');
    expect(await stateOf()).not.toBe('set_aside');
    await endInTheMidst('SIGKILL');
    expect(await stateOf()).toBe('set_aside');
    const [service, other] = await Promise.all([startService(env), startService(env)]);
    const written = await until(
      async () => service.stdout + other.stdout,
      (text) => text.includes(SET_ASIDE),
    );
    const told = written.split('\n').filter((line) => line.includes(SET_ASIDE));
    expect(told.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, project_id: project.projectId, account_id: project.accountId, attempts: 2 },
    ]);
    const printed = await operate(['analysis', '--project', project.projectId], env);
    expect(JSON.parse(printed.stdout)).toMatchObject({ state: 'set_aside', answers_read: null });
    expect(server.calls).toHaveLength(2);

    server.answer = everything('mixed');
    await updateProject(project.ctx, project.projectId, { aliases: ['Acme Inc'] });
    await until(stateOf, (state) => state === 'current');
    expect(await marks()).toEqual([]);
  });

  /** Ends a process in the midst of the analysis, and counts that twice. */
  async function setAside(): Promise<void> {
    await endInTheMidst('SIGKILL');
    await queryDatabase(database, 'update analysis_attempt set unfinished = unfinished + 1');
    expect(await stateOf()).toBe('set_aside');
  }

  test('is analysed again at the word of the operator, and by workers from then on', async () => {
    await setAside();
    const { DATABASE_URL = '' } = env;
    const done = await operate(['reanalyse', '--project', project.projectId], { DATABASE_URL });
    expect(JSON.parse(done.stdout)).toMatchObject({ answers: 1 });
    expect(await stateOf()).toBe('current');
    const service = await startInTheMidst();
    service.kill('SIGKILL');
  });

  test('does not keep an import from going in', async () => {
    await setAside();
    const { DATABASE_URL = '' } = env;
    const args = ['answers', 'import', '--project', project.projectId, '--file', '-'];
    const done = await operate(args, { DATABASE_URL }, plainLine());
    expect(JSON.parse(done.stdout)).toMatchObject({ accepted: 1 });
    expect(await stateOf()).toBe('set_aside');
  });

  test('is not set aside by services that are told to stop, however often', async () => {
    for (let times = 0; times < 3; times += 1) {
      await endInTheMidst('SIGTERM');
      expect(await marks()).toEqual([]);
      expect(await stateOf()).not.toBe('set_aside');
    }
  });

  test('is nobody else’s to set aside while an attempt is under way', async () => {
    await endInTheMidst('SIGKILL');
    await startInTheMidst();
    const other = await startService(env);
    expect(await marks()).toEqual([{ unfinished: 2 }]);
    expect(await stateOf()).toBe('running');
    // Whatever the other service looks at comes after it looked at the attempts.
    const second = await openProject(database);
    await importAnswers(database.db, second, fileOf([plainLine({ answer: 'Acme, again.' })]));
    await until(
      async () => server.calls.length,
      (calls) => calls > 2,
    );
    expect(other.stdout).not.toContain(SET_ASIDE);
  });
});
