import type { Timer } from '../../clock.js';
import { PLANS } from '../../core/plans.js';
import type { RunKey } from '../../core/runs/run-id.js';
import { WHY_UNWANTED } from '../../core/schedule/wanted-prompts.js';
import { daysBefore, toDay, toTimestamp } from '../../core/time.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { isUnavailable } from '../../database/unavailable.js';
import { PLATFORMS, type Platform, type RunReason, type Tier } from '../../entities/vocabulary.js';
import type { SearchPlace } from '../../platforms/platform-api.js';

/** Identifies a run over all accounts. */
export interface QueuedRun extends RunKey {
  accountId: string;
}

/** A run that only the process which knows its present `claimNo` may settle. */
export interface FencedRun extends QueuedRun {
  projectId: string;
  /** The number of claims so far; each attempt is one. */
  claimNo: number;
  /** Attempts that may have been paid for, including the present one. */
  attempts: number;
  expiresAt: Date;
  /** What this process added to the run's cost as it claimed it; what the attempt used takes its place. */
  reserved: AttemptCost;
  /** The month that the run holds a credit of; null where it holds none. */
  creditMonth: string | null;
}

/** A run that this process may ask; text and place are those at the moment of the claim. */
export interface ClaimedRun extends FencedRun {
  text: string;
  place: SearchPlace | null;
  /** Null: asked from the project's country. */
  marketId: string | null;
}

/** What an attempt used. */
export interface AttemptCost {
  searches: number;
  costMicroUsd: number;
}

export const NO_COST: AttemptCost = { searches: 0, costMicroUsd: 0 };

/** One text for one run, for maps and sets. */
export function nameOf({ accountId, promptId, platform, periodDate, occasion }: QueuedRun): string {
  return [accountId, promptId, platform, periodDate, occasion].join(' ');
}

/** A week's run may wait for its whole week, and a requested run for a day more. */
const OLDEST_PERIOD_DAYS = 9;
/** Runs found for each that is wanted, so that workers that look at the same moment seldom claim the same. */
const FOUND_FOR_EACH = 3;

export interface RunKeyRow {
  account_id: string;
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
}

const KEY = 'account_id, prompt_id, platform, period_date::text, occasion';

/** Ties of `queue_at` come in any order: the caller chooses at random among what it found. */
const lookOn = (platform: Platform, place: number) =>
  `(select ${KEY}
    from run
    where state = 'queued' and platform = '${platform}' and not_before <= $1 and expires_at > $1 and period_date >= $2
    order by queue_at
    limit $${place + 3})`;

/**
 * Of each platform the runs that have waited longest, over all accounts; $3 and on are the numbers, in the order of the
 * platforms. Reads only: a worker that wants a run claims it. $2 leaves out old partitions.
 */
export const LOOK = statement<RunKeyRow>('look-for-queued-runs', PLATFORMS.map(lookOn).join('\n   union all\n   '));

/**
 * Runs that may be asked now, by platform: three for each place, those that waited longest, in random order.
 * @param places how many of a platform are wanted.
 */
export async function lookForRuns(
  db: DatabaseSession,
  now: Date,
  places: ReadonlyMap<Platform, number>,
): Promise<Map<Platform, QueuedRun[]>> {
  const limits = PLATFORMS.map((platform) => (places.get(platform) ?? 0) * FOUND_FOR_EACH);
  const found = await db.rows(LOOK, [now, daysBefore(toDay(now), OLDEST_PERIOD_DAYS), ...limits]);
  const byPlatform = Map.groupBy(found.map(toQueuedRun), ({ platform }) => platform);
  return new Map([...byPlatform].map(([platform, runs]) => [platform, shuffled(runs)]));
}

/** A claimed run; `unwanted` is why it must be skipped, null where it is to be asked. */
interface Claim {
  run: ClaimedRun;
  unwanted: RunReason | null;
}

/** The worker that claims, and for how long a claim holds unless it is renewed. */
export interface Claimant {
  worker: string;
  leaseMs: number;
}

interface ClaimTerms {
  now: Date;
  claimant: Claimant;
  /** What the attempt counts as until its outcome is in, and for ever if that is never reported. */
  reserved: AttemptCost;
}

interface ClaimRow {
  project_id: string;
  claim_no: number;
  attempts: number;
  expires_at: string;
  credit_month: string | null;
  prompt_text: string;
  market_id: string | null;
  country: string;
  region: string | null;
  city: string | null;
  tier: Tier;
  unwanted: RunReason | null;
}

