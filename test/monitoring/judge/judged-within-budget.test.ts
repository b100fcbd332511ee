import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { getProjectAnalysis } from '../../../src/core/analysis-state/project-analysis.js';
import { MICRO_USD } from '../../../src/core/platforms/platform-budget.js';
import { updateProject } from '../../../src/core/projects/project.writes.js';
import { findAnalysisStatus } from '../../../src/monitoring/facts/selected-analysis.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse, reanalyseWhereDue, reanalyseWhereFree } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { startMaintenance } from '../../../src/monitoring/upkeep/maintenance.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { PlatformServer } from '../../support/platform-server.js';
import { queryDatabase } from '../../support/sql.js';
import { until } from '../../support/until.js';
import { fileOf, type MonitoredProject, openProject, plainLine } from '../monitored-project.js';
import { everything, startJudging } from './judged-project.js';
import { verdictOf } from './replies.js';

const REACHED = "the judge's bound of the day is reached";

let database: TestDatabase;
let server: PlatformServer;
beforeEach(async () => {
  database = await createTestDatabase();
  server = await PlatformServer.start(everything('negative'));
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const start = (bounds: Parameters<typeof startJudging>[3]) => startJudging(database, server, 'm-1', bounds);
const query = <Row>(text: string, values: unknown[] = []) => queryDatabase<Row>(database, text, values);

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => plainLine({ answer: `Acme is number ${from + n}.` }));

async function openAnswered(count: number, from = 0): Promise<MonitoredProject> {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(lines(count, from)));
  return project;
}

async function sources({ projectId }: MonitoredProject): Promise<Record<string, number>> {
  const found = await query<{ source: string; count: number }>(
    `select r.sentiment_source as source, count(*)::int as count
     from answer_reading r
     join analysis_selection s on s.analysis_id = r.analysis_id
     where r.project_id = $1
     group by 1`,
    [projectId],
  );
  return Object.fromEntries(found.map(({ source, count }) => [source, count]));
}

const used = ({ accountId }: MonitoredProject) =>
  query<{ calls: number; cost: number; refused: number }>(
    'select calls, cost_micro_usd::int as cost, refused from judge_use where account_id = $1',
    [accountId],
  );

/** Moves what was asked and withheld to the day before. */
async function nextDay(): Promise<void> {
  await query('update judge_use set day = day - 1');
  await query('update analysis set judge_withheld_on = judge_withheld_on - 1');
}

async function tomorrow(): Promise<string> {
  const [row] = await query<{ at: string }>(
    `select to_char((now() at time zone 'UTC')::date + 1, 'YYYY-MM-DD"T00:00:00.000Z"') as at`,
  );
  return row?.at ?? '';
}

test('an account’s calls end at its bound of the day; the rest falls back and is reported once', async () => {
  const project = await openAnswered(120);
  const judging = await start({ callsPerDay: 70 });
  await reanalyse(database.db, project, judging);
  expect(server.calls).toHaveLength(70);
  expect(await sources(project)).toEqual({ model: 70, rules_fallback: 50 });
  expect(await getProjectAnalysis(project.ctx, project.projectId)).toMatchObject({
    state: 'current',
    sentimentJudge: 'claude/m-1/4',
    unjudgedAnswers: 50,
    judgeResumesAt: await tomorrow(),
  });
  await reanalyse(database.db, project, judging);
  expect(server.calls).toHaveLength(70);
  expect(judging.said.filter(({ message }) => message === REACHED)).toMatchObject([
    { details: { account_id: project.accountId, judge: 'claude/m-1/4', bound: 'calls of the account' } },
  ]);
  expect(judging.said).toContainEqual({
    details: expect.objectContaining({ model: 70, rules_fallback: 50, over_daily_bound: 50 }),
    message: 'answers judged, in part by the rules',
  });
});

test('one account’s bound is not another’s, and an import reports what it leaves to the rules', async () => {
  const [project, other] = [await openProject(database), await openProject(database)];
  const judging = await start({ callsPerDay: 3 });
  await importAnswers(database.db, project, fileOf(lines(5)), judging);
  await importAnswers(database.db, other, fileOf(lines(3)), judging);
  expect(await sources(project)).toEqual({ model: 3, rules_fallback: 2 });
  expect(await sources(other)).toEqual({ model: 3 });
  expect(await used(project)).toMatchObject([{ calls: 3, refused: 2 }]);
  expect(await getProjectAnalysis(project.ctx, project.projectId)).toMatchObject({ unjudgedAnswers: 2 });
  expect(await getProjectAnalysis(other.ctx, other.projectId)).toMatchObject({
    unjudgedAnswers: null,
    judgeResumesAt: null,
  });
});

