import { randomUUID } from 'node:crypto';
import {
  analysesOfProjects,
  getProjectAnalysis,
  type ProjectAnalysisView,
} from '../../../src/core/analysis-state/project-analysis.js';
import {
  createCompetitor,
  removeCompetitor,
  setCompetitorAliases,
} from '../../../src/core/competitors/competitor.writes.js';
import { archiveProject } from '../../../src/core/projects/project.writes.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse, reanalyseWhereDue } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { TIMESTAMP } from '../../support/expectations.js';
import { queryDatabase } from '../../support/sql.js';
import { recordStatements } from '../../support/statements.js';
import { fileOf, incoming, ingestAndRollUp, type MonitoredProject, openProject } from '../monitored-project.js';
import { finished, type HeldReanalysis, holdReanalysis, JUDGE, READ, retainAnswers, TOTAL } from './held-reanalysis.js';

let database: TestDatabase;
const held: HeldReanalysis[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const run of held.splice(0)) await run.close();
});
afterAll(() => database.close());

const query = <Row>(text: string, values: unknown[] = []) => queryDatabase<Row>(database, text, values);
const analysisOf = ({ ctx, projectId }: MonitoredProject) => getProjectAnalysis(ctx, projectId);

async function hold(project: MonitoredProject, mustSwitch = false): Promise<HeldReanalysis> {
  const run = await holdReanalysis(database.db, project, mustSwitch);
  held.push(run);
  return run;
}

/** A project whose retained answers were analysed before a competitor was added. */
async function openOutdated(): Promise<MonitoredProject & { competitorId: string; before: ProjectAnalysisView }> {
  const project = await openProject(database);
  await retainAnswers(database.db, project);
  const before = await analysisOf(project);
  const { id: competitorId } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  return { ...project, competitorId, before };
}

const UNBOUNDED = { unjudgedAnswers: null, judgedFrom: null, judgeResumesAt: null };
const STILL = { answersRead: null, answersTotal: null, startedAt: null, sentimentJudge: null, ...UNBOUNDED };
const IN_THE_MIDST = {
  state: 'running',
  answersRead: READ,
  answersTotal: TOTAL,
  startedAt: expect.stringMatching(TIMESTAMP),
  sentimentJudge: null,
  ...UNBOUNDED,
};

