import type { Platform, RunReason, RunState } from '../../entities/vocabulary.js';
import { toTimestamp } from '../timestamp.js';
import { toRunId } from './run-id.js';

/** What caused a run: the schedule or a request. */
export const RUN_TRIGGERS = ['scheduled', 'requested'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** One asking of one prompt on one platform. */
export interface RunView {
  id: string;
  projectId: string;
  promptId: string;
  platform: Platform;
  trigger: RunTrigger;
  /** First day of its period, or the day of the request, `YYYY-MM-DD`. */
  periodDate: string;
  state: RunState;
  /** Why it is in its state, or waits for its next attempt; null where all went as planned. */
  reason: RunReason | null;
  /** A sentence that a user may see. */
  message: string | null;
  /** Attempts that may have been paid for. */
  attempts: number;
  plannedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** The next attempt is not before this instant; null unless queued. */
  nextAttemptAt: string | null;
  /** As the platform named it; null before an answer. */
  model: string | null;
  /** The retained answer; null unless accepted. */
  answer: { id: string; bucketDate: string } | null;
}

/** As the operator sees it: with the price of all attempts together, in US dollars. */
export interface PaidRunView extends RunView {
  costUsd: number;
}

export interface RunRow {
  project_id: string;
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
  state: RunState;
  reason: RunReason | null;
  message: string | null;
  attempts: number;
  planned_at: string;
  started_at: string | null;
  finished_at: string | null;
  not_before: string;
  model: string | null;
  answer_id: string | null;
  bucket_date: string | null;
  cost_microusd: number;
}

/** The columns of a {@link RunRow}, of a run `r`. */
export const RUN_COLUMNS = `r.project_id, r.prompt_id, r.platform, r.period_date, r.occasion, r.state, r.reason,
  r.message, r.attempts, r.planned_at, r.started_at, r.finished_at, r.not_before, r.model, r.answer_id, r.bucket_date,
  r.cost_microusd::float8 as cost_microusd`;

export function toRunView(row: RunRow): RunView {
  const { answer_id: answerId, bucket_date: bucketDate, prompt_id: promptId, platform } = row;
  return {
    id: toRunId({ promptId, platform, periodDate: row.period_date, occasion: row.occasion }),
    projectId: row.project_id,
    promptId,
    platform,
    trigger: row.occasion === 0 ? 'scheduled' : 'requested',
    periodDate: row.period_date,
    state: row.state,
    reason: row.reason,
    message: row.message,
    attempts: row.attempts,
    plannedAt: toTimestamp(row.planned_at),
    startedAt: toInstant(row.started_at),
    finishedAt: toInstant(row.finished_at),
    nextAttemptAt: row.state === 'queued' ? toTimestamp(row.not_before) : null,
    model: row.model,
    answer: answerId === null || bucketDate === null ? null : { id: answerId, bucketDate },
  };
}

export function toPaidRunView(row: RunRow): PaidRunView {
  return { ...toRunView(row), costUsd: row.cost_microusd / 1_000_000 };
}

function toInstant(text: string | null): string | null {
  return text === null ? null : toTimestamp(text);
}
