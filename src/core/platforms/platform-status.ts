import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { type Context, refuseVisitor } from '../context.js';
import { toTimestamp } from '../time.js';
import { MICRO_USD, SPENT_TODAY, SPENT_YESTERDAY, sumOfToday, TODAY } from './platform-budget.js';

/** Whether a platform is asked now, or what keeps it from being asked. */
export const PLATFORM_STATES = [
  'ready',
  'paused',
  'rate_limited',
  'failing',
  'denied',
  'misconfigured',
  'over_budget',
  'not_configured',
] as const;
export type PlatformState = (typeof PLATFORM_STATES)[number];

/** The state of a platform, the same for every account. */
export interface PlatformStatusView {
  platform: Platform;
  /** Whether a worker with the platform's key ran within the last three minutes. */
  isConfigured: boolean;
  state: PlatformState;
  /** A sentence for people; null where the platform is ready. */
  reason: string | null;
  /** When it is asked or tried again; null where it is ready or that is unknown. */
  pausedUntil: string | null;
}

/** As the operator sees it: with what was spent on the UTC day, in US dollars, and on the day before. */
export interface PlatformLimitsView extends PlatformStatusView {
  spentTodayUsd: number;
  spentYesterdayUsd: number;
  /** Null: no bound. */
  budgetUsd: number | null;
}

interface PlatformLimitsRow {
  platform: Platform;
  state: PlatformState;
  /** Null also where only the operator ends the pause. */
  opens_at: string | null;
  opens_in_ms: number | null;
  spent_microusd: string;
  spent_before_microusd: string;
  cap_microusd: string | null;
}

const REASONS: Readonly<Record<PlatformState, string | null>> = {
  ready: null,
  paused: 'The operator paused it.',
  rate_limited: 'It asks for pauses between requests.',
  failing: 'It failed several times in a row and is retried from time to time.',
  denied: "It does not accept the service's key, or the service's credit with it is used up.",
  misconfigured: "It did not accept the service's requests several times in a row.",
  over_budget: 'Its daily budget is used up. It is asked again tomorrow (UTC).',
  not_configured: 'The service has no key for it, or no worker is running.',
};

/** One view for each platform, in their usual order. */
function toViews(rows: readonly PlatformLimitsRow[]): PlatformLimitsView[] {
  return PLATFORMS.flatMap((platform) => rows.filter((row) => row.platform === platform)).map((row) => ({
    platform: row.platform,
    isConfigured: row.state !== 'not_configured',
    state: row.state,
    reason: REASONS[row.state],
    pausedUntil: row.opens_at === null ? null : toTimestamp(row.opens_at),
    spentTodayUsd: Number(row.spent_microusd) / MICRO_USD,
    spentYesterdayUsd: Number(row.spent_before_microusd) / MICRO_USD,
    budgetUsd: row.cap_microusd === null ? null : Number(row.cap_microusd) / MICRO_USD,
  }));
}

/** Not where only requests under way hold the rest: they cost less than is reserved for them, as a rule. */
const IS_OVER_BUDGET = `(coalesce(${SPENT_TODAY} >= g.cap_microusd, false)
       and (${SPENT_TODAY} - ${sumOfToday('reserved_microusd')} >= g.cap_microusd
         or coalesce(g.reserved_until <= now(), true)))`;

/** What keeps a platform from being asked; the first that holds is returned. */
const STATE = `case
     when g.served_until is null or g.served_until <= now() then 'not_configured'
     when g.paused_until > now() and g.pause_reason = 'operator' then 'paused'
     when g.breaker <> 'closed' then g.breaker
     when ${IS_OVER_BUDGET} then 'over_budget'
     when g.paused_until > now() then 'rate_limited'
     else 'ready'
   end`;

