import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { rollUp } from '../facts/rollups.js';
import { findAnalysisStatus, selectAnalysis } from '../facts/selected-analysis.js';
import { isJudgeOf } from '../judge/request-verdicts.js';
import { longTransaction, retryUntil } from '../long-transaction.js';
import { BATCH_ANSWERS, BEGINNING, countPending, listPending, readBatch } from './analyse-pending.js';
import { NAMES_CHANGED, type NamesChanged, NOTHING_READ, type Progress, plus, type Run } from './project-lock.js';

const MARK = statement<object>('mark-switch', 'savepoint before_switch');
const STEP_BACK = statement<object>('step-back-from-switch', 'rollback to savepoint before_switch');

/** The answers analysed last and the judge of the analysis, or why readers were not switched. */
type Switch = (Progress & { judge: string | null }) | NamesChanged | 'behind';

/** For a switch: no row while a transaction that writes facts still holds it. */
export const TAKE_SELECTION = statement<{ analysis_id: string }>(
  'take-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for no key update skip locked`,
);

/**
 * Records that readers see another analysis ($3) from now on, and why: before it is selected. The names are wanted by
 * people, so they come first where several things changed.
 */
export const RECORD_SWITCH = statement<object>(
  'note-switch-of-analysis',
  `insert into project_change (account_id, project_id, at, id, kind, text)
   select n.account_id, n.project_id, statement_timestamp(), gen_random_uuid(), 'answers_read_again',
     'Every answer was read again ' || case
       when n.subjects is distinct from a.subjects then 'for the names as they are now'
       when n.version <> a.version then 'by newer rules'
       when n.judge is not distinct from a.judge then 'by the same judge'
       when n.judge is null then 'by the rules alone'
       else 'with the judge ' || left(n.judge, 200)
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
export async function switchReaders(
  run: Run,
  holder: DatabaseSession,
  analysisId: string,
  isLastPass: boolean,
): Promise<Switch> {
  const { scope, signal } = run;
  if (!isLastPass && (await isFarBehind(run, analysisId))) return 'behind';
  await holder.rows(MARK, []);
  const takeSelection = async () => (await holder.rows(TAKE_SELECTION, [scope.accountId, scope.projectId])).length > 0;
  await retryUntil(takeSelection, signal);
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

/** The judge is not asked while ingestion waits: answers without a verdict are left to the next pass. */
async function catchUp(run: Run, holder: DatabaseSession, analysisId: string, isLastPass: boolean): Promise<Switch> {
  const { scope, judging } = run;
  const read = await readPending(run, holder, analysisId, isLastPass);
  if (read === 'behind') return 'behind';
  const { done, days } = read;
  const { analysis, isDue } = await findAnalysisStatus(holder, scope, judging, analysisId);
  if (!analysis || (isDue && !run.mustSwitch)) return NAMES_CHANGED;
  if (done.judged.rulesFallback > 0 && isJudgeOf(judging.judge, analysis) && !isLastPass) return 'behind';
  await rollUp(holder, scope, analysisId, days);
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
