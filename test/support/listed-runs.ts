import { type RunKey, toRunId } from '../../src/core/runs/run-id.js';
import { toDay } from '../../src/core/time.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import type { Platform, RunReason, RunState } from '../../src/entities/vocabulary.js';
import { sql } from './api.js';

/** A run as a test writes it, past the planner; unless told it ended a minute after it was planned. */
export interface WrittenRun {
  promptId: string;
  plannedAt: string;
  platform?: Platform;
  /** The day it was planned on unless told. */
  periodDate?: string;
  occasion?: number;
  state?: RunState;
  reason?: RunReason;
  message?: string;
  attempts?: number;
  notBefore?: string;
  finishedAt?: string | null;
  model?: string;
  answer?: { id: string; bucketDate: string };
  costMicrousd?: number;
  creditMonth?: string;
}

const MINUTE_MS = 60_000;
const ENDED: readonly RunState[] = ['accepted', 'failed', 'skipped'];

/** Writes a run and returns its id. */
export async function addRun(
  db: DatabaseSession,
  { accountId, projectId }: { accountId: string; projectId: string },
  run: WrittenRun,
): Promise<string> {
  const key = keyOf(run);
  const { plannedAt, state = 'accepted', attempts = 0, costMicrousd = 0, notBefore = plannedAt } = run;
  await ensurePartitions(db, [key.periodDate]);
  await sql(
    db,
    `insert into run (account_id, project_id, prompt_id, platform, period_date, occasion, state, reason, message,
       attempts, planned_at, queue_at, not_before, expires_at, finished_at, model, answer_id, bucket_date,
       cost_microusd, credit_month)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $11::timestamptz + interval '1 day', $13, $14, $15,
       $16, $17, $18)`,
    [
      ...[accountId, projectId, key.promptId, key.platform, key.periodDate, key.occasion],
      ...[state, run.reason, run.message, attempts],
      ...[plannedAt, notBefore, endOf(run), run.model],
      ...[run.answer?.id, run.answer?.bucketDate, costMicrousd, run.creditMonth],
    ],
  );
  return toRunId(key);
}

function endOf({ plannedAt, state = 'accepted', finishedAt }: WrittenRun): string | null {
  if (finishedAt !== undefined) return finishedAt;
  return ENDED.includes(state) ? new Date(Date.parse(plannedAt) + MINUTE_MS).toISOString() : null;
}

function keyOf({ promptId, platform = 'chatgpt', periodDate, plannedAt, occasion = 0 }: WrittenRun): RunKey {
  return { promptId, platform, periodDate: periodDate ?? toDay(new Date(plannedAt)), occasion };
}