describe('the state of an analysis', () => {
  test('goes from current to outdated, shows the progress of the re-analysis, and is current in the end', async () => {
    const project = await openOutdated();
    const { before } = project;
    expect(before).toEqual({ analysisId: expect.any(String), state: 'current', ...STILL });
    expect(await analysisOf(project)).toEqual({ ...before, state: 'outdated' });
    const run = await hold(project);
    const midst = await analysisOf(project);
    expect(midst).toEqual({ analysisId: before.analysisId, ...IN_THE_MIDST });
    expect(Math.abs(Date.parse(midst.startedAt ?? '') - Date.now())).toBeLessThan(60_000);
    run.release();
    const done = finished(await run.running);
    expect(done.analysisId).not.toBe(before.analysisId);
    expect(await analysisOf(project)).toEqual({
      analysisId: done.analysisId,
      state: 'current',
      ...STILL,
      sentimentJudge: JUDGE,
    });
  });

  test('is outdated once a run was stopped, and its progress does not count for the next run', async () => {
    const project = await openOutdated();
    const first = await hold(project);
    first.stop();
    await expect(first.running).rejects.toThrow();
    expect(await analysisOf(project)).toEqual({ ...project.before, state: 'outdated' });
    await hold(project);
    expect(await analysisOf(project)).toEqual({ analysisId: project.before.analysisId, ...IN_THE_MIDST });
  });

  test('is outdated at once when a run’s connection is lost; its counts are those of the stored batches', async () => {
    const project = await openOutdated();
    const run = await hold(project);
    const outcome = expect(run.running).rejects.toThrow();
    await query(
      `select pg_terminate_backend(pid)
       from (
         select distinct l.pid
         from pg_locks l
         where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
       ) holders`,
    );
    while (
      (
        await query(
          `select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
        )
      ).length > 0
    );
    expect(await analysisOf(project)).toEqual({ ...project.before, state: 'outdated' });
    const left = `select answers_read, answers_total, (
         select count(*)::int
         from answer_reading r
         where r.analysis_id = a.id
       ) as readings
       from analysis a
       where project_id = $1 and id <> $2`;
    expect(await query(left, [project.projectId, project.before.analysisId])).toEqual([
      { answers_read: READ, answers_total: TOTAL, readings: READ },
    ]);
    run.release();
    await outcome;
    await reanalyse(database.db, project);
    expect(await analysisOf(project)).toMatchObject({ state: 'current', ...STILL });
  });

  test('is running for another judge too, and current again if that run is stopped', async () => {
    const project = await openProject(database);
    await retainAnswers(database.db, project);
    const before = await analysisOf(project);
    const run = await hold(project);
    expect(await analysisOf(project)).toEqual({ analysisId: before.analysisId, ...IN_THE_MIDST });
    run.stop();
    await expect(run.running).rejects.toThrow();
    expect(await analysisOf(project)).toEqual(before);
  });

  test('counts answers that arrive during a run in both numbers, so it never exceeds the total', async () => {
    const project = await openOutdated();
    const run = await hold(project);
    await ingestAndRollUp(database, project, [incoming(), incoming()]);
    run.release();
    const done = finished(await run.running);
    expect(done.answers).toBe(TOTAL + 2);
    expect(await query('select answers_read, answers_total from analysis where id = $1', [done.analysisId])).toEqual([
      { answers_read: TOTAL + 2, answers_total: TOTAL + 2 },
    ]);
  });

  test('is outdated again, and the project lock free, if names change during a run', async () => {
    const project = await openOutdated();
    const run = await hold(project);
    await setCompetitorAliases(project.ctx, project.competitorId, ['Initech']);
    run.release();
    expect(await run.running).toBe('names changed');
    expect(await analysisOf(project)).toEqual({ ...project.before, state: 'outdated' });
    expect(await reanalyseWhereDue(database.db, project)).toMatchObject({ answers: TOTAL });
    expect(await analysisOf(project)).toMatchObject({ state: 'current' });
  });

  test('is outdated where names change during a run that must switch readers', async () => {
    const project = await openOutdated();
    const run = await hold(project, true);
    await setCompetitorAliases(project.ctx, project.competitorId, ['Initech']);
    run.release();
    const { analysisId } = finished(await run.running);
    expect(await analysisOf(project)).toEqual({
      ...project.before,
      analysisId,
      state: 'outdated',
      sentimentJudge: JUDGE,
    });
  });

  test('is current from the switch on, while the former analysis is still being removed', async () => {
    const project = await openOutdated();
    const { before } = project;
    let running: Promise<unknown> | undefined;
    await database.db.transaction(async (tx) => {
      await tx.em.execute('select from answer_reading where analysis_id = ? for share', [before.analysisId]);
      running = reanalyse(database.db, project);
      while ((await analysisOf(project)).analysisId === before.analysisId);
      while (
        (await query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
          .length === 0
      );
      expect(await analysisOf(project)).toMatchObject({ state: 'current', ...STILL });
    });
    await running;
  });

  test('is outdated by an alias until it is taken back, and not by the removal of a competitor', async () => {
    const project = await openOutdated();
    const { competitorId } = project;
    await reanalyse(database.db, project);
    const state = async () => (await analysisOf(project)).state;
    await setCompetitorAliases(project.ctx, competitorId, ['Initech']);
    expect(await state()).toBe('outdated');
    await setCompetitorAliases(project.ctx, competitorId, []);
    expect(await state()).toBe('current');
    await removeCompetitor(project.ctx, competitorId);
    expect(await state()).toBe('current');
  });

  test('is current where there are no answers, whatever names are looked for', async () => {
    const project = await openProject(database);
    expect(await analysisOf(project)).toEqual({ analysisId: null, state: 'current', ...STILL });
    await importAnswers(database.db, project, fileOf(['{}']));
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    expect(await analysisOf(project)).toEqual({ analysisId: expect.any(String), state: 'current', ...STILL });
  });

  test('is shown for an archived project, and only to its account', async () => {
    const project = await openOutdated();
    await hold(project);
    const stranger = await openProject(database);
    await expect(getProjectAnalysis(stranger.ctx, project.projectId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(getProjectAnalysis(stranger.ctx, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(getProjectAnalysis(stranger.ctx, 'x')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const seen = await analysesOfProjects(stranger.ctx, [project.projectId, stranger.projectId]);
    expect([...seen.keys()]).toEqual([stranger.projectId]);
    await archiveProject(project.ctx, project.projectId);
    expect(await analysisOf(project)).toMatchObject(IN_THE_MIDST);
  });

  test('a run of one project does not change the state of another', async () => {
    const [project, other] = [await openOutdated(), await openOutdated()];
    await hold(project);
    expect(await analysisOf(other)).toEqual({ ...other.before, state: 'outdated' });
  });
});

interface Plan {
  'Relation Name'?: string;
  'Function Name'?: string;
  Plans?: Plan[];
}

function namesIn(plan: Plan): string[] {
  const { 'Relation Name': relation, 'Function Name': called, Plans: below = [] } = plan;
  return [...[relation, called].filter((name) => name !== undefined), ...below.flatMap(namesIn)];
}

test('the state is found without reading an answer, a reading or a mention, however many there are', async () => {
  const project = await openOutdated();
  const texts = await recordStatements(database.db);
  await analysisOf(project);
  expect(texts).toHaveLength(1);
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${texts[0]}`, [
    project.accountId,
    [project.projectId],
  ]);
  expect([...new Set(namesIn(row?.['QUERY PLAN'][0].Plan ?? {}))].toSorted()).toEqual([
    'analysis',
    'analysis_attempt',
    'analysis_selection',
    'competitor',
    'competitor_candidate',
    'daily_response',
    'jsonb_array_elements',
    'project',
  ]);
});
