import type { EntityManager } from '@mikro-orm/postgresql';
import { PLANS } from '../../core/plans.js';
import { daysBefore, toDay, toTimestamp } from '../../core/timestamp.js';
import { rows } from '../../database/rows.js';
import { PLATFORMS, type Platform, type RunReason } from '../../entities/vocabulary.js';
import { CLAIM, type ClaimRow, LOOK, type RunKeyRow } from './queue.statements.js';
import type { AttemptCost, ClaimedRun, QueuedRun } from './run.types.js';

/** A week's run may wait for its whole week, and a requested run for a day more. */
const OLDEST_PERIOD_DAYS = 9;
/** Runs found for each that is wanted, so that workers that look at the same moment seldom claim the same. */
const FOUND_FOR_EACH = 3;

/**
 * Runs that may be asked now, by platform: three for each place, those that waited longest, in random order.
 * @param places how many of a platform are wanted.
 */
export async function lookForRuns(
  em: EntityManager,
  now: Date,
  places: ReadonlyMap<Platform, number>,
): Promise<Map<Platform, QueuedRun[]>> {
  const limits = PLATFORMS.map((platform) => (places.get(platform) ?? 0) * FOUND_FOR_EACH);
  const found = await rows(em, LOOK, [now, daysBefore(toDay(now), OLDEST_PERIOD_DAYS), ...limits]);
  const byPlatform = Map.groupBy(found.map(toQueuedRun), ({ platform }) => platform);
  return new Map([...byPlatform].map(([platform, runs]) => [platform, shuffled(runs)]));
}

/** A claimed run; `unwanted` is why it must be skipped, null where it is to be asked. */
export interface Claim {
  run: ClaimedRun;
  unwanted: RunReason | null;
}

/** The worker that claims, and for how long a claim holds unless it is renewed. */
export interface Claimant {
  worker: string;
  leaseMs: number;
}

export interface ClaimTerms {
  now: Date;
  claimant: Claimant;
  /** What the attempt counts as until its outcome is in, and for ever if that is never reported. */
  reserved: AttemptCost;
}

/**
 * Claims a run, with its prompt's text and its project's country as they are now.
 * @returns null if another worker has it, or its time is over.
 */
export async function claimRun(
  em: EntityManager,
  run: QueuedRun,
  { now, claimant, reserved }: ClaimTerms,
): Promise<Claim | null> {
  const { searches, costMicroUsd } = reserved;
  const { worker, leaseMs } = claimant;
  const [row] = await rows(em, CLAIM, [...keyOf(run), worker, leaseMs / 1_000, now, searches, costMicroUsd]);
  if (!row) return null;
  const isInTier = PLANS[row.tier].platforms.includes(run.platform);
  return {
    run: { ...toClaimedRun(run, row), reserved },
    unwanted: row.unwanted ?? (isInTier ? null : 'platform_not_in_tier'),
  };
}

export function keyOf({ accountId, promptId, platform, periodDate, occasion }: QueuedRun) {
  return [accountId, promptId, platform, periodDate, occasion];
}

export function toQueuedRun(row: RunKeyRow): QueuedRun {
  return {
    accountId: row.account_id,
    promptId: row.prompt_id,
    platform: row.platform,
    periodDate: row.period_date,
    occasion: row.occasion,
  };
}

function toClaimedRun(run: QueuedRun, row: ClaimRow): Omit<ClaimedRun, 'reserved'> {
  return {
    accountId: run.accountId,
    promptId: run.promptId,
    platform: run.platform,
    periodDate: run.periodDate,
    occasion: run.occasion,
    projectId: row.project_id,
    claimNo: row.claim_no,
    attempts: row.attempts,
    expiresAt: new Date(toTimestamp(row.expires_at)),
    creditMonth: row.credit_month,
    text: row.prompt_text,
    country: row.target_country === '' ? null : row.target_country,
  };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
