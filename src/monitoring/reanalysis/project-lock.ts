import type { EntityManager } from '@mikro-orm/postgresql';
import { rowLock, tryLock } from '../../database/advisory-lock.js';
import { rows, statement } from '../../database/rows.js';
import { longTransaction } from '../history/long-transaction.js';
import { persist } from '../history/persist.js';
import { ensureAnalysis } from '../selection/selected-analysis.js';
import { discardUnselected } from './discard-analyses.js';
import { BUSY, type Busy, NAMES_CHANGED, type NamesChanged, type Reanalysis, type Run } from './reanalysis.types.js';

/** What became of a turn: null where there was nothing to do. */
export type Outcome = Reanalysis | NamesChanged | Busy | null;

/**
 * Holds the project's turn by a transaction that stays open throughout and makes the switch in the end: whoever lost
 * the turn, and with it that transaction, can no longer switch. Until then it holds nothing that anybody else waits for
 * but another run of the same project, so a judge may be called meanwhile: two runs would pay for the same verdicts.
 * The former analysis goes once readers are off it; where the next run has its turn by then, that one removes it. Who
 * begins anew takes another turn: a transaction that has stepped back from writing would hold vacuum back until its
 * end.
 */
export async function withProjectLock(
  { em, scope, judging }: Run,
  { wait }: { wait: boolean },
  work: (holder: EntityManager) => Promise<Outcome>,
): Promise<Outcome> {
  await ensureAnalysis(em, scope, judging);
  const take = (holder: EntityManager) => tryLock(holder, rowLock('reanalysis', scope.projectId));
  const done = await longTransaction(em, async (holder) => {
    if (wait) await persist(() => take(holder));
    else if (!(await take(holder))) return BUSY;
    await holdNoSnapshot(holder);
    return work(holder);
  });
  if (done === null || done === NAMES_CHANGED || done === BUSY) return done;
  await longTransaction(em, async (holder) => {
    if (await take(holder)) await whileHeld(holder, undefined, () => discardUnselected(em, scope));
  });
  return done;
}

/** Well within the silence after which a connection counts as lost (`database/connection.ts`). */
const BEAT_MS = 30_000;

const BEAT = statement<object>('beat-of-turn', 'show transaction_isolation');

/**
 * Does work that does not use the holder's connection, and lets that one be heard from meanwhile: silent for two
 * minutes it would be given up as lost, and the turn with it. Where it is lost all the same, the work is told to stop,
 * so that nobody is asked, and paid, without a turn.
 */
export async function whileHeld<Result>(
  holder: EntityManager,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  beatMs = BEAT_MS,
): Promise<Result> {
  const lost = new AbortController();
  let beat: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beat = beat.then(() => rows(holder, BEAT, [])).catch((error) => lost.abort(error));
  }, beatMs);
  try {
    return await work(signal ? AbortSignal.any([lost.signal, signal]) : lost.signal);
  } finally {
    clearInterval(timer);
    await beat;
  }
}

const HOLD_NO_SNAPSHOT = statement<object>('hold-no-snapshot', 'savepoint turn_taken');

/**
 * The last query of an open transaction keeps its view of the database, and with it vacuum from its work everywhere,
 * until another statement takes its place: one that looks at nothing.
 */
export async function holdNoSnapshot(holder: EntityManager): Promise<void> {
  await rows(holder, HOLD_NO_SNAPSHOT, []);
}
