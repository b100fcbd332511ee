import { randomUUID } from 'node:crypto';
import { applyCorrections } from '../../core/corrections/apply-corrections.js';
import { getScope, type ProjectScope } from '../../core/facts/project-scope.js';
import { rollUp } from '../../core/facts/rollups.js';
import { lock, rowLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import {
  createAnalysis,
  discardUnselected,
  findAnalysisStatus,
  recordWithheld,
  selectAnalysis,
  takeSelection,
} from '../facts/selected-analysis.js';
import { type Judging, reportChange, reportJudged, WITHOUT_JUDGE } from '../judge/judging.js';
import { isJudgeOf } from '../judge/request-verdicts.js';
import { longTransaction, retryUntil } from '../long-transaction.js';
import { analysePending, BATCH_ANSWERS, BEGINNING, countPending, listPending, readBatch } from './analyse-pending.js';
import { deleteAttempts, isProjectSetAside, markedAttempt } from './attempts.js';
import { judgeWithheld } from './judge-withheld.js';
import {
  BUSY,
  NAMES_CHANGED,
  type NamesChanged,
  NOTHING_READ,
  type Outcome,
  type Progress,
  plus,
  type Reanalysis,
  type Run,
  releaseSnapshot,
  whileHeld,
  withProjectLock,
} from './project-lock.js';

/** After so many passes the rest is analysed while ingestion waits, however much keeps arriving. */
const PASSES_MAX = 5;

/** After so many runs whose names changed meanwhile, an explicit re-analysis switches to those that it began with. */
const RUNS_MAX = 3;

/**
 * Analyses all retained answers of a project again, with its present names, rules and judge, and switches readers in
 * one transaction: they see the former analysis or the new one, whole. Answers may be ingested meanwhile. Of two calls
 * the second waits. If names change meanwhile, it releases the project lock and begins again. A crash leaves the former
 * analysis selected; the next run removes the unfinished one.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function reanalyse(
  db: DatabaseSession,
  project: { projectId: string },
  judging: Judging = WITHOUT_JUDGE,
): Promise<Reanalysis> {
  const scope = await getScope(db, project.projectId);
  for (let at = 1; ; at += 1) {
    const run: Run = { db, scope, judging, unread: new Map(), mustSwitch: at >= RUNS_MAX };
    const outcome = await withProjectLock(run, { wait: true }, (holder) => analyseAgain(run, holder));
    if (outcome === null || outcome === BUSY) throw new Error('a re-analysis that waits for the project lock has it');
    if (outcome === NAMES_CHANGED) continue;
    await deleteAttempts(run);
    return outcome;
  }
}

/**
 * As {@link reanalyse}, if names, rules or judge have changed since the selected analysis; null if they have not, or
 * the project is set aside. Names that change meanwhile are left to a worker.
 */
export async function reanalyseWhereDue(
  db: DatabaseSession,
  scope: ProjectScope,
  judging: Judging = WITHOUT_JUDGE,
): Promise<Reanalysis | null> {
  const run: Run = { db, scope, judging, unread: new Map(), mustSwitch: true };
  const outcome = await withProjectLock(run, { wait: true }, (holder) =>
    whereWanted(run, (isForWithheld) => analyseWanted(run, holder, isForWithheld)),
  );
  if (outcome === NAMES_CHANGED || outcome === BUSY) {
    throw new Error('a re-analysis that waits, and must switch readers, did not');
  }
  return outcome;
}

/**
 * As {@link reanalyseWhereDue}, but ends at once if another is under way. If names change meanwhile it ends, unless it
 * `mustSwitch`. A patient run fails if the judge cannot be asked. A run that ends with its process is counted, and the
 * second one sets the project aside.
 * @throws an AbortError once `signal` is aborted, between two batches or calls.
 */
export async function reanalyseWhereFree(
  db: DatabaseSession,
  scope: ProjectScope,
  signal: AbortSignal,
  judging: Judging = WITHOUT_JUDGE,
  manner: Pick<Run, 'isPatient' | 'mustSwitch'> = {},
): Promise<Outcome> {
  const run: Run = { db, scope, judging, unread: new Map(), signal, ...manner };
  return withProjectLock(run, { wait: false }, (holder) =>
    whereWanted(run, (isForWithheld) => markedAttempt(run, () => analyseWanted(run, holder, isForWithheld))),
  );
}

/** Nothing where the analysis is not due, or the project is set aside. */
async function whereWanted<Result>(
  run: Run,
  work: (isForWithheld: boolean) => Promise<Result>,
): Promise<Result | null> {
  const { isDue, isForWithheld } = await findAnalysisStatus(run.db, run.scope, run.judging);
  return isDue && !(await isProjectSetAside(run)) ? work(isForWithheld) : null;
}

/** Reads all answers, or those alone that wait for the judge, until another reason comes up to read all. */
async function analyseWanted(
  run: Run,
  holder: DatabaseSession,
  isForWithheld: boolean,
): Promise<Reanalysis | NamesChanged> {
  if (!isForWithheld) return analyseAgain(run, holder);
  const outcome = await whileHeld(holder, run.signal, (signal) => judgeWithheld({ ...run, signal }));
  return outcome === NAMES_CHANGED && run.mustSwitch ? analyseAgain(run, holder) : outcome;
}

async function analyseAgain(run: Run, holder: DatabaseSession): Promise<Reanalysis | NamesChanged> {
  const { db, scope, judging, signal } = run;
  const { analysis: former } = await findAnalysisStatus(db, scope, judging);
  await whileHeld(holder, signal, () => discardUnselected(db, scope));
  const analysisId = await beginAnalysis(run, holder);
  let done = NOTHING_READ;
  for (let pass = 1; ; pass += 1) {
    const read = await whileHeld(holder, signal, (held) => analysePending({ ...run, signal: held }, analysisId));
    if (read === NAMES_CHANGED) return read;
    done = plus(done, read);
    const outcome = await switchReaders(run, holder, analysisId, pass === PASSES_MAX);
    if (outcome === NAMES_CHANGED) return outcome;
    if (outcome === 'behind') continue;
    const { answers, judged } = plus(done, outcome);
    await recordWithheld(holder, scope, analysisId, judged);
    reportChange(judging, scope.projectId, former?.judge, outcome.judge);
    reportJudged(judging, scope.projectId, outcome.judge, judged);
    const unread = [...run.unread].map(([answerId, fault]) => ({ answerId, fault }));
    return { analysisId, answers, ...(unread.length > 0 && { unread }) };
  }
}

/** All retained answers of a project: for the beginning of a run, which reads them anyway. */
const COUNT_ANSWERS = statement<{ answers: number }>(
  'count-answers-to-read-again',
  `select count(*)::int as answers
   from answer
   where account_id = $1 and project_id = $2`,
);

/**
 * Begins an analysis that a run will make. The transaction that holds the project lock holds a lock on the analysis
 * too, before it is visible, so that it counts as running for as long as its run does. @returns its id.
 */
async function beginAnalysis({ db, scope, judging }: Run, holder: DatabaseSession): Promise<string> {
  const id = randomUUID();
  await lock(holder, rowLock('making', id));
  await releaseSnapshot(holder);
  await longTransaction(db, async (tx) => {
    const [found] = await tx.rows(COUNT_ANSWERS, [scope.accountId, scope.projectId]);
    await createAnalysis(tx, scope, judging, { id, answersTotal: found?.answers ?? 0 });
  });
  return id;
}

const MARK = statement<object>('mark-switch', 'savepoint before_switch');
const STEP_BACK = statement<object>('step-back-from-switch', 'rollback to savepoint before_switch');

/** The answers analysed last and the judge of the analysis, or why readers were not switched. */
type Switch = (Progress & { judge: string | null }) | NamesChanged | 'behind';

/** Another judge than before decides in answers, or the same one in more of them. */
const IS_JUDGED_ANEW =
  '(n.judge is distinct from a.judge or (s.former_judges is not null and n.former_judges is null))';

const BY_JUDGE = `case when n.judge is null then 'by the rules alone' else 'with the judge ' || left(n.judge, 200) end`;

/**
 * Records that readers see another analysis ($3) from now on, and why: before it is selected. The names are wanted by
 * people, so they come first where several things changed; who judges is told in any case.
 */
const RECORD_SWITCH = statement<object>(
  'note-switch-of-analysis',
  `insert into project_change (account_id, project_id, at, id, kind, text)
   select n.account_id, n.project_id, statement_timestamp(), gen_random_uuid(), 'answers_read_again',
     'Every answer was read again ' || case
       when n.subjects is distinct from a.subjects then 'for the names as they are now'
       when n.version <> a.version then 'by newer rules'
       when ${IS_JUDGED_ANEW} then ${BY_JUDGE}
       else 'by the same judge'
     end || case
       when (n.subjects is distinct from a.subjects or n.version <> a.version) and ${IS_JUDGED_ANEW}
         then ' and ' || ${BY_JUDGE}
       else ''
     end || ': the numbers are new'
   from analysis_selection s
   join analysis a on a.account_id = $1 and a.id = s.analysis_id
   join analysis n on n.account_id = $1 and n.id = $3
   where s.account_id = $1 and s.project_id = $2`,
);

/**
 * Makes ingestion wait, analyses what arrived since the last pass, and selects the analysis. If its names are no longer
 * the project's, or it is far behind, it rolls back to a savepoint and lets ingestion continue.
 */
async function switchReaders(
  run: Run,
  holder: DatabaseSession,
  analysisId: string,
  isLastPass: boolean,
): Promise<Switch> {
  const { scope, signal } = run;
  if (!isLastPass && (await isFarBehind(run, analysisId))) return 'behind';
  await holder.rows(MARK, []);
  await retryUntil(() => takeSelection(holder, scope), signal);
  const outcome = await catchUp(run, holder, analysisId, isLastPass);
  if (typeof outcome === 'string') {
    await holder.rows(STEP_BACK, []);
    return outcome;
  }
  await holder.rows(RECORD_SWITCH, [scope.accountId, scope.projectId, analysisId]);
  await selectAnalysis(holder, scope, analysisId);
  return outcome;
}

/** In a transaction of its own: after a roll-back to the savepoint, the lock's transaction would hold vacuum back. */
async function isFarBehind({ db, scope, unread }: Run, analysisId: string): Promise<boolean> {
  const limit = BATCH_ANSWERS + unread.size;
  return (await longTransaction(db, (tx) => countPending(tx, scope, analysisId, limit))) === limit;
}

/**
 * The judge is not asked while ingestion waits: answers without a verdict are left to the next pass. Nobody corrects an
 * answer meanwhile, so what was corrected since the last pass is applied here.
 */
async function catchUp(run: Run, holder: DatabaseSession, analysisId: string, isLastPass: boolean): Promise<Switch> {
  const { scope, judging } = run;
  const read = await readPending(run, holder, analysisId, isLastPass);
  if (read === 'behind') return 'behind';
  const { done, days } = read;
  const { analysis, isDue } = await findAnalysisStatus(holder, scope, judging, analysisId);
  if (!analysis || (isDue && !run.mustSwitch)) return NAMES_CHANGED;
  if (done.judged.rulesFallback > 0 && isJudgeOf(judging.judge, analysis) && !isLastPass) return 'behind';
  const corrected = await applyCorrections(holder, scope, analysisId);
  await rollUp(holder, scope, analysisId, [...days, ...corrected]);
  return { ...done, judge: analysis.judge };
}

/** Analyses what is pending, page by page; before the last pass as many answers as one batch at most. */
async function readPending(
  run: Run,
  holder: DatabaseSession,
  analysisId: string,
  isLastPass: boolean,
): Promise<{ done: Progress; days: ReadonlySet<string> } | 'behind'> {
  const days = new Set<string>();
  let done = NOTHING_READ;
  for (let place = BEGINNING; ; ) {
    const page = await listPending(holder, run.scope, analysisId, place, BATCH_ANSWERS);
    const batch = page.answers.filter(({ id }) => !run.unread.has(id));
    done = plus(done, await readBatch(holder, run, analysisId, batch));
    for (const { bucketDate } of batch) days.add(bucketDate);
    if (page.isLast) return { done, days };
    if (!isLastPass && done.answers >= BATCH_ANSWERS) return 'behind';
    place = page.answers.at(-1) ?? place;
  }
}
