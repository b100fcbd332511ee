import { BEGIN_DAY, sumOfToday, TODAY } from '../../core/platforms/platform-budget.js';
import { REQUESTED } from '../../core/runs/run-id.js';
import { toDay } from '../../core/time.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';

/**
 * What all processes together may ask of a platform: its rate, pauses, breaker and budget. Each statement is one
 * transaction, by the database's clock, and decides by its row as it is once locked: a value from a `from` or a
 * sub-select would be from before the wait. `now()` is one instant throughout a statement and may be earlier than what
 * another statement wrote meanwhile: then no time counts as passed, so no time is counted twice.
 * Columns hold milliseconds, to which PostgreSQL rounds: up, an instant in the future would be later than promised.
 */
const NOW = `date_trunc('milliseconds', now())`;
const PASSED_SECONDS = `extract(epoch from greatest(interval '0', ${NOW} - g.refilled_at))::float8`;

/** A full bucket and its refill of a minute are together `per_minute` requests, and a part of one more. */
const PER_SECOND = '((g.per_minute - g.burst + 1) / 60.0::float8)';
const TOKENS = `least(g.burst::float8, g.tokens + ${PASSED_SECONDS} * ${PER_SECOND})`;

/** A correction ($3, of the day $5, $6 of it reserved no longer) counts on its own day alone. */
const onItsDay = (correction: string) => `case when $5::date = ${TODAY} then ${correction} else 0 end`;
const SPENT = sumOfToday('spent_microusd', onItsDay('$3::bigint'));
const RESERVED = sumOfToday('reserved_microusd', onItsDay('-$6::bigint'));
/** Requests that begin before the budget is reached: the last of them may go beyond it. */
const AFFORDED = `coalesce(ceil((g.cap_microusd - ${SPENT})::numeric / $7::bigint)::bigint, $2::int)`;
const IS_BLOCKED = `(coalesce(g.paused_until > now(), false) or coalesce(${SPENT} >= g.cap_microusd, false))`;
const IS_PROBE = `(g.breaker <> 'closed' and coalesce(g.probe_at <= now(), true) and $2::int > 0)`;
const GRANTED = `(case
     when ${IS_BLOCKED} then 0
     when g.breaker = 'closed' then least($2::int, floor(${TOKENS})::int, ${AFFORDED})
     when ${IS_PROBE} then least(1, floor(${TOKENS})::int)
     else 0
   end)`;

/**
 * Grants at most $2 requests, and counts each at the price $7 (millionths of a dollar) from now on. Before, what
 * earlier ones cost beyond their price is added to the UTC day's money. An open breaker lets one probe through; its
 * outcome sets the next one, and if none is reported, the time $4 (seconds) does: so long a request takes at most.
 */
const GRANT_PERMITS = statement<{
  granted: number;
  is_probe: boolean;
  day: string;
  left_microusd: string | null;
}>(
  'grant-permits-of-platform',
  `update platform_gate g
   set tokens = ${TOKENS} - ${GRANTED},
     refilled_at = greatest(g.refilled_at, ${NOW}),
     granted = ${GRANTED},
     probe_at = case when g.breaker <> 'closed' and ${GRANTED} > 0 then ${NOW} + $4::float8 * interval '1 second'
       else g.probe_at end,
     ${BEGIN_DAY},
     spent_microusd = ${SPENT} + ${GRANTED} * $7::bigint,
     reserved_microusd = ${RESERVED} + ${GRANTED} * $7::bigint,
     reserved_until = case when ${GRANTED} > 0 then ${NOW} + $4::float8 * interval '1 second'
       else g.reserved_until end
   where g.platform = $1
   returning g.granted, g.breaker <> 'closed' as is_probe, g.spent_date::text as day,
     (g.cap_microusd - g.spent_microusd)::text as left_microusd`,
);

/** Returns a probe that sent nothing: the next worker with a run may send it. */
const RETURN_PROBE = statement<object>(
  'return-probe-of-platform',
  `update platform_gate
   set probe_at = ${NOW}
   where platform = $1 and breaker <> 'closed'`,
);

/** Writes nothing if nothing was wrong. */
const RECORD_SUCCESS = statement<object>(
  'note-success-of-platform',
  `update platform_gate
   set failures = 0, breaker = 'closed', probe_at = null, refused_accounts = '{}'
   where platform = $1 and (failures > 0 or breaker <> 'closed' or refused_accounts <> '{}')`,
);

const IS_OPENING = `(g.failures + 1 >= $4::int)`;
/** Doubles with each failed probe. */
const BACKOFF_SECONDS = 'least($6::float8, $5::float8 * power(2, greatest(0, g.failures + 1 - $4::int)))';

