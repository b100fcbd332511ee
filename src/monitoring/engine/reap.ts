import { toTimestamp } from '../../core/time.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/rows.js';
import { WITHOUT_JUDGE } from '../judge/judging.js';
import { type Ending, lostAttempt } from './attempt.js';
import { type FencedRun, NO_COST, nameOf, type RunKeyRow, toQueuedRun } from './claim.js';
import { type EngineLog, type EngineMeter, reportSettled } from './engine-figures.js';
import { type LockedState, settle } from './settle.js';

/** Runs of one look; further ones come with the next. */
export const REAPED_AT_ONCE = 100;

export interface EndedRow extends RunKeyRow {
  project_id: string;
  claim_no: number;
  attempts: number;
  expires_at: string;
  credit_month: string | null;
}

const KEY = 'account_id, prompt_id, platform, period_date::text, occasion';
const ENDED = `${KEY}, project_id, claim_no, attempts, expires_at::text, credit_month::text`;

/**
 * Running ones whose lease is over by the database's clock, and queued ones that expired by the schedule's time $1; at
 * most $2 of each. Of all accounts; a read alone, and one statement as each worker sends it every few seconds.
 */
const OVERDUE_RUNS = statement<EndedRow & { state: 'running' | 'queued' }>(
  'overdue-runs',
  `(select state, ${ENDED}
    from run
    where state = 'running' and lease_until < now()
    order by lease_until
    limit $2)
   union all
   (select state, ${ENDED}
    from run
    where state = 'queued' and expires_at <= $1
    order by expires_at
    limit $2)`,
);

interface Reaping {
  database: Database;
  /** The schedule's time; leases use the database's clock. */
  now: () => Date;
  log: EngineLog;
  meter: EngineMeter;
}

/**
 * Queues again, or fails, runs whose lease has lapsed, and fails those whose period was over before they were asked.
 * Any number of workers may do so at once. A project whose runs cannot be ended is logged, and delays no other.
 * @returns how many runs were handled.
 */
export async function reap({ database, now, log, meter }: Reaping): Promise<number> {
  const at = now();
  const found = await database.openForJob().rows(OVERDUE_RUNS, [at, REAPED_AT_ONCE]);
  const lapsed = found.filter(({ state }) => state === 'running').map(toFencedRun);
  const expired = found.filter(({ state }) => state === 'queued').map(toFencedRun);
  const lost = (run: FencedRun) => lostAttempt(run, { now: at, chance: 0 }).ending;
  const put = async (runs: readonly FencedRun[], from: LockedState, endingOf: (run: FencedRun) => Ending) => {
    let ended = 0;
    for (const [projectId, ofProject] of Map.groupBy(runs, (run) => run.projectId)) {
      ended += await endAll({ database, now, log, meter }, ofProject, from, endingOf).catch((error: unknown) => {
        log.error({ project_id: projectId, err: error }, 'ending runs that no worker asks failed');
        return 0;
      });
    }
    return ended;
  };
  const lapsedEnded = await put(lapsed, 'running', lost);
  for (let count = 0; count < lapsedEnded; count += 1) meter.leaseLapsed();
  return lapsedEnded + (await put(expired, 'queued', () => EXPIRED));
}

const EXPIRED: Ending = {
  kind: 'failed',
  isPaid: true,
  reason: 'expired',
  message: 'Its time was over before it could be asked.',
  cost: NO_COST,
};

/**
 * Ends runs that no worker is asking, those of a project in one transaction, if they are unchanged since they were
 * read.
 * @returns how many it ended.
 */
export async function endAll(
  { database, now, log, meter }: Reaping,
  runs: readonly FencedRun[],
  from: LockedState,
  endingOf: (run: FencedRun) => Ending,
): Promise<number> {
  let ended = 0;
  for (const ofProject of Map.groupBy(runs, ({ projectId }) => projectId).values()) {
    const endings = ofProject.map((run) => ({ run, ending: withoutAnswer(endingOf(run)) }));
    const settled = await settle(database.openForJob(), endings, { now: now(), judging: WITHOUT_JUDGE, from });
    const own = endings.filter(({ run }) => settled.runs.has(nameOf(run)));
    for (const { run, ending } of own) reportSettled({ log, meter }, run, ending, null);
    ended += own.length;
  }
  return ended;
}

export function toFencedRun(row: EndedRow): FencedRun {
  return {
    ...toQueuedRun(row),
    projectId: row.project_id,
    claimNo: row.claim_no,
    attempts: row.attempts,
    expiresAt: new Date(toTimestamp(row.expires_at)),
    reserved: NO_COST,
    creditMonth: row.credit_month,
  };
}

function withoutAnswer(ending: Ending) {
  if (ending.kind === 'accepted') throw new Error('a run that no worker asks has no answer');
  return ending;
}
