import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import { NOTE_READ } from '../facts/analysis.statements.js';
import type { RetainedAnswer } from '../facts/answer.types.js';
import { storeFacts } from '../facts/facts.js';
import { rollUp } from '../facts/roll-up.js';
import { findAnalysisStatus } from '../facts/selected-analysis.js';
import { requestVerdicts } from '../judge/request-verdicts.js';
import { readByRules } from '../judge/settle-answers.js';
import { longTransaction } from '../long-transaction.js';
import type { Analysis } from '../reader/analysis.types.js';
import { UNREAD_MAX } from '../reader/read-answers.js';
import { holdAnalysis } from './new-analysis.js';
import { type AnswerPosition, BEGINNING, listPending } from './pending-answers.js';
import { NAMES_CHANGED, type NamesChanged, NOTHING_READ, type Progress, plus, type Run } from './reanalysis.types.js';

/** Answers of one transaction, and the most that are analysed while ingestion waits. */
export const BATCH_ANSWERS = 200;

/**
 * Analyses the answers that are pending under the analysis, a batch a transaction, then rolls up their days. Ends
 * before the next batch if the project's names have changed, so that no judge is asked, and paid, for what would be
 * discarded.
 */
export async function analysePending(run: Run, analysisId: string): Promise<Progress | NamesChanged> {
  const { em, scope, signal } = run;
  const days = new Set<string>();
  let done = NOTHING_READ;
  let place: AnswerPosition | undefined = BEGINNING;
  while (place) {
    signal?.throwIfAborted();
    const from: AnswerPosition = place;
    const page = await longTransaction(em, (tx) => listPending(tx, scope, analysisId, from, BATCH_ANSWERS));
    const { analysis, isDue } = await findAnalysisStatus(em, scope, run.judging, analysisId);
    if (isDue && !run.mustSwitch) return NAMES_CHANGED;
    const batch = page.answers.filter(({ id }) => !run.unread.has(id));
    const withheld = analysis ? await judgeBatch(run, analysis, batch) : 0;
    const { answers, judged } = await longTransaction(em, (tx) => readBatch(tx, run, analysisId, batch));
    for (const { bucketDate } of batch) days.add(bucketDate);
    done = plus(done, { answers, judged: { ...judged, withheld } });
    place = page.isLast ? undefined : page.answers.at(-1);
  }
  await longTransaction(em, async (tx) => {
    await holdAnalysis(tx, run, analysisId);
    await rollUp(tx, scope, analysisId, days);
  });
  return done;
}

/**
 * Asks the judge for missing verdicts, in no transaction that writes. @returns how many answers it may not be asked
 * about today.
 */
async function judgeBatch(run: Run, analysis: Analysis, batch: readonly RetainedAnswer[]): Promise<number> {
  const { em, scope, judging, signal } = run;
  const { isOutOfReach, withheld } = await requestVerdicts(em, scope, judging, analysis, batch, signal);
  if (isOutOfReach && run.isPatient) {
    throw new Error('the judge cannot be asked now; its verdicts are kept, and readers are not switched');
  }
  return withheld;
}

/**
 * Stores the facts of a batch, and counts it as analysed: both or neither. Answers that cannot be analysed stay pending
 * and are noted in the run. @throws Error where these are too many.
 */
export async function readBatch(
  tx: EntityManager,
  run: Run,
  analysisId: string,
  batch: readonly RetainedAnswer[],
): Promise<Progress> {
  if (batch.length === 0) return NOTHING_READ;
  const analysis = await holdAnalysis(tx, run, analysisId);
  const { read, unread } = await readByRules(analysis, batch);
  for (const { answer, fault } of unread) noteUnread(run, answer.id, fault);
  const judged = await storeFacts(tx, run.scope, analysis, read);
  await rows(tx, NOTE_READ, [run.scope.accountId, analysisId, batch.length]);
  return { answers: read.length, judged };
}

function noteUnread({ judging, scope, unread }: Run, answerId: string, fault: string): void {
  unread.set(answerId, fault);
  judging.log.warn({ project_id: scope.projectId, answer_id: answerId, fault }, 'an answer could not be analysed');
  if (unread.size > UNREAD_MAX) throw new Error(`more than ${UNREAD_MAX} answers cannot be analysed: ${fault}`);
}