/**
 * Counts a failure; the $4th in a row opens the breaker as $2. Failures of requests that were under way when it opened
 * ($3 false) are not counted.
 */
const RECORD_FAILURE = statement<object>(
  'note-failure-of-platform',
  `update platform_gate g
   set failures = g.failures + 1,
     breaker = case when ${IS_OPENING} then $2 else g.breaker end,
     probe_at = case when ${IS_OPENING} then ${NOW} + ${BACKOFF_SECONDS} * interval '1 second' else g.probe_at end
   where g.platform = $1 and (g.breaker = 'closed' or $3::boolean)`,
);

/** Opens at once, for $2 seconds. */
const RECORD_DENIAL = statement<object>(
  'note-denial-of-platform',
  `update platform_gate g
   set failures = g.failures + 1, breaker = 'denied', probe_at = ${NOW} + $2::float8 * interval '1 second'
   where g.platform = $1`,
);

/** An entry for each refusal up to $7, and for each further account until the breaker opens. */
const REFUSED = `(case
       when cardinality(g.refused_accounts) >= $7::int
         and ($2::text = any (g.refused_accounts) or cardinality(g.refused_accounts) >= $7::int + $4::int)
       then g.refused_accounts
       else g.refused_accounts || $2::text
     end)`;
const REFUSED_COUNT = `(select count(distinct a.id) from unnest(${REFUSED}) as a (id))`;
const IS_REFUSING = `(${REFUSED_COUNT} >= $4::int
       or (cardinality(${REFUSED}) >= $7::int and ${REFUSED_COUNT} >= $8::int))`;

/** Accounts with an active project, of all accounts, counted up to $1: few of them decide by more questions. */
const COUNT_ASKING = statement<{ accounts: number }>(
  'count-accounts-that-ask',
  `select count(*)::int as accounts
   from (
     select account_id
     from project
     where archived_at is null
     group by account_id
     limit $1
   ) a`,
);

/**
 * Records that a question of the account $2 was refused, maybe for the question alone. The breaker opens as $6 for $5
 * seconds at the $4th account in a row, and where only $8 accounts ask, fewer than $4, at the $7th question in a row if
 * each of them had one. So one account's questions, however many, close the platform for no other account.
 */
const RECORD_FORBIDDEN = statement<object>(
  'note-forbidden-of-platform',
  `update platform_gate g
   set refused_accounts = ${REFUSED},
     breaker = case when ${IS_REFUSING} then $6 else g.breaker end,
     probe_at = case when ${IS_REFUSING} then ${NOW} + $5::float8 * interval '1 second' else g.probe_at end
   where g.platform = $1 and (g.breaker = 'closed' or $3::boolean)`,
);

/** Pauses for $2 seconds at least; a pause of the operator stays. */
const RECORD_RATE_LIMIT = statement<object>(
  'note-rate-limit-of-platform',
  `update platform_gate g
   set paused_until = greatest(coalesce(g.paused_until, '-infinity'), ${NOW} + $2::float8 * interval '1 second'),
     pause_reason = 'rate_limited'
   where g.platform = $1 and not (g.pause_reason = 'operator' and coalesce(g.paused_until > now(), false))`,
);

/** Writes the configured bounds, and that a worker with the platform's key runs for the next $5 seconds. */
const RECORD_HEARTBEAT = statement<object>(
  'stamp-gate-of-platform',
  `update platform_gate g
   set per_minute = $2, burst = $3, cap_microusd = $4, served_until = ${NOW} + $5::float8 * interval '1 second'
   where g.platform = $1`,
);

/**
 * The effect of a request on a platform's limits: a success, a failure of the platform, or a reason to ask nothing for
 * a while.
 */
export type LimitEffect =
  | { kind: 'none' }
  | { kind: 'success' }
  | { kind: 'failure' }
  | { kind: 'not_accepted'; accountId: string; mayConcernQuestion: boolean }
  | { kind: 'rate_limited'; retryAfterMs: number | null }
  | { kind: 'denied'; retryAfterMs: number | null }
  | { kind: 'forbidden'; accountId: string };

/** What a platform may be asked, by the configuration of a worker. */
export interface PlatformBounds {
  perMinute: number;
  /** Null: no bound. */
  microUsdPerDay: number | null;
}

export interface Wanted {
  requests: number;
  /** What each counts as until its cost is reported, in millionths of a dollar; at least 1. */
  microUsdEach: number;
  /** What earlier ones cost beyond what they were counted as. */
  correction: Correction | null;
}

export interface Permits {
  granted: number;
  /** Of the day's budget, these deducted; null: no bound. */
  leftMicroUsd: number | null;
  /** The UTC day that they are counted on, `YYYY-MM-DD`. */
  day: string;
  /** The one request that shows whether a platform that failed works again. */
  isProbe: boolean;
}

