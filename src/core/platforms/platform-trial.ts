import type { Timer } from '../../clock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { type AskOutcome, DEFAULT_MODELS, PlatformClient, RUN_CALL_LIMITS } from '../../platforms/platform-client.js';
import { ServiceError } from '../errors.js';
import { BEGIN_DAY, budgetMicroUsd, MICRO_USD, SPENT_TODAY, sumOfToday } from './platform-budget.js';
import {
  checkPlatformKey,
  checkSecretsKey,
  getKeyInUse,
  type PlatformSources,
  storePlatformKey,
} from './platform-keys.js';
import { PLATFORM_NAMES } from './platform-status.js';

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

/** Counts $2 from now on, unless the day's budget $3 (null: no bound) is used up. */
const RESERVE_TRIAL = statement<{ day: string }>(
  'reserve-trial-of-platform',
  `update platform_gate g
   set spent_microusd = ${SPENT_TODAY} + $2::bigint,
     reserved_microusd = ${sumOfToday('reserved_microusd')},
     ${BEGIN_DAY}
   where g.platform = $1 and coalesce(${SPENT_TODAY} < $3::bigint, true)
   returning g.spent_date::text as day`,
);

/** Adds $2, on its own day alone. */
const CORRECT_TRIAL = statement<object>(
  'correct-trial-of-platform',
  `update platform_gate
   set spent_microusd = greatest(0, spent_microusd + $2::bigint)
   where platform = $1 and spent_date = $3::date`,
);

/** What came of the trial of the key in use. */
const SAVE_TRIAL = statement<object>(
  'save-trial-of-platform',
  `update platform_gate
   set tried_at = now(), trial_fault = $2
   where platform = $1`,
);

/**
 * Asks a platform one question with the key in use, as a run is asked, whether or not the platform is paused. Its usual
 * cost counts towards the day's budget before, and what it cost after; where the budget is used up, nothing is sent.
 * Takes 90 seconds at most, and more where Claude pauses its turn. What came of it is remembered.
 * @throws ServiceError VALIDATION_ERROR where there is no key, or it cannot be read.
 */
export async function tryKeyInUse(
  db: DatabaseSession,
  platform: Platform,
  sources: PlatformSources,
  timer: Timer,
): Promise<PlatformTrial> {
  const apiKey = await getKeyInUse(db, platform, sources);
  const trial = await tryKey(db, { platform, apiKey }, sources, timer);
  await db.rows(SAVE_TRIAL, [platform, trial.message]);
  return trial;
}

/**
 * Tries a key as {@link tryKeyInUse} does, and stores it where the platform answers; workers take it within a minute,
 * unless the environment has a key. Whatever else is to be written with it, `also` writes in the same transaction.
 * @throws ServiceError VALIDATION_ERROR for what cannot be a key, and without SECRETS_KEY; CONFLICT with what the
 *   platform said where it does not answer.
 */
export async function storeTriedKey(
  db: DatabaseSession,
  { platform, apiKey }: NewKey,
  sources: PlatformSources,
  timer: Timer,
  also: (tx: DatabaseSession) => Promise<void> = async () => {},
): Promise<void> {
  checkPlatformKey(apiKey);
  checkSecretsKey(sources);
  const { message } = await tryKey(db, { platform, apiKey }, sources, timer);
  if (message !== null) {
    const who = PLATFORM_NAMES[platform];
    throw new ServiceError('CONFLICT', `The key is not stored, as ${who} did not answer with it: ${message}`);
  }
  await db.transaction(async (tx) => {
    await storePlatformKey(tx, platform, apiKey, sources);
    if (sources.platforms.every((own) => own.platform !== platform)) await tx.rows(SAVE_TRIAL, [platform, null]);
    await also(tx);
  });
}

/** A platform, and a key to try with it. */
interface NewKey {
  platform: Platform;
  apiKey: string;
}

async function tryKey(
  db: DatabaseSession,
  { platform, apiKey }: NewKey,
  { platformSettings }: PlatformSources,
  timer: Timer,
): Promise<PlatformTrial> {
  const settings = platformSettings.find((each) => each.platform === platform);
  if (!settings) throw new Error(`the configuration has no settings of ${platform}`);
  const access = { ...settings, apiKey, model: settings.model ?? DEFAULT_MODELS[platform] };
  const client = new PlatformClient(access, timer, TRIAL_LIMITS);
  const usual = client.usual.costMicroUsd;
  const [reserved] = await db.rows(RESERVE_TRIAL, [platform, usual, budgetMicroUsd(settings.dailyBudgetUsd)]);
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
