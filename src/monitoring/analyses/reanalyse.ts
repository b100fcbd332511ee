import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { persist, tryLock } from '../history/lock.js';
import { longTransaction } from '../history/long-transaction.js';
import { readFacts, storeFacts } from '../intake/facts.js';
import { rollUp } from '../rollup/roll-up.js';
import { getScope, type ProjectScope } from '../scope.js';
import { HOLD_ANALYSIS, TAKE_SELECTION } from './analysis.statements.js';
import type { Analysis } from './analysis.types.js';
import { createAnalysis, findStanding, selectAnalysis, settleAnalysis } from './current-analysis.js';
import { discardUnselected } from './discard.js';
import { BEGINNING, listUnread, type Place } from './unread-answers.js';

export interface Reanalysis {
  analysisId: string;
  /** Retained answers read. */
  answers: number;
}

/** Answers of a transaction, and the most that are caught up with while intake waits. */
const BATCH_ANSWERS = 200;
/** After so many passes the rest is caught up with while intake waits, however much keeps arriving. */
const PASSES_MAX = 5;

/**
 * Reads all retained answers of a project again, with its present names and rules, and switches readers over in one
 * transaction: they see the former analysis or the new one, whole. Answers may be taken in meanwhile. Of two at once
 * the second waits. A crash leaves the former analysis selected, and what it leaves behind goes with the next run.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function reanalyse(em: EntityManager, project: { projectId: string }): Promise<Reanalysis> {
  const scope = await getScope(em, project.projectId);
  const done = await withTurn(em, scope, { wait: true }, (holder) => analyseAgain(em.fork(), holder, scope));
  if (!done) throw new Error('a re-analysis that waits for its turn has it');
  return done;
}

/** As {@link reanalyse}, where names or rules have changed since the selected analysis; null where they have not. */
export async function reanalyseWhereDue(em: EntityManager, scope: ProjectScope): Promise<Reanalysis | null> {
  return withTurn(em, scope, { wait: true }, (holder) => analyseWhereDue(em.fork(), holder, scope));
}

/**
 * As {@link reanalyseWhereDue}; null also where another process is at it.
 * @throws an AbortError between two batches once `signal` asks to stop.
 */
export async function reanalyseWhereFree(
  em: EntityManager,
  scope: ProjectScope,
  signal: AbortSignal,
): Promise<Reanalysis | null> {
  return withTurn(em, scope, { wait: false }, (holder) => analyseWhereDue(em.fork(), holder, scope, signal));
}

/**
 * Holds the project's turn by a transaction that stays open throughout and makes the switch in the end: whoever lost the
 * turn, and with it that transaction, can no longer switch. The former analysis goes once readers are off it; where the
 * next run has its turn by then, that one removes it.
 */
async function withTurn(
  em: EntityManager,
  scope: ProjectScope,
  { wait }: { wait: boolean },
  work: (holder: EntityManager) => Promise<Reanalysis | null>,
): Promise<Reanalysis | null> {
  await settleAnalysis(em.fork(), scope);
  const take = (holder: EntityManager) => tryLock(holder, 'reanalysis', scope.projectId);
  const done = await longTransaction(em, async (holder) => {
    if (wait) await persist(() => take(holder));
    else if (!(await take(holder))) return null;
    return work(holder);
  });
  if (!done) return null;
  await longTransaction(em, async (holder) => {
    if (await take(holder)) await discardUnselected(em.fork(), scope);
  });
  return done;
}

async function analyseWhereDue(em: EntityManager, holder: EntityManager, scope: ProjectScope, signal?: AbortSignal) {
  const { isDue } = await findStanding(em, scope);
  return isDue ? analyseAgain(em, holder, scope, signal) : null;
}

