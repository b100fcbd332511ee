import { getProjectAnalysis } from '../../../src/core/analysis-state/project-analysis.js';
import { correctAnswer, undoCorrection } from '../../../src/core/corrections/correct-answer.js';
import { applyJudge, getJudgeHistory } from '../../../src/core/judge-history/judge-history.js';
import { updateProject } from '../../../src/core/projects/project.writes.js';
import { findAnalysisStatus } from '../../../src/monitoring/facts/selected-analysis.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse, reanalyseWhereDue, reanalyseWhereFree } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { queueOutdated } from '../../../src/monitoring/upkeep/reanalysis-task.js';
import { ownerOf } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';
import { PlatformServer } from '../../support/platform-server.js';
import { queryDatabase } from '../../support/sql.js';
import { fileOf, type MonitoredProject, openProject, plainLine } from '../monitored-project.js';
import { everything, sentimentsOf, startJudging, type TestJudging } from './judged-project.js';
import { answerIn } from './replies.js';

/** Answers that wait for their judge are read again for it, and no others. */

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

const start = (bounds: Parameters<typeof startJudging>[3] = {}) => startJudging(database, server, 'm-1', bounds);
const query = <Row>(text: string, values: unknown[] = []) => queryDatabase<Row>(database, text, values);
const textsOf = (count: number) => Array.from({ length: count }, (_, n) => `Acme is number ${n + 100}.`);
const fileOfTexts = (texts: readonly string[]) => fileOf(texts.map((answer) => plainLine({ answer })));

async function openAnswered(texts: readonly string[], competitors: readonly string[] = []): Promise<MonitoredProject> {
  const project = await openProject(database, competitors);
  await importAnswers(database.db, project, fileOfTexts(texts));
  return project;
}

/** Moves what was asked and withheld to the day before. */
async function nextDay(): Promise<void> {
  await query('update judge_use set day = day - 1');
  await query('update analysis set judge_withheld_on = judge_withheld_on - 1');
}

/** The transaction that wrote each reading under the selected analysis, by the answer's text, and who decided. */
async function readings({ projectId }: MonitoredProject): Promise<Map<string, { written: string; source: string }>> {
  const found = await query<{ text: string; written: string; source: string }>(
    `select a.text, r.xmin::text as written, r.sentiment_source as source
     from answer_reading r
     join analysis_selection s on s.analysis_id = r.analysis_id
     join answer a on a.id = r.answer_id
     where r.project_id = $1`,
    [projectId],
  );
  return new Map(found.map(({ text, ...reading }) => [text, reading]));
}

const sourcesOf = async (project: MonitoredProject) =>
  Object.fromEntries(
    Object.entries(Object.groupBy([...(await readings(project)).values()], ({ source }) => source)).map(
      ([source, all]) => [source, all?.length],
    ),
  );

const isConsistent = async (project: MonitoredProject) => (await verifyRollups(database.db, project)).consistent;
const unjudged = async ({ ctx, projectId }: MonitoredProject) =>
  (await getProjectAnalysis(ctx, projectId)).unjudgedAnswers;
const idOf = async (project: MonitoredProject) => (await findAnalysisStatus(database.db, project)).analysis?.id;
const asOwner = ({ ctx }: MonitoredProject) => ({ ...ctx, caller: ownerOf(ctx.caller) });
const isDue = async (project: MonitoredProject, judging: TestJudging) =>
  (await findAnalysisStatus(database.db, project, judging)).isDue;
const patiently = (project: MonitoredProject, judging: TestJudging, signal = new AbortController().signal) =>
  reanalyseWhereFree(database.db, project, signal, judging, { isPatient: true });