/** Failures in a row that open the breaker. */
const FAILURES_IN_A_ROW = 5;
/** Accounts whose questions are refused, maybe for the question alone, and none answered meanwhile, that open it. */
const REFUSED_ACCOUNTS = 3;
/** Such questions in a row that open it where fewer accounts ask, of each of these at least one. */
const REFUSED_QUESTIONS = 20;
/** Until the first probe of a failing platform; twice as long after each that fails. */
const FIRST_PROBE_MS = 30_000;
/** The longest such wait, and the interval of probes where the key, the money or the requests are at fault. */
const PROBE_MS_MAX = 600_000;
/**
 * When the next probe follows one whose outcome is never reported, as its worker died, and when what such requests
 * reserved counts as spent: longer than a request takes.
 */
const REQUEST_LOST_MS = 200_000;
/** The pause where a platform asks to wait and does not say how long. */
const RATE_PAUSE_MS = 60_000;
/** The longest pause that a platform may ask for. */
const PAUSE_BY_WORD_MS_MAX = 86_400_000;
/** How long a worker counts as running after its heartbeat, which it repeats each minute. */
const SERVED_MS = 180_000;
/** A bucket holds a tenth of a minute's requests, which may be sent at once; the sustained rate is lower by as much. */
const BURSTS_PER_MINUTE = 10;

/**
 * Grants up to `requests` that may be sent now; in any 60 seconds no more than the rate are granted to all processes
 * together. Each counts at its usual price from now on, so that a request whose process dies stays counted; what it
 * really cost is reported with a later call. Grants none where the platform is paused, its day's money is spent or
 * reserved, or its breaker is open and no probe is due.
 */
export async function permits(
  db: DatabaseSession,
  platform: Platform,
  { requests, microUsdEach, correction }: Wanted,
): Promise<Permits> {
  const { day = null, microUsd = 0, releasedMicroUsd = 0 } = correction ?? {};
  const values = [platform, requests, microUsd, REQUEST_LOST_MS / 1_000, day, releasedMicroUsd, microUsdEach];
  const [row] = await db.rows(GRANT_PERMITS, values);
  if (!row) throw new Error(`the limits of ${platform} have no row`);
  const { granted, is_probe: isProbe, left_microusd: left } = row;
  return { granted, isProbe, day: row.day, leftMicroUsd: left === null ? null : Number(left) };
}

/** Returns a probe that was granted and sent nothing. */
export async function returnProbe(db: DatabaseSession, platform: Platform): Promise<void> {
  await db.rows(RETURN_PROBE, [platform]);
}

/** Records the effect of a request on its platform's limits. */
export async function reportOutcome(db: DatabaseSession, platform: Platform, effect: LimitEffect, isProbe: boolean) {
  switch (effect.kind) {
    case 'none':
      return;
    case 'success':
      return void (await db.rows(RECORD_SUCCESS, [platform]));
    case 'failure':
      return recordFailure(db, platform, 'failing', isProbe, FIRST_PROBE_MS);
    case 'not_accepted':
      return effect.mayConcernQuestion
        ? recordRefusal(db, platform, 'misconfigured', effect.accountId, isProbe)
        : recordFailure(db, platform, 'misconfigured', isProbe, PROBE_MS_MAX);
    case 'rate_limited':
      return void (await db.rows(RECORD_RATE_LIMIT, [platform, secondsOf(effect.retryAfterMs ?? RATE_PAUSE_MS)]));
    case 'denied':
      return void (await db.rows(RECORD_DENIAL, [platform, secondsOf(effect.retryAfterMs ?? PROBE_MS_MAX)]));
    case 'forbidden':
      return recordRefusal(db, platform, 'denied', effect.accountId, isProbe);
    default:
      return effect satisfies never;
  }
}

/** Records that a worker with the platform's key runs, and the bounds of its configuration; the last one counts. */
export async function recordHeartbeat(
  db: DatabaseSession,
  platform: Platform,
  { perMinute, microUsdPerDay }: PlatformBounds,
): Promise<void> {
  const burst = Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
  await db.rows(RECORD_HEARTBEAT, [platform, perMinute, burst, microUsdPerDay, SERVED_MS / 1_000]);
}

async function recordFailure(
  db: DatabaseSession,
  platform: Platform,
  breaker: 'failing' | 'misconfigured',
  isProbe: boolean,
  firstProbeMs: number,
): Promise<void> {
  const values = [platform, breaker, isProbe, FAILURES_IN_A_ROW, firstProbeMs / 1_000, PROBE_MS_MAX / 1_000];
  await db.rows(RECORD_FAILURE, values);
}