async function analyseAgain(em: EntityManager, holder: EntityManager, scope: ProjectScope, signal?: AbortSignal) {
  for (;;) {
    await discardUnselected(em, scope);
    const analysisId = await createAnalysis(em, scope);
    let answers = 0;
    for (let pass = 1; ; pass += 1) {
      answers += await readUnread(em, scope, analysisId, signal);
      const outcome = await switchReaders(holder, scope, analysisId, pass === PASSES_MAX, signal);
      if (outcome === 'names changed') break;
      if (outcome === 'behind') continue;
      return { analysisId, answers: answers + outcome.answers };
    }
  }
}

/** Reads what has no reading under the analysis, a batch a transaction, then rolls up its days. @returns the number read. */
async function readUnread(em: EntityManager, scope: ProjectScope, analysisId: string, signal?: AbortSignal) {
  const days = new Set<string>();
  let answers = 0;
  let place: Place | undefined = BEGINNING;
  while (place) {
    signal?.throwIfAborted();
    const from: Place = place;
    const batch = await longTransaction(em, (tx) => readBatch(tx, scope, analysisId, from));
    for (const { bucketDate } of batch) days.add(bucketDate);
    answers += batch.length;
    place = batch.length === BATCH_ANSWERS ? batch.at(-1) : undefined;
  }
  await longTransaction(em, async (tx) => {
    await holdAnalysis(tx, scope, analysisId);
    await rollUp(tx, scope, analysisId, days);
  });
  return answers;
}

async function readBatch(tx: EntityManager, scope: ProjectScope, analysisId: string, place: Place) {
  const batch = await listUnread(tx, scope, analysisId, place, BATCH_ANSWERS);
  if (batch.length === 0) return batch;
  const analysis = await holdAnalysis(tx, scope, analysisId);
  await storeFacts(tx, scope, analysisId, await readFacts(scope, analysis, batch));
  return batch;
}

/** Found after the answers that it is to read, so that a removal before one of them was given is known. */
async function holdAnalysis(tx: EntityManager, scope: ProjectScope, analysisId: string): Promise<Analysis> {
  await rows(tx, HOLD_ANALYSIS, [scope.accountId, analysisId]);
  const { analysis } = await findStanding(tx, scope, analysisId);
  if (!analysis) throw new Error('an analysis in the making was discarded by another run');
  return analysis;
}

const MARK = statement<object>('mark-switch', 'savepoint before_switch');
const STEP_BACK = statement<object>('step-back-from-switch', 'rollback to savepoint before_switch');

/** How many answers were caught up with, or why readers were not switched. */
type Switch = { answers: number } | 'names changed' | 'behind';

/**
 * Holds off intake, catches up with what arrived since the last pass, and selects the analysis; or steps back, letting
 * intake go on, where its names are no longer the project's, or where it is far behind.
 */
async function switchReaders(
  holder: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  isLastPass: boolean,
  signal?: AbortSignal,
): Promise<Switch> {
  await rows(holder, MARK, []);
  const takeSelection = async () => (await rows(holder, TAKE_SELECTION, [scope.accountId, scope.projectId])).length > 0;
  await persist(takeSelection, signal);
  const outcome = await catchUp(holder, scope, analysisId, isLastPass);
  if (typeof outcome === 'string') {
    await rows(holder, STEP_BACK, []);
    return outcome;
  }
  await selectAnalysis(holder, scope, analysisId);
  return outcome;
}

async function catchUp(
  holder: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  isLastPass: boolean,
): Promise<Switch> {
  const days = new Set<string>();
  let answers = 0;
  for (;;) {
    const batch = await readBatch(holder, scope, analysisId, BEGINNING);
    for (const { bucketDate } of batch) days.add(bucketDate);
    answers += batch.length;
    if (batch.length < BATCH_ANSWERS) break;
    if (!isLastPass) return 'behind';
  }
  const { isDue } = await findStanding(holder, scope, analysisId);
  if (isDue) return 'names changed';
  await rollUp(holder, scope, analysisId, days);
  return { answers };
}
