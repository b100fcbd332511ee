import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { persist, tryLock } from '../history/lock.js';
import { longTransaction } from '../history/long-transaction.js';
import { readFacts, storeFacts } from '../intake/facts.js';
import type { RetainedAnswer } from '../intake/intake.types.js';
import { type Judging, WITHOUT_JUDGE } from '../judging/judge.types.js';
import { type JudgedCount, NONE_JUDGED, sumOf } from '../judging/judged-count.js';
import { isJudgeOf, seekVerdicts } from '../judging/seek-verdicts.js';
import { tellChange, tellJudged } from '../judging/tell-judged.js';
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

/** What all steps of one run share. */
interface Run {
  em: EntityManager;
  scope: ProjectScope;
  judging: Judging;
  signal?: AbortSignal | undefined;
}

/** Answers read under an analysis, and by whom their sentiment was judged. */
interface Progress {
  answers: number;
  judged: JudgedCount;
}

/** Answers of a transaction, and the most that are caught up with while intake waits. */
const BATCH_ANSWERS = 200;
/** After so many passes the rest is caught up with while intake waits, however much keeps arriving. */
const PASSES_MAX = 5;

/**
 * Reads all retained answers of a project again, with its present names, rules and judge, and switches readers over in one
 * transaction: they see the former analysis or the new one, whole. Answers may be taken in meanwhile. Of two at once
 * the second waits. A crash leaves the former analysis selected, and what it leaves behind goes with the next run.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function reanalyse(
  em: EntityManager,
  project: { projectId: string },
  judging: Judging = WITHOUT_JUDGE,
): Promise<Reanalysis> {
  const run: Run = { em: em.fork(), scope: await getScope(em, project.projectId), judging };
  const done = await withTurn(run, { wait: true }, (holder) => analyseAgain(run, holder));
  if (!done) throw new Error('a re-analysis that waits for its turn has it');
  return done;
}

/** As {@link reanalyse}, where names, rules or judge have changed since the selected analysis; null where they have not. */
export async function reanalyseWhereDue(
  em: EntityManager,
  scope: ProjectScope,
  judging: Judging = WITHOUT_JUDGE,
): Promise<Reanalysis | null> {
  const run: Run = { em: em.fork(), scope, judging };
  return withTurn(run, { wait: true }, (holder) => analyseWhereDue(run, holder));
}

/**
 * As {@link reanalyseWhereDue}; null also where another process is at it.
 * @throws an AbortError once `signal` asks to stop, between two batches or calls.
 */
export async function reanalyseWhereFree(
  em: EntityManager,
  scope: ProjectScope,
  signal: AbortSignal,
  judging: Judging = WITHOUT_JUDGE,
): Promise<Reanalysis | null> {
  const run: Run = { em: em.fork(), scope, judging, signal };
  return withTurn(run, { wait: false }, (holder) => analyseWhereDue(run, holder));
}

/**
 * Holds the project's turn by a transaction that stays open throughout and makes the switch in the end: whoever lost the
 * turn, and with it that transaction, can no longer switch. Until then it holds nothing that anybody else waits for but
 * another run of the same project, so a judge may be called meanwhile: two runs would pay for the same verdicts. The former analysis goes once readers are off it; where the
 * next run has its turn by then, that one removes it.
 */
async function withTurn(
  { em, scope, judging }: Run,
  { wait }: { wait: boolean },
  work: (holder: EntityManager) => Promise<Reanalysis | null>,
): Promise<Reanalysis | null> {
  await settleAnalysis(em.fork(), scope, judging);
  const take = (holder: EntityManager) => tryLock(holder, 'reanalysis', scope.projectId);
  const done = await longTransaction(em, async (holder) => {
    if (wait) await persist(() => take(holder));
    else if (!(await take(holder))) return null;
    await rows(holder, HOLD_NO_SNAPSHOT, []);
    return work(holder);
  });
  if (!done) return null;
  await longTransaction(em, async (holder) => {
    if (await take(holder)) await discardUnselected(em.fork(), scope);
  });
  return done;
}

/**
 * The last query of an open transaction keeps its view of the database, and with it vacuum from its work everywhere, until
 * another statement takes its place: one that looks at nothing.
 */
const HOLD_NO_SNAPSHOT = statement<object>('hold-no-snapshot', 'savepoint turn_taken');

async function analyseWhereDue(run: Run, holder: EntityManager): Promise<Reanalysis | null> {
  const { isDue } = await findStanding(run.em, run.scope, run.judging);
  return isDue ? analyseAgain(run, holder) : null;
}