test('the next day those alone are read again that the bound withheld, under the same analysis', async () => {
  const project = await openAnswered([...textsOf(12), 'Nobody is named.']);
  const judging = await start({ callsPerDay: 5 });
  await reanalyse(database.db, project, judging);
  const before = await readings(project);
  const id = await idOf(project);
  await nextDay();
  expect(await reanalyseWhereDue(database.db, project, judging)).toEqual({ analysisId: id, answers: 5 });
  expect(await sourcesOf(project)).toEqual({ model: 10, rules_fallback: 2, rules: 1 });
  const after = await readings(project);
  const changed = [...after].filter(([text, { written }]) => before.get(text)?.written !== written);
  expect(changed.map(([text]) => before.get(text)?.source)).toEqual(Array(5).fill('rules_fallback'));
  expect(await unjudged(project)).toBe(2);
  expect(await isDue(project, judging)).toBe(false);
  expect(await isConsistent(project)).toBe(true);
  await nextDay();
  expect(await reanalyseWhereDue(database.db, project, judging)).toMatchObject({ answers: 2 });
  expect(await sourcesOf(project)).toEqual({ model: 12, rules: 1 });
  expect(await getProjectAnalysis(project.ctx, project.projectId)).toMatchObject({
    unjudgedAnswers: null,
    judgeResumesAt: null,
  });
  expect(server.calls).toHaveLength(12);
  expect(await isConsistent(project)).toBe(true);
});

test('a name that the rules did not find is asked about too, though no row of a mention says so', async () => {
  const text = 'Mind the target.\n\n1. **Zalvora**: fine and excellent\n2. **Target**: cheap rugs';
  const project = await openAnswered([text, 'Acme is large.'], ['Target']);
  const judging = await start({ callsPerDay: 0 });
  await reanalyse(database.db, project, judging);
  expect(await unjudged(project)).toBe(2);
  await nextDay();
  await reanalyseWhereDue(database.db, project, await start());
  expect(server.calls.map(answerIn)).toContain(text);
  const [target] = await query<{ decided_by: string }>(
    `select m.decided_by
     from answer_mention m
     join competitor_candidate c on c.id = m.subject_id and c.competitor_id is not null
     where m.project_id = $1 and m.analysis_id = $2`,
    [project.projectId, await idOf(project)],
  );
  expect(target).toEqual({ decided_by: 'model' });
  expect(await isConsistent(project)).toBe(true);
});

test('what an earlier release left to the rules is known by what decided its facts', async () => {
  const project = await openAnswered(textsOf(4));
  await reanalyse(database.db, project, await start({ callsPerDay: 2 }));
  await query('update answer_reading set is_left_to_rules = null');
  await nextDay();
  expect(await reanalyseWhereDue(database.db, project, await start())).toMatchObject({ answers: 2 });
  expect(await sourcesOf(project)).toEqual({ model: 4 });
});

test('what people corrected stays, and what they take back is what the judge has said meanwhile', async () => {
  const project = await openAnswered(textsOf(2));
  const judging = await start({ callsPerDay: 0 });
  await reanalyse(database.db, project, judging);
  const { id } = first(await query<{ id: string }>(`select id from answer where text = 'Acme is number 100.'`));
  const place = { projectId: project.projectId, bucketDate: '2026-03-04', id };
  await correctAnswer(asOwner(project), place, { sentiment: 'positive' });
  await nextDay();
  await reanalyseWhereDue(database.db, project, await start());
  expect(await sentimentsOf(database, project)).toEqual([
    expect.stringContaining('Acme is number 100. | positive | person'),
    'Acme is number 101. | negative | model | Acme is number 101',
  ]);
  expect(await isConsistent(project)).toBe(true);
  await undoCorrection(asOwner(project), place);
  expect((await sentimentsOf(database, project))[0]).toBe(
    'Acme is number 100. | negative | model | Acme is number 100',
  );
  expect(await isConsistent(project)).toBe(true);
});

test('a run that ends in its midst has lost nothing: the next one goes on, and asks nothing twice', async () => {
  const project = await openAnswered(textsOf(230));
  await reanalyse(database.db, project, await start({ callsPerDay: 0 }));
  await nextDay();
  const stopping = new AbortController();
  server.answer = (call) => {
    if (server.calls.length > 210) stopping.abort();
    return everything('negative')(call);
  };
  await expect(patiently(project, await start(), stopping.signal)).rejects.toThrow(/abort/i);
  const { model = 0 } = await sourcesOf(project);
  expect(model).toBe(200);
  expect(await isConsistent(project)).toBe(true);
  expect(await isDue(project, await start())).toBe(true);
  expect(await patiently(project, await start())).toMatchObject({ answers: 30 });
  expect(await sourcesOf(project)).toEqual({ model: 230 });
  const asked = server.calls.map(answerIn);
  // Requests under way as it was stopped may be sent once more.
  expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(16);
  expect(await unjudged(project)).toBeNull();
  expect(await isConsistent(project)).toBe(true);
});