const HAS_KEY = 'r.account_id = $1 and r.prompt_id = $2 and r.platform = $3 and r.period_date = $4 and r.occasion = $5';

/**
 * Claims a run for $7 seconds, at the schedule's time $8. One statement decides: of two workers that want a run, one
 * finds it queued. What the attempt is likely to use ($9 searches, $10) counts from now on, also if it dies.
 * `unwanted`: why it must not be asked now; the run is claimed all the same, to be skipped.
 */
const CLAIM = statement<ClaimRow>(
  'claim-run',
  `update run r
   set state = 'running', claim_no = r.claim_no + 1, attempts = r.attempts + 1, worker = $6,
     lease_until = now() + $7::float8 * interval '1 second', started_at = $8,
     searches = r.searches + $9, cost_microusd = r.cost_microusd + $10
   from prompt q
   left join market m on m.account_id = $1 and m.id = q.market_id, project p, account a
   where ${HAS_KEY} and r.state = 'queued' and r.expires_at > $8
     and q.account_id = $1 and q.id = $2 and p.account_id = $1 and p.id = r.project_id and a.account_id = $1
   returning r.project_id, r.claim_no, r.attempts, r.expires_at, r.credit_month, q.prompt_text,
     q.market_id, coalesce(m.country, p.target_country) as country, m.region, m.city, a.tier,
     ${WHY_UNWANTED} as unwanted`,
);

/**
 * Claims a run, with its prompt's text and place as they are now.
 * @returns null if another worker has it, or its time is over.
 */
export async function claimRun(
  db: DatabaseSession,
  run: QueuedRun,
  { now, claimant, reserved }: ClaimTerms,
): Promise<Claim | null> {
  const { searches, costMicroUsd } = reserved;
  const { worker, leaseMs } = claimant;
  const [row] = await db.rows(CLAIM, [...keyOf(run), worker, leaseMs / 1_000, now, searches, costMicroUsd]);
  if (!row) return null;
  const isInTier = PLANS[row.tier].platforms.includes(run.platform);
  return {
    run: { ...toClaimedRun(run, row), reserved },
    unwanted: row.unwanted ?? (isInTier ? null : 'platform_not_in_tier'),
  };
}

/** Renewals within a lease: three may fail before it lapses. */
const BEATS_A_LEASE = 4;

/** A claim that is renewed while its run is asked and settled. */
export interface Lease {
  /** Aborted once another worker has the run: the result of this process's work is dropped. */
  readonly lost: AbortSignal;
  /** Stops renewing; resolves once no renewal is under way. */
  end(): Promise<void>;
}

/** Renews the claim $6 for $7 seconds; no row if another worker has the run by now. */
const BEAT = statement<{ claim_no: number }>(
  'renew-lease-of-run',
  `update run r
   set lease_until = now() + $7::float8 * interval '1 second'
   where ${HAS_KEY} and r.state = 'running' and r.claim_no = $6
   returning r.claim_no`,
);

/**
 * Keeps a claim from lapsing. Waits for a database that is away: the claim may still hold when it is back, which the
 * statement that settles the run decides.
 */
export function keepLease(
  database: Database,
  run: ClaimedRun,
  { leaseMs, clock }: { leaseMs: number; clock: Timer },
): Lease {
  const lost = new AbortController();
  const ended = new AbortController();
  const renew = async () => {
    const values = [...keyOf(run), run.claimNo, leaseMs / 1_000];
    const renewed = await database
      .openForJob()
      .rows(BEAT, values)
      .catch((error: unknown) => {
        if (isUnavailable(error)) return null;
        throw error;
      });
    return renewed === null || renewed.length > 0;
  };
  const beat = async () => {
    while (await isTimeLeft(clock, leaseMs / BEATS_A_LEASE, ended.signal)) {
      if (await renew()) continue;
      lost.abort(new Error('another worker has the run by now'));
      return;
    }
  };
  // Any other error of a renewal ends the lease, and with it the work under it.
  const beating = beat().catch((error: unknown) => lost.abort(error));
  return {
    lost: lost.signal,
    end: async () => {
      ended.abort();
      await beating;
    },
  };
}

/** Waits; false if the wait was aborted. */
function isTimeLeft(clock: Timer, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.wait(ms, signal).then(
    () => true,
    () => false,
  );
}

function keyOf({ accountId, promptId, platform, periodDate, occasion }: QueuedRun) {
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
    place: row.country === '' ? null : { country: row.country, region: row.region, city: row.city },
    marketId: row.market_id,
  };
}

/** In random order. */
export function shuffled<Item>(items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