async function analyseAgain(run: Run, holder: EntityManager): Promise<Reanalysis> {
  const { em, scope, judging } = run;
  const { analysis: former } = await findStanding(em, scope, judging);
  for (;;) {
    await discardUnselected(em, scope);
    const analysisId = await createAnalysis(em, scope, judging);
    let done: Progress = { answers: 0, judged: NONE_JUDGED };
    for (let pass = 1; ; pass += 1) {
      done = plus(done, await readUnread(run, analysisId));
      const outcome = await switchReaders(run, holder, analysisId, pass === PASSES_MAX);
      if (outcome === 'names changed') break;
      if (outcome === 'behind') continue;
      const { answers, judged } = plus(done, outcome);
      tellChange(judging, scope.projectId, former?.judge, outcome.judge);
      tellJudged(judging, scope.projectId, outcome.judge, judged);
      return { analysisId, answers };
    }
  }
}

function plus(one: Progress, other: Progress): Progress {
  return { answers: one.answers + other.answers, judged: sumOf(one.judged, other.judged) };
}

/** Reads what has no reading under the analysis, a batch a transaction, then rolls up its days. */
async function readUnread(run: Run, analysisId: string): Promise<Progress> {
  const { em, scope, signal } = run;
  const days = new Set<string>();
  let done: Progress = { answers: 0, judged: NONE_JUDGED };
  let place: Place | undefined = BEGINNING;
  while (place) {
    signal?.throwIfAborted();
    const from: Place = place;
    const batch = await longTransaction(em, (tx) => listUnread(tx, scope, analysisId, from, BATCH_ANSWERS));
    await judgeBatch(run, analysisId, batch);
    const judged = await longTransaction(em, (tx) => readBatch(tx, run, analysisId, batch));
    for (const { bucketDate } of batch) days.add(bucketDate);
    done = plus(done, { answers: batch.length, judged });
    place = batch.length === BATCH_ANSWERS ? batch.at(-1) : undefined;
  }
  await longTransaction(em, async (tx) => {
    await holdAnalysis(tx, run, analysisId);
    await rollUp(tx, scope, analysisId, days);
  });
  return done;
}

/** Asks the judge for what is missing, in no transaction that writes. */
async function judgeBatch(run: Run, analysisId: string, batch: readonly RetainedAnswer[]): Promise<void> {
  const { em, scope, judging, signal } = run;
  if (judging.judge === null || batch.length === 0) return;
  const { analysis } = await findStanding(em, scope, judging, analysisId);
  if (analysis) await seekVerdicts(em, scope, judging, analysis, batch, signal);
}

async function readBatch(
  tx: EntityManager,
  run: Run,
  analysisId: string,
  batch: readonly RetainedAnswer[],
): Promise<JudgedCount> {
  if (batch.length === 0) return NONE_JUDGED;
  const analysis = await holdAnalysis(tx, run, analysisId);
  return storeFacts(tx, run.scope, analysisId, await readFacts(run.scope, analysis, batch));
}

/** Found after the answers that it is to read, so that a removal before one of them was given is known. */
async function holdAnalysis(tx: EntityManager, { scope, judging }: Run, analysisId: string): Promise<Analysis> {
  await rows(tx, HOLD_ANALYSIS, [scope.accountId, analysisId]);
  const { analysis } = await findStanding(tx, scope, judging, analysisId);
  if (!analysis) throw new Error('an analysis in the making was discarded by another run');
  return analysis;
}

const MARK = statement<object>('mark-switch', 'savepoint before_switch');
const STEP_BACK = statement<object>('step-back-from-switch', 'rollback to savepoint before_switch');

/** What was caught up with, and the judge of the analysis, or why readers were not switched. */
type Switch = (Progress & { judge: string | null }) | 'names changed' | 'behind';

/**
 * Holds off intake, catches up with what arrived since the last pass, and selects the analysis; or steps back, letting
 * intake go on, where its names are no longer the project's, or where it is far behind.
 */
async function switchReaders(
  run: Run,
  holder: EntityManager,
  analysisId: string,
  isLastPass: boolean,
): Promise<Switch> {
  const { scope, signal } = run;
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

/** Nobody is asked while intake is held off: answers that the judge has not seen yet are left to the next pass. */
async function catchUp(run: Run, holder: EntityManager, analysisId: string, isLastPass: boolean): Promise<Switch> {
  const { scope, judging } = run;
  const days = new Set<string>();
  let done: Progress = { answers: 0, judged: NONE_JUDGED };
  for (;;) {
    const batch = await listUnread(holder, scope, analysisId, BEGINNING, BATCH_ANSWERS);
    const judged = await readBatch(holder, run, analysisId, batch);
    for (const { bucketDate } of batch) days.add(bucketDate);
    done = plus(done, { answers: batch.length, judged });
    if (batch.length < BATCH_ANSWERS) break;
    if (!isLastPass) return 'behind';
  }
  const { analysis, isDue } = await findStanding(holder, scope, judging, analysisId);
  if (isDue || !analysis) return 'names changed';
  if (done.judged.rulesFallback > 0 && isJudgeOf(judging.judge, analysis) && !isLastPass) return 'behind';
  await rollUp(holder, scope, analysisId, days);
  return { ...done, judge: analysis.judge };
}
