import { randomUUID } from 'node:crypto';
import { lock, rowLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { createAnalysis, findAnalysisStatus, recordWithheld } from '../facts/selected-analysis.js';
import { type Judging, reportChange, reportJudged, WITHOUT_JUDGE } from '../judge/judging.js';
import { longTransaction } from '../long-transaction.js';
import { getScope, type ProjectScope } from '../scope.js';
import { analysePending } from './analyse-pending.js';
import { deleteAttempts, isProjectSetAside, markedAttempt } from './attempts.js';
import { discardUnselected } from './discard-analyses.js';
import {
  BUSY,
  NAMES_CHANGED,
  type NamesChanged,
  NOTHING_READ,
  type Outcome,
  plus,
  type Reanalysis,
  type Run,
  releaseSnapshot,
  whileHeld,
  withProjectLock,
} from './project-lock.js';
import { switchReaders } from './switch-readers.js';

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
  const outcome = await withProjectLock(run, { wait: true }, async (holder) =>
    (await isWanted(run)) ? analyseAgain(run, holder) : null,
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
  return withProjectLock(run, { wait: false }, async (holder) =>
    (await isWanted(run)) ? markedAttempt(run, () => analyseAgain(run, holder)) : null,
  );
}

async function isWanted(run: Run): Promise<boolean> {
  const { isDue } = await findAnalysisStatus(run.db, run.scope, run.judging);
  return isDue && !(await isProjectSetAside(run));
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
    await recordWithheld(holder, scope, analysisId, judged.withheld);
    reportChange(judging, scope.projectId, former?.judge, outcome.judge);
    reportJudged(judging, scope.projectId, outcome.judge, judged);
    const unread = [...run.unread].map(([answerId, fault]) => ({ answerId, fault }));
    return { analysisId, answers, ...(unread.length > 0 && { unread }) };
  }
}

/** All retained answers of a project: for the beginning of a run, which reads them anyway. */
export const COUNT_ANSWERS = statement<{ answers: number }>(
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