test('the cost of all accounts together ends at the day’s budget, by what the platform reports as used', async () => {
  // Haiku: a dollar a million tokens in, five out, so a call costs a tenth of a cent and a half.
  server.answer = (call) => ({
    json: { ...(everything('negative')(call).json as object), usage: { input_tokens: 1_000, output_tokens: 100 } },
  });
  const [project, other] = [await openProject(database), await openProject(database)];
  const judging = await startJudging(database, server, 'claude-haiku-5-5', { microUsdPerDay: 0.15 * MICRO_USD });
  await importAnswers(database.db, project, fileOf(lines(60)), judging);
  expect(await used(project)).toEqual([{ calls: 60, cost: 60 * 1_500, refused: 0 }]);
  await importAnswers(database.db, other, fileOf(lines(60, 100)), judging);
  const [row] = await used(other);
  expect(row?.calls).toBeLessThan(60);
  expect(row?.calls).toBeGreaterThan(0);
  expect(60 * 1_500 + (row?.cost ?? 0)).toBeLessThanOrEqual(0.15 * MICRO_USD);
  expect(judging.said.filter(({ message }) => message === REACHED)).toMatchObject([
    { details: { account_id: other.accountId, bound: 'money of all accounts' } },
  ]);
});

test('answers read again cost half of the day’s money at most; new ones of all accounts have the rest', async () => {
  server.answer = (call) => ({
    json: { ...(everything('negative')(call).json as object), usage: { input_tokens: 1_000, output_tokens: 100 } },
  });
  const [project, other] = [await openAnswered(120), await openProject(database)];
  const bounds = { microUsdPerDay: 0.2 * MICRO_USD };
  const judging = await startJudging(database, server, 'claude-haiku-5-5', bounds);
  await reanalyse(database.db, project, judging);
  const [row] = await used(project);
  expect(row?.cost).toBeGreaterThan(0.04 * MICRO_USD);
  expect(row?.cost).toBeLessThanOrEqual(0.1 * MICRO_USD);
  expect(judging.said.filter(({ message }) => message === REACHED)).toMatchObject([
    { details: { account_id: project.accountId, bound: 'money for earlier answers' } },
  ]);
  const second = await startJudging(database, server, 'claude-haiku-5-5', bounds);
  await importAnswers(database.db, other, fileOf(lines(30, 200)), second);
  expect(await sources(other)).toEqual({ model: 30 });
});

test('processes that ask at once make no more calls for an account than its bound', async () => {
  const [one, other] = [await openAnswered(60), await openProject(database)];
  const second = { ...other, accountId: one.accountId };
  await query('update project set account_id = $1 where id = $2', [one.accountId, other.projectId]);
  await importAnswers(database.db, second, fileOf(lines(60, 100)));
  const judgings = [await start({ callsPerDay: 70 }), await start({ callsPerDay: 70 })];
  await Promise.all([one, second].map((each, at) => reanalyse(database.db, each, judgings[at])));
  expect(server.calls).toHaveLength(70);
});

test('the next day a worker has the rest judged, once, and asks for no verdict that is saved', async () => {
  const project = await openAnswered(5);
  const judging = await start({ callsPerDay: 3 });
  const { signal } = new AbortController();
  const again = () => reanalyseWhereFree(database.db, project, signal, judging, { isPatient: true });
  await again();
  expect(await sources(project)).toEqual({ model: 3, rules_fallback: 2 });
  expect(await again()).toBeNull();
  await nextDay();
  const worker = startMaintenance({ database, log: { info() {}, error() {} }, judging, clock: SYSTEM_CLOCK });
  await until(
    () => getProjectAnalysis(project.ctx, project.projectId),
    ({ unjudgedAnswers }) => unjudgedAnswers === null,
  );
  await worker.stop();
  expect(await sources(project)).toEqual({ model: 5 });
  expect(server.calls).toHaveLength(5);
  expect(await again()).toBeNull();
});

test('a process without that judge, or with another, leaves what was withheld to those that have it', async () => {
  const project = await openAnswered(5);
  const without = await startJudging(database, server, null);
  await reanalyse(database.db, project, await start({ callsPerDay: 3 }));
  await nextDay();
  const isDue = async (judging: typeof without) => (await findAnalysisStatus(database.db, project, judging)).isDue;
  expect(await isDue(without)).toBe(false);
  expect(await isDue(await start({}))).toBe(true);
});

test('a rename that finds nothing new makes no call, whatever is left of the day', async () => {
  const project = await openAnswered(5);
  const judging = await start({ callsPerDay: 5 });
  await reanalyse(database.db, project, judging);
  await updateProject(project.ctx, project.projectId, { brandName: 'Acme Incorporated', aliases: ['Acme', 'ACM'] });
  await reanalyseWhereDue(database.db, project, judging);
  expect(server.calls).toHaveLength(5);
  expect(await sources(project)).toEqual({ model: 5 });
});

test('calls that were not made because the platform is out of reach leave the bound as it was', async () => {
  const project = await openAnswered(60);
  server.answer = () => ({ status: 401, json: {} });
  await reanalyse(database.db, project, await start({}));
  const [row] = await used(project);
  expect(row).toMatchObject({ calls: server.calls.length, cost: 0, refused: 0 });
  expect(row?.calls).toBeLessThan(20);
});

test('a body that does not report its use is charged as expected, and an unknown model as the dearest', async () => {
  server.answer = () => ({ json: { ...verdictOf('claude', 'Acme is number 0', 'mixed'), usage: { input_tokens: 7 } } });
  const project = await openAnswered(1);
  await reanalyse(database.db, project, await start({}));
  const [row] = await used(project);
  expect(row?.cost).toBeGreaterThan(20_000);
});