export const PLATFORM_STATES_NOW = statement<PlatformLimitsRow>(
  'states-of-platforms',
  `select s.platform, s.state, case when isfinite(s.opens_at) then s.opens_at end::text as opens_at,
     case when isfinite(s.opens_at) then greatest(0, ceil(extract(epoch from s.opens_at - now()) * 1000))::float8 end
       as opens_in_ms,
     s.spent_microusd::text, s.spent_before_microusd::text, s.cap_microusd::text
   from (
     select g.platform, g.state, g.cap_microusd,
       g.spent_microusd, g.spent_before_microusd,
       case
         when g.state in ('paused', 'rate_limited') then g.paused_until
         when g.state in ('failing', 'denied', 'misconfigured') then greatest(g.probe_at, g.paused_until)
         when g.state = 'over_budget' then (${TODAY} + 1)::timestamp at time zone 'UTC'
       end as opens_at
     from (
       select g.platform, g.paused_until, g.probe_at, ${SPENT_TODAY} as spent_microusd,
         ${SPENT_YESTERDAY} as spent_before_microusd, g.cap_microusd, ${STATE} as state
       from platform_gate g
     ) g
   ) s
   order by s.platform`,
);

/** For $2 seconds, or without an end where that is null. */
const PAUSE_PLATFORM = statement<object>(
  'pause-platform',
  `update platform_gate
   set paused_until = coalesce(now() + $2::float8 * interval '1 second', 'infinity'), pause_reason = 'operator'
   where platform = $1`,
);

/** Ends everything that keeps the platform from being asked, except its budget. */
const RESUME_PLATFORM = statement<object>(
  'resume-platform',
  `update platform_gate
   set paused_until = null, pause_reason = null, breaker = 'closed', failures = 0, probe_at = null,
     refused_accounts = '{}'
   where platform = $1`,
);

/** The longest pause with an end; a pause without one ends with `resumePlatform` alone. */
export const PAUSE_MS_MAX = 366 * 86_400_000;

/** Whether each platform is asked now, and if not, why: the same for every account, without what was spent. */
export async function platformStatus({ db, caller }: Context): Promise<PlatformStatusView[]> {
  refuseVisitor(caller);
  const views = await listPlatformLimits(db);
  return views.map(({ platform, isConfigured, state, reason, pausedUntil }) => ({
    platform,
    isConfigured,
    state,
    reason,
    pausedUntil,
  }));
}

/** As {@link platformStatus}, with what the day has cost and its budget. */
export async function listPlatformLimits(db: DatabaseSession): Promise<PlatformLimitsView[]> {
  return toViews(await db.rows(PLATFORM_STATES_NOW, []));
}

/**
 * Stops asking a platform, in all processes, for some time or until it is resumed. Calls under way end normally. Runs
 * are still planned, and wait. @param forMs at most `PAUSE_MS_MAX`; null: until `resumePlatform`.
 */
export async function pausePlatform(db: DatabaseSession, platform: Platform, forMs: number | null): Promise<void> {
  await db.rows(PAUSE_PLATFORM, [platform, forMs === null ? null : forMs / 1_000]);
}

/** Asks a platform again from now on: ends any pause, closes the breaker and clears the counted failures. */
export async function resumePlatform(db: DatabaseSession, platform: Platform): Promise<void> {
  await db.rows(RESUME_PLATFORM, [platform]);
}

/** How the platforms call themselves, for sentences. */
export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  chatgpt: 'ChatGPT',
  perplexity: 'Perplexity',
  claude: 'Claude',
  gemini: 'Gemini',
};

/** By the database's clock, as workers' heartbeats are. */
const CONFIGURED_PLATFORMS = statement<{ platform: Platform }>(
  'configured-platforms',
  `select platform
   from platform_gate
   where served_until > now()
   order by platform`,
);

/** The platforms for which a worker has a key. */
export async function configuredPlatforms(db: DatabaseSession): Promise<Set<Platform>> {
  return new Set((await db.rows(CONFIGURED_PLATFORMS, [])).map(({ platform }) => platform));
}
