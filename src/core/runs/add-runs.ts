import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Platform, RunReason } from '../../entities/vocabulary.js';
import { type LockedMonth, takeCredits } from '../schedule/credits.js';
import type { RunKey } from './run-id.js';

/** A run that is queued, or skipped where it has a reason. */
export interface NewRun extends RunKey {
  projectId: string;
  reason: RunReason | null;
  queueAt: Date;
  expiresAt: Date;
}

export interface AddedRun extends RunKey {
  state: 'queued' | 'skipped';
  reason: RunReason | null;
}

interface AddedRow {
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
  state: 'queued' | 'skipped';
  reason: RunReason | null;
}

const INSERT_RUNS = statement<AddedRow>(
  'insert-runs',
  `insert into run (account_id, prompt_id, platform, period_date, occasion, project_id, state, reason, queue_at,
     not_before, expires_at, credit_month, planned_at, finished_at)
   select $1, r.prompt_id, r.platform, r.period_date, r.occasion, r.project_id, r.state, r.reason, r.queue_at,
     $3, r.expires_at, r.credit_month, $3, r.finished_at
   from json_to_recordset($2::json) as r (prompt_id uuid, platform text, period_date date, occasion smallint,
     project_id uuid, state text, reason text, queue_at timestamptz, expires_at timestamptz, credit_month date,
     finished_at timestamptz)
   on conflict do nothing
   returning prompt_id, platform, period_date, occasion, state, reason`,
);

/**
 * Adds runs that are not there yet, and takes a credit for each that is queued; both hold or neither does.
 * @param held the month that the credits are taken from.
 * @param tailAt where the account's next run lines up, if any of these is queued.
 * @returns those that were added.
 */
export async function addRuns(
  tx: DatabaseSession,
  held: LockedMonth,
  runs: readonly NewRun[],
  { now, tailAt }: { now: Date; tailAt: Date },
): Promise<AddedRun[]> {
  if (runs.length === 0) return [];
  const written = JSON.stringify(runs.map((run) => toRow(run, held.month, now)));
  const added = (await tx.rows(INSERT_RUNS, [held.accountId, written, now])).map(toAdded);
  const queued = added.filter(({ state }) => state === 'queued').length;
  if (queued > 0) await takeCredits(tx, held, queued, tailAt);
  return added;
}

function toRow(run: NewRun, month: string, now: Date): object {
  return {
    prompt_id: run.promptId,
    platform: run.platform,
    period_date: run.periodDate,
    occasion: run.occasion,
    project_id: run.projectId,
    queue_at: run.queueAt,
    expires_at: run.expiresAt,
    ...(run.reason === null
      ? { state: 'queued', credit_month: month }
      : { state: 'skipped', reason: run.reason, finished_at: now }),
  };
}

function toAdded({ prompt_id, period_date, ...rest }: AddedRow): AddedRun {
  return { promptId: prompt_id, periodDate: period_date, ...rest };
}

/** The distance in the queue between one account's prompts: the more it queues, the further back they are. */
export const STEP_MS = 60_000;

/**
 * The place in the queue of one prompt's runs, and of the account's next ones (start-time fair queuing). An account
 * that queued nothing lately begins at `now`. So accounts of few prompts pass those of many, and every account is
 * served.
 */
export function lineUp(tailAt: Date, now: Date): { queueAt: Date; tailAt: Date } {
  const startMs = Math.max(tailAt.getTime(), now.getTime());
  return { queueAt: new Date(startMs), tailAt: new Date(startMs + STEP_MS) };
}
