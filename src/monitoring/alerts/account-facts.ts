import type { Context } from '../../core/context.js';
import { monthOf } from '../../core/schedule/credits.js';
import { daysBefore, toDay } from '../../core/time.js';
import { creditsOutlook } from '../../core/usage/credits-forecast.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Without an accepted run for so long, a platform is silent. */
const SILENT_MS = DAY_MS;
/** A week's run may wait for its whole week, and a requested run for a day more. */
const OLDEST_PERIOD_DAYS = 9;
/** Credits that end so long before their month are told. */
const EARLY_MS = 3 * DAY_MS;

/** What became of an account's runs on a platform. */
export interface PlatformFacts {
  platform: Platform;
  /** When the last run was accepted that is not older than nine days. */
  answeredAt: Date | null;
  /** Runs of the last 24 hours that failed, and runs that are due and wait to be asked again. */
  unanswered: number;
  /** Whether it has been asked for 24 hours. */
  isAskedForLong: boolean;
}

/** The credits of an account's month. */
export interface CreditFacts {
  /** Its first day. */
  month: string;
  granted: number;
  /** Credits that the whole month will take as things are; null where no platform is asked. */
  forecast: number | null;
  /** Whether they end three days before the month does, or sooner. */
  endsEarly: boolean;
  /** Whether they are enough for the whole month. */
  isEnough: boolean;
  /** Whether a run of the month was skipped, as there was none left for it. */
  isUsedUp: boolean;
}

/** What an hourly check of an account looks at. */
export interface AccountFacts {
  platforms: readonly PlatformFacts[];
  credits: CreditFacts;
}

interface PlatformRow {
  platform: Platform;
  answered_at: Date | null;
  unanswered: number;
  is_asked_for_long: boolean;
  skipped: number;
}

/**
 * The runs of an account by platform, of periods from the day $2 on. A run waits to be asked again where an attempt
 * gave it a reason, or where its platform is one of $5, which none is asked of. $3 is 24 hours ago, $4 when the month
 * began, $6 now.
 */
const RUNS = statement<PlatformRow>(
  'runs-of-account-by-platform',
  `select r.platform, max(r.finished_at) filter (where r.state = 'accepted') as answered_at,
     count(*) filter (
       where (r.state = 'failed' and r.finished_at > $3)
         or (r.state = 'queued' and r.planned_at <= $6 and (r.reason is not null or r.platform = any ($5::text[])))
     )::int as unanswered,
     coalesce(bool_or(r.planned_at <= $3 and r.state <> 'skipped'), false) as is_asked_for_long,
     count(*) filter (where r.reason = 'no_credits' and r.planned_at >= $4)::int as skipped
   from run r
   where r.account_id = $1 and r.period_date >= $2
   group by r.platform
   order by r.platform`,
);

/**
 * Reads what an account's platforms and credits are like at an instant.
 * @param shut the platforms that no question is sent to, for whatever reason, though a worker has a key.
 */
export async function readAccountFacts(tx: Context, shut: readonly Platform[]): Promise<AccountFacts> {
  const now = tx.clock.now();
  const month = monthOf(now);
  const from = daysBefore(toDay(now), OLDEST_PERIOD_DAYS);
  const silentFrom = new Date(now.getTime() - SILENT_MS);
  const rows = await tx.db.rows(RUNS, [tx.caller.accountId, from, silentFrom, `${month}T00:00:00Z`, shut, now]);
  const { credits, ahead } = await creditsOutlook(tx);
  const endsAt = new Date(credits.resetsAt);
  const takes = ahead?.(endsAt) ?? 0;
  const takesEarly = ahead?.(new Date(endsAt.getTime() - EARLY_MS)) ?? 0;
  return {
    platforms: rows.map((row) => ({
      platform: row.platform,
      answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
      unanswered: row.unanswered,
      isAskedForLong: row.is_asked_for_long,
    })),
    credits: {
      month,
      granted: credits.granted,
      forecast: ahead === null ? null : credits.used + takes,
      endsEarly: takesEarly > credits.remaining,
      isEnough: ahead !== null && takes <= credits.remaining,
      isUsedUp: rows.some(({ skipped }) => skipped > 0),
    },
  };
}

/** Whether no question to a platform was answered for 24 hours, and enough were to be. */
export function isSilent({ answeredAt, unanswered, isAskedForLong }: PlatformFacts, now: Date): boolean {
  const isAnswered = answeredAt !== null && now.getTime() - answeredAt.getTime() < SILENT_MS;
  return isAskedForLong && !isAnswered && unanswered >= UNANSWERED_MIN;
}

/** Runs without an answer below which a silence may be that of few questions. */
const UNANSWERED_MIN = 5;