/** Records that a question of one account was refused, maybe for the question alone. */
async function recordRefusal(
  db: DatabaseSession,
  platform: Platform,
  breaker: 'denied' | 'misconfigured',
  accountId: string,
  isProbe: boolean,
): Promise<void> {
  const [asking] = await db.rows(COUNT_ASKING, [REFUSED_ACCOUNTS]);
  const accounts = Math.max(1, asking?.accounts ?? 0);
  const pauseSeconds = secondsOf(PROBE_MS_MAX);
  const bounds = [REFUSED_ACCOUNTS, pauseSeconds, breaker, REFUSED_QUESTIONS, accounts];
  await db.rows(RECORD_FORBIDDEN, [platform, accountId, isProbe, ...bounds]);
}

function secondsOf(ms: number): number {
  return Math.min(ms, PAUSE_BY_WORD_MS_MAX) / 1_000;
}

/** The part of what is left of a platform's budget of a day that one account's requested runs may cost. */
const REQUEST_SHARE = 1 / 4;
/** When a run beyond it is looked at again: the operator may have raised the budget. Each day has its own share. */
const LOOK_AGAIN_MS = 3_600_000;

const MESSAGE = "Requested runs of the account have used their share of the platform's budget of the day.";

/** By the day's beginning $4: what requested runs cost that were asked since then; $3 is the day before. */
const COST_OF_REQUESTS = statement<{ micro_usd: string }>(
  'cost-of-requested-runs',
  `select coalesce(sum(cost_microusd), 0)::text as micro_usd
   from run
   where account_id = $1 and platform = $2 and occasion ${REQUESTED} and period_date >= $3::date
     and started_at >= $4::timestamptz`,
);

/** All of them at once: looked at one by one, they would keep other accounts waiting. */
const DEFER_REQUESTS = statement<object>(
  'defer-requested-runs',
  `update run
   set not_before = $5::timestamptz, reason = 'budget', message = $6
   where account_id = $1 and platform = $2 and occasion ${REQUESTED} and period_date >= $3::date
     and state = 'queued' and not_before <= $4::timestamptz`,
);

interface ShareOfRequests {
  accountId: string;
  platform: Platform;
  /** Of the platform's budget of the day, for all accounts; null: no bound. */
  leftMicroUsd: number | null;
  /** The schedule's time. */
  now: Date;
}

/**
 * Whether a requested run of an account may be asked: its requests have cost less than {@link REQUEST_SHARE} of what
 * the others leave of the day's budget. So however many accounts request runs, something is left for scheduled ones. If
 * not, all that wait do so until the next hour or UTC day, and say why.
 */
export async function mayAskRequested(db: DatabaseSession, share: ShareOfRequests): Promise<boolean> {
  const { accountId, platform, leftMicroUsd, now } = share;
  if (leftMicroUsd === null) return true;
  const today = Date.parse(`${toDay(now)}T00:00:00Z`);
  const dayBefore = toDay(new Date(today - 1));
  const [row] = await db.rows(COST_OF_REQUESTS, [accountId, platform, dayBefore, new Date(today)]);
  const used = Number(row?.micro_usd ?? 0);
  if (used < REQUEST_SHARE * (leftMicroUsd + used)) return true;
  const again = new Date(Math.min(now.getTime() + LOOK_AGAIN_MS, today + 24 * LOOK_AGAIN_MS));
  await db.rows(DEFER_REQUESTS, [accountId, platform, dayBefore, now, again, MESSAGE]);
  return false;
}

/** What a process has yet to report about requests that were granted on a UTC day, in millionths of a dollar. */
interface Correction {
  /** The day of the grants, `YYYY-MM-DD`. */
  day: string;
  /** What they cost beyond what was reserved for them; negative where they cost less. */
  microUsd: number;
  /** What is reserved for them no longer, as their cost is known or nothing was sent. */
  releasedMicroUsd: number;
}

/** Corrections of reservations, until they are reported: one of each platform, of the last day. */
export class Corrections {
  private readonly byPlatform = new Map<Platform, Correction>();

  /** A correction of an earlier day than the last is dropped: the money of that day bounds nothing any more. */
  add(platform: Platform, added: Correction): void {
    const kept = this.byPlatform.get(platform);
    if (kept && kept.day > added.day) return;
    if (!kept || kept.day < added.day) return void this.byPlatform.set(platform, added);
    this.byPlatform.set(platform, {
      day: kept.day,
      microUsd: kept.microUsd + added.microUsd,
      releasedMicroUsd: kept.releasedMicroUsd + added.releasedMicroUsd,
    });
  }

  /** Removes and returns what is to be reported of a platform. */
  take(platform: Platform): Correction | null {
    const kept = this.byPlatform.get(platform) ?? null;
    this.byPlatform.delete(platform);
    return kept;
  }
}
