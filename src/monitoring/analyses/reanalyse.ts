import type { EntityManager } from '@mikro-orm/postgresql';
import { type Judging, WITHOUT_JUDGE } from '../judging/judge.types.js';
import { tellChange, tellJudged } from '../judging/tell-judged.js';
import { getScope, type ProjectScope } from '../scope.js';
import { beginAnalysis } from './analysis-in-making.js';
import { findStanding } from './current-analysis.js';
import { discardUnselected } from './discard.js';
import { readUnread } from './read-unread.js';
import { NOTHING_READ, plus, type Reanalysis, type Run } from './reanalysis.types.js';
import { switchReaders } from './switch-readers.js';
import { whileHeld, withTurn } from './turn.js';

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
  const run: Run = { em, scope: await getScope(em, project.projectId), judging };
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
  const run: Run = { em, scope, judging };
  return withTurn(run, { wait: true }, (holder) => analyseWhereDue(run, holder));
}

/**
 * As {@link reanalyseWhereDue}; null also where another process is at it. A patient run fails where the judge cannot be asked.
 * @throws an AbortError once `signal` asks to stop, between two batches or calls.
 */
export async function reanalyseWhereFree(
  em: EntityManager,
  scope: ProjectScope,
  signal: AbortSignal,
  judging: Judging = WITHOUT_JUDGE,
  isPatient = false,
): Promise<Reanalysis | null> {
  const run: Run = { em, scope, judging, signal, isPatient };
  return withTurn(run, { wait: false }, (holder) => analyseWhereDue(run, holder));
}

async function analyseWhereDue(run: Run, holder: EntityManager): Promise<Reanalysis | null> {
  const { isDue } = await findStanding(run.em, run.scope, run.judging);
  return isDue ? analyseAgain(run, holder) : null;
}

async function analyseAgain(run: Run, holder: EntityManager): Promise<Reanalysis> {
  const { em, scope, judging, signal } = run;
  const { analysis: former } = await findStanding(em, scope, judging);
  for (;;) {
    await whileHeld(holder, signal, () => discardUnselected(em, scope));
    const analysisId = await beginAnalysis(run, holder);
    let done = NOTHING_READ;
    for (let pass = 1; ; pass += 1) {
      const read = await whileHeld(holder, signal, (held) => readUnread({ ...run, signal: held }, analysisId));
      done = plus(done, read);
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
