import type { ProjectScope } from '../../core/facts/project-scope.js';
import { rowLock, tryLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { discardUnselected, ensureAnalysis } from '../facts/selected-analysis.js';
import { type JudgedCount, type Judging, NONE_JUDGED, sumOf } from '../judge/judging.js';
import { longTransaction, retryUntil } from '../long-transaction.js';

/** The parameters that all steps of one run share. */
export interface Run {
  db: DatabaseSession;
  scope: ProjectScope;
  judging: Judging;
  /** Why answers could not be analysed, by their ids; the run does not try these again. */
  unread: Map<string, string>;
  signal?: AbortSignal | undefined;
  /** If no judge can be asked, fail and leave readers the former analysis, instead of falling back to the rules. */
  isPatient?: boolean;
  /** If names change meanwhile, switch to those that the run began with, instead of ending as {@link NAMES_CHANGED}. */
  mustSwitch?: boolean;
}

export interface Reanalysis {
  analysisId: string;
  /** Retained answers that were analysed. */
  answers: number;
  /** Those that could not be, and why, {@link UNREAD_MAX} at most; absent where there are none. */
  unread?: { answerId: string; fault: string }[];
}

/** The outcome of a run whose names changed meanwhile: readers keep the former analysis, and the lock is released. */
export const NAMES_CHANGED = 'names changed';

export type NamesChanged = typeof NAMES_CHANGED;

/** The outcome where no run began, as another of the same project is under way. */
export const BUSY = 'busy';

type Busy = typeof BUSY;

/** The outcome of a run; null where there was nothing to do. */
export type Outcome = Reanalysis | NamesChanged | Busy | null;

/**
 * Does a run under the project lock. One transaction holds it throughout and makes the switch at the end, so a run that
 * lost the lock, and with it the transaction, cannot switch. Until then only another run of the project waits for it,
 * so a judge may be called meanwhile; two runs at once would pay for the same verdicts. The former analysis is removed
 * after the switch, by the next run if that holds the lock by then. A run that begins again takes the lock again: a
 * transaction that has rolled back its writes would hold vacuum back until its end.
 */
export async function withProjectLock(
  { db, scope, judging }: Run,
  { wait }: { wait: boolean },
  work: (holder: DatabaseSession) => Promise<Outcome>,
): Promise<Outcome> {
  await ensureAnalysis(db, scope, judging);
  const take = (holder: DatabaseSession) => tryLock(holder, rowLock('reanalysis', scope.projectId));
  const done = await longTransaction(db, async (holder) => {
    if (wait) await retryUntil(() => take(holder));
    else if (!(await take(holder))) return BUSY;
    await releaseSnapshot(holder);
    return work(holder);
  });
  if (done === null || done === NAMES_CHANGED || done === BUSY) return done;
  await longTransaction(db, async (holder) => {
    if (await take(holder)) await whileHeld(holder, undefined, () => discardUnselected(db, scope));
  });
  return done;
}

/** Well below the idle time after which a connection counts as lost (`database/connection.ts`). */
const BEAT_MS = 30_000;

const BEAT = statement<object>('beat-of-project-lock', 'show transaction_isolation');

/**
 * Does work that does not use the holder's connection, and sends statements on that one meanwhile: idle for two minutes
 * it would be closed, and the lock lost. If it is lost all the same, the work's signal is aborted, so that no judge is
 * asked, and paid, without the lock.
 */
export async function whileHeld<Result>(
  holder: DatabaseSession,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  beatMs = BEAT_MS,
): Promise<Result> {
  const lost = new AbortController();
  let beat: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beat = beat.then(() => holder.rows(BEAT, [])).catch((error) => lost.abort(error));
  }, beatMs);
  try {
    return await work(signal ? AbortSignal.any([lost.signal, signal]) : lost.signal);
  } finally {
    clearInterval(timer);
    await beat;
  }
}

const RELEASE_SNAPSHOT = statement<object>('hold-no-snapshot', 'savepoint lock_taken');

/**
 * The last query of an open transaction holds its snapshot of the database, which keeps vacuum from removing rows
 * everywhere, until another statement follows: this one, which reads nothing.
 */
export async function releaseSnapshot(holder: DatabaseSession): Promise<void> {
  await holder.rows(RELEASE_SNAPSHOT, []);
}

/** Answers analysed under an analysis, and how many of them the judge decided. */
export interface Progress {
  answers: number;
  judged: JudgedCount;
}

export const NOTHING_READ: Progress = { answers: 0, judged: NONE_JUDGED };

export function plus(one: Progress, other: Progress): Progress {
  return { answers: one.answers + other.answers, judged: sumOf(one.judged, other.judged) };
}