test('names that change meanwhile are read first, all answers with them', async () => {
  const project = await openAnswered(textsOf(3));
  const judging = await start({ callsPerDay: 0 });
  await reanalyse(database.db, project, judging);
  const id = await idOf(project);
  await nextDay();
  await updateProject(project.ctx, project.projectId, { aliases: ['ACM'] });
  expect(await reanalyseWhereDue(database.db, project, await start())).toMatchObject({ answers: 3 });
  expect(await idOf(project)).not.toBe(id);
  expect(await sourcesOf(project)).toEqual({ model: 3 });
});

test('answers and that they wait for the judge are stored together, or neither is', async () => {
  const project = await openProject(database);
  const judging = await start({ callsPerDay: 1 });
  await importAnswers(database.db, project, fileOfTexts(['Acme is first.']), judging);
  await query(
    `create function refuse_count() returns trigger language plpgsql as $$ begin raise exception 'damaged'; end $$`,
  );
  await query('create trigger refuse_count before update on analysis for each row execute function refuse_count()');
  await expect(importAnswers(database.db, project, fileOfTexts(['Acme is second.']), judging)).rejects.toThrow();
  expect((await readings(project)).size).toBe(1);
  await query('drop trigger refuse_count on analysis');
  await importAnswers(database.db, project, fileOfTexts(['Acme is second.']), judging);
  expect(await unjudged(project)).toBe(1);
});

describe('a judge applied to history and out of reach', () => {
  const refusing = () => ({ status: 401, json: {} });
  const historyOf = (project: MonitoredProject) => getJudgeHistory(asOwner(project), project.projectId);

  async function applyOutOfReach(texts: readonly string[], answer: typeof server.answer) {
    const project = await openAnswered(texts);
    await query('delete from project_task');
    const judging = await startJudging(database, server, 'm-1', {}, true);
    await queueOutdated(database, judging, judging.clock, new AbortController().signal);
    await applyJudge(asOwner(project), project.projectId);
    server.answer = answer;
    return { project, judging };
  }

  test('goes on once it is in reach, though names changed meanwhile', async () => {
    const { project, judging } = await applyOutOfReach(textsOf(3), refusing);
    await expect(patiently(project, judging)).rejects.toThrow('the judge cannot be asked now');
    await updateProject(project.ctx, project.projectId, { aliases: ['ACM'] });
    await reanalyseWhereDue(database.db, project, judging);
    expect(await sourcesOf(project)).toEqual({ rules_fallback: 3 });
    expect(await historyOf(project)).toBeNull();
    expect(await isDue(project, judging)).toBe(true);

    // Another process, whose calls are not paused.
    const other = await startJudging(database, server, 'm-1', {}, true);
    await expect(patiently(project, other)).rejects.toThrow('the judge cannot be asked now');
    server.answer = everything('negative');
    const last = await startJudging(database, server, 'm-1', {}, true);
    expect(await patiently(project, last)).toMatchObject({ answers: 3 });
    expect(await sourcesOf(project)).toEqual({ model: 3 });
    expect(await isDue(project, last)).toBe(false);
    expect(await isConsistent(project)).toBe(true);
  });

  test('is asked again on the next day about those whose requests its platform did not take', async () => {
    const { project, judging } = await applyOutOfReach(textsOf(2), () => ({ status: 503, json: {} }));
    await patiently(project, judging);
    expect(await sourcesOf(project)).toEqual({ rules_fallback: 2 });
    expect(await isDue(project, judging)).toBe(false);
    expect(await unjudged(project)).toBe(2);
    server.answer = everything('negative');
    await nextDay();
    await patiently(project, judging);
    expect(await sourcesOf(project)).toEqual({ model: 2 });
    expect(await unjudged(project)).toBeNull();
  });
});
