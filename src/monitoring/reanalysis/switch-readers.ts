import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { longTransaction } from '../history/long-transaction.js';
import { persist } from '../history/persist.js';
import { isJudgeOf } from '../judging/request-verdicts.js';
import { rollUp } from '../rollup/roll-up.js';
import { TAKE_SELECTION } from '../selection/analysis.statements.js';
import { findStanding, selectAnalysis } from '../selection/selected-analysis.js';
import { BATCH_ANSWERS, readBatch } from './analyse-pending.js';
import { BEGINNING, listPending } from './pending-answers.js';
import { NAMES_CHANGED, type NamesChanged, NOTHING_READ, type Progress, plus, type Run } from './reanalysis.types.js';

const MARK = statement<object>('mark-switch', 'savepoint before_switch');
const STEP_BACK = statement<object>('step-back-from-switch', 'rollback to savepoint before_switch');

/** What was caught up with, and the judge of the analysis, or why readers were not switched. */
type Switch = (Progress & { judge: string | null }) | NamesChanged | 'behind';

/**
 * Holds off intake, catches up with what arrived since the last pass, and selects the analysis; or steps back, letting
 * intake go on, where its names are no longer the project's, or where it is far behind.
 */
export async function switchReaders(
  run: Run,
  holder: EntityManager,
  analysisId: string,
  isLastPass: boolean,
): Promise<Switch> {
  const { scope, signal } = run;
  if (!isLastPass && (await isFarBehind(run, analysisId))) return 'behind';
  await rows(holder, MARK, []);
  const takeSelection = async () => (await rows(holder, TAKE_SELECTION, [scope.accountId, scope.projectId])).length > 0;
  await persist(takeSelection, signal);
  const outcome = await catchUp(run, holder, analysisId, isLastPass);
  if (typeof outcome === 'string') {
    await rows(holder, STEP_BACK, []);
    return outcome;
  }
  await selectAnalysis(holder, scope, analysisId);
  return outcome;
}

/** Looked at beside the turn: stepping back from a switch leaves the turn's transaction one that holds vacuum back. */
async function isFarBehind({ em, scope }: Run, analysisId: string): Promise<boolean> {
  const unread = await longTransaction(em, (tx) => listPending(tx, scope, analysisId, BEGINNING, BATCH_ANSWERS));
  return unread.length === BATCH_ANSWERS;
}

/** What is pending, batch by batch; before the last pass one batch at most. */
async function readPending(
  run: Run,
  holder: EntityManager,
  analysisId: string,
  isLastPass: boolean,
): Promise<{ done: Progress; days: ReadonlySet<string> } | 'behind'> {
  const days = new Set<string>();
  let done = NOTHING_READ;
  for (;;) {
    const batch = await listPending(holder, run.scope, analysisId, BEGINNING, BATCH_ANSWERS);
    const judged = await readBatch(holder, run, analysisId, batch);
    for (const { bucketDate } of batch) days.add(bucketDate);
    done = plus(done, { answers: batch.length, judged });
    if (batch.length < BATCH_ANSWERS) return { done, days };
    if (!isLastPass) return 'behind';
  }
}

/** Nobody is asked while intake is held off: answers that the judge has not seen yet are left to the next pass. */
async function catchUp(run: Run, holder: EntityManager, analysisId: string, isLastPass: boolean): Promise<Switch> {
  const { scope, judging } = run;
  const read = await readPending(run, holder, analysisId, isLastPass);
  if (read === 'behind') return 'behind';
  const { done, days } = read;
  const { analysis, isDue } = await findStanding(holder, scope, judging, analysisId);
  if (!analysis || (isDue && !run.mustSwitch)) return NAMES_CHANGED;
  if (done.judged.rulesFallback > 0 && isJudgeOf(judging.judge, analysis) && !isLastPass) return 'behind';
  await rollUp(holder, scope, analysisId, days);
  return { ...done, judge: analysis.judge };
}
