import type { Timer } from '../../clock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { type AskOutcome, DEFAULT_MODELS, PlatformClient, RUN_CALL_LIMITS } from '../../platforms/platform-client.js';
import { MICRO_USD } from './platform-status.js';

/** A platform, its key and its bounds, as it would be asked. */
export interface TriedPlatform {
  platform: Platform;
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Absent: the platform's default. */
  model: string | undefined;
  isGrounded: boolean;
  /** Absent: no bound. */
  dailyBudgetUsd: number | undefined;
}

/** How one question was answered. */
export interface PlatformTrial {
  platform: Platform;
  /** Whether the platform took the key and answered. */
  isAnswered: boolean;
  /** The model that answered; null where none did. */
  model: string | null;
  /** Why not, without the key; null where it answered. */
  message: string | null;
  /** What it cost, in US dollars; it counts towards the day's budget. */
  costUsd: number;
}

const TRIAL_QUESTION = { text: 'Which brands of anvils are well known? Name one.', place: null };
/** Answers with a search take a minute or more; a person waits for this one. */
const TRIAL_LIMITS = { ...RUN_CALL_LIMITS, timeoutMs: 90_000 };

const TODAY = `(now() at time zone 'UTC')::date`;
const SPENT = `case when g.spent_date = ${TODAY} then g.spent_microusd else 0 end`;

/** Counts $2 from now on, unless the day's budget $3 (null: no bound) is used up. */
const RESERVE_TRIAL = statement<{ day: string }>(
  'reserve-trial-of-platform',
  `update platform_gate g
   set spent_microusd = ${SPENT} + $2::bigint,
     reserved_microusd = case when g.spent_date = ${TODAY} then g.reserved_microusd else 0 end,
     spent_date = ${TODAY}
   where g.platform = $1 and coalesce(${SPENT} < $3::bigint, true)
   returning g.spent_date::text as day`,
);

/** Adds $2, on its own day alone. */
const CORRECT_TRIAL = statement<object>(
  'correct-trial-of-platform',
  `update platform_gate
   set spent_microusd = greatest(0, spent_microusd + $2::bigint)
   where platform = $1 and spent_date = $3::date`,
);

/**
 * Asks a platform one question of its own with the key, as a run is asked, whether or not the platform is paused. Its
 * usual cost counts towards the day's budget before, and what it cost after; where the budget is used up, nothing is
 * sent. Takes 90 seconds at most, and more where Claude pauses its turn.
 */
export async function tryPlatform(db: DatabaseSession, tried: TriedPlatform, timer: Timer): Promise<PlatformTrial> {
  const { platform, dailyBudgetUsd } = tried;
  const client = new PlatformClient({ ...tried, model: tried.model ?? DEFAULT_MODELS[platform] }, timer, TRIAL_LIMITS);
  const usual = client.usual.costMicroUsd;
  const capMicroUsd = dailyBudgetUsd === undefined ? null : Math.round(dailyBudgetUsd * MICRO_USD);
  const [reserved] = await db.rows(RESERVE_TRIAL, [platform, usual, capMicroUsd]);
  if (!reserved) {
    const message = 'The budget of the UTC day is used up, so nothing was asked.';
    return { platform, isAnswered: false, model: null, message, costUsd: 0 };
  }
  const outcome = await client.query(TRIAL_QUESTION);
  const { costMicroUsd } = outcome.bill;
  await db.rows(CORRECT_TRIAL, [platform, costMicroUsd - usual, reserved.day]);
  return { platform, ...resultOf(outcome), costUsd: costMicroUsd / MICRO_USD };
}

function resultOf(outcome: AskOutcome): Pick<PlatformTrial, 'isAnswered' | 'model' | 'message'> {
  if (outcome.kind === 'failure') return { isAnswered: false, model: null, message: outcome.failure.message };
  const { reply } = outcome;
  if (reply.accepted) return { isAnswered: true, model: reply.model, message: null };
  return { isAnswered: false, model: reply.model, message: reply.message };
}
