import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { RetainedAnswer } from '../facts/answer.types.js';
import { readFacts, storeFacts } from '../facts/facts.js';
import { longTransaction } from '../history/long-transaction.js';
import { type JudgedCount, NONE_JUDGED } from '../judging/judged-count.js';
import { requestVerdicts } from '../judging/request-verdicts.js';
import type { Analysis } from '../reader/analysis.types.js';
import { rollUp } from '../rollup/roll-up.js';
import { NOTE_READ } from '../selection/analysis.statements.js';
import { findStanding } from '../selection/selected-analysis.js';
import { holdAnalysis } from './new-analysis.js';
import { type AnswerPosition, BEGINNING, listPending } from './pending-answers.js';
import { NAMES_CHANGED, type NamesChanged, NOTHING_READ, type Progress, plus, type Run } from './reanalysis.types.js';

/** Answers of a transaction, and the most that are caught up with while intake waits. */
export const BATCH_ANSWERS = 200;

/**
 * Reads what has no reading under the analysis, a batch a transaction, then rolls up its days. Ends before the next
 * batch where the names are no longer the project's, and nobody is asked, or paid, for what would be thrown away.
 */
export async function analysePending(run: Run, analysisId: string): Promise<Progress | NamesChanged> {
  const { em, scope, signal } = run;
  const days = new Set<string>();
  let done = NOTHING_READ;
  let place: AnswerPosition | undefined = BEGINNING;
  while (place) {
    signal?.throwIfAborted();
    const from: AnswerPosition = place;
    const batch = await longTransaction(em, (tx) => listPending(tx, scope, analysisId, from, BATCH_ANSWERS));
    const { analysis, isDue } = await findStanding(em, scope, run.judging, analysisId);
    if (isDue && !run.mustSwitch) return NAMES_CHANGED;
    const withheld = analysis ? await judgeBatch(run, analysis, batch) : 0;
    const judged = await longTransaction(em, (tx) => readBatch(tx, run, analysisId, batch));
    for (const { bucketDate } of batch) days.add(bucketDate);
    done = plus(done, { answers: batch.length, judged: { ...judged, withheld } });
    place = batch.length === BATCH_ANSWERS ? batch.at(-1) : undefined;
  }
  await longTransaction(em, async (tx) => {
    await holdAnalysis(tx, run, analysisId);
    await rollUp(tx, scope, analysisId, days);
  });
  return done;
}

/**
 * Asks the judge for what is missing, in no transaction that writes. @returns the answers it may not be asked about
 * today.
 */
async function judgeBatch(run: Run, analysis: Analysis, batch: readonly RetainedAnswer[]): Promise<number> {
  const { em, scope, judging, signal } = run;
  const { isOutOfReach, withheld } = await requestVerdicts(em, scope, judging, analysis, batch, signal);
  if (isOutOfReach && run.isPatient) {
    throw new Error('the sentiment judge cannot be asked now; what it gave is kept, and readers stay where they are');
  }
  return withheld;
}

/** Stores what the analysis sees in a batch, and counts it as read: both or neither. */
export async function readBatch(
  tx: EntityManager,
  run: Run,
  analysisId: string,
  batch: readonly RetainedAnswer[],
): Promise<JudgedCount> {
  if (batch.length === 0) return NONE_JUDGED;
  const analysis = await holdAnalysis(tx, run, analysisId);
  const judged = await storeFacts(tx, run.scope, analysisId, await readFacts(run.scope, analysis, batch));
  await rows(tx, NOTE_READ, [run.scope.accountId, analysisId, batch.length]);
  return judged;
}
