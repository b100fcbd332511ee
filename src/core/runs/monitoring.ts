import { statement } from '../../database/rows.js';
import { bindPrompts } from '../access/project-limit.js';
import { bindProjects, type Context } from '../context.js';
import { IS_WANTED } from '../schedule/wanted-prompts.js';
import { daysBefore, toDay, toTimestamp } from '../time.js';

/** The state of a project's monitoring. */
export interface MonitoringView {
  /** When the first of its prompts is due; null where none will be planned. */
  nextRunAt: string | null;
  /** When a run last ended, accepted or failed, of those of {@link LAST_RUN_DAYS} days; null where none did. */
  lastRunAt: string | null;
  queued: number;
  running: number;
  /** On the present UTC day, as the next. */
  failedToday: number;
  skippedToday: number;
}

/** How far back the last run is searched. */
export const LAST_RUN_DAYS = 90;

/** A period has seven days at most, so every run under way was planned within them. */
const RECENT_DAYS = 8;

/** The first day on which a last run may have been planned. */
export function earliestLastRun({ clock }: Context): string {
  return daysBefore(toDay(clock.now()), LAST_RUN_DAYS);
}

interface MonitoringRow {
  owner_id: string;
  next_at: string | null;
  last_at: string | null;
  queued: number;
  running: number;
  failed_today: number;
  skipped_today: number;
}

/** The runs `r` of project `p` whose period begins on the day $4 or later, planned from the instant $3 on. */
const RECENT = `r.account_id = $1 and r.project_id = p.id and r.planned_at >= $3
       and r.period_date >= $4::date`;

/**
 * The state of projects' monitoring; today begins at $5. Every queued or running run was planned within the last week
 * ($3, $4), and usually so was the last one that ended. Where it was not, it is searched from the day $6 on, newest
 * first.
 */
const MONITORING = statement<MonitoringRow>(
  'monitoring-of-projects',
  `select p.id as owner_id, n.next_at, s.queued, s.running, s.failed_today, s.skipped_today,
     coalesce(s.last_at, (
       select r.finished_at
       from run r
       where r.account_id = $1 and r.project_id = p.id and r.state in ('accepted', 'failed')
         and r.planned_at < $3 and r.planned_at >= $6::date::timestamp at time zone 'UTC' and r.period_date >= $6::date
       order by r.planned_at desc, r.prompt_id, r.platform, r.period_date, r.occasion
       limit 1
     )) as last_at
   from project p
   join account a on a.account_id = $1
   cross join lateral (
     select min(s.next_at) as next_at
     from prompt q
     join prompt_schedule s on s.account_id = $1 and s.prompt_id = q.id
     where q.account_id = $1 and q.project_id = p.id and ${IS_WANTED}
   ) n
   cross join lateral (
     select count(*) filter (where r.state = 'queued')::int as queued,
       count(*) filter (where r.state = 'running')::int as running,
       count(*) filter (where r.state = 'failed' and r.finished_at >= $5)::int as failed_today,
       count(*) filter (
         where r.state = 'skipped' and coalesce(r.finished_at, r.planned_at) >= $5
       )::int as skipped_today,
       max(r.finished_at) filter (where r.state in ('accepted', 'failed')) as last_at
     from run r
     where ${RECENT}
   ) s
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** The state of monitoring of each of the account's projects, archived ones included, by project. */
export async function monitoringOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, MonitoringView>> {
  const today = toDay(ctx.clock.now());
  const values = [
    ...bindProjects(ctx, projectIds),
    ...[startOf(daysBefore(today, RECENT_DAYS)), daysBefore(today, 2 * RECENT_DAYS), startOf(today)],
    earliestLastRun(ctx),
  ];
  const found = await ctx.db.rows(MONITORING, values);
  return new Map(found.map((row) => [row.owner_id, toMonitoringView(row)]));
}

/** When each prompt ($2) is due next. */
const NEXT_RUNS = statement<{ owner_id: string; next_at: string | null }>(
  'next-runs-of-prompts',
  `select q.id as owner_id, case when ${IS_WANTED} then s.next_at end as next_at
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id
   join account a on a.account_id = $1
   left join prompt_schedule s on s.account_id = $1 and s.prompt_id = q.id
   where q.account_id = $1 and q.id = any ($2::uuid[])`,
);

/**
 * When each of the account's prompts is due next, by prompt: null where it will not be planned, because it, its project
 * or the subscription is inactive, paused or archived. A past instant means due at once.
 */
export async function nextRunsOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, { nextRunAt: string | null }>> {
  const found = await ctx.db.rows(NEXT_RUNS, await bindPrompts(ctx, promptIds));
  return new Map(found.map(({ owner_id, next_at }) => [owner_id, { nextRunAt: toInstant(next_at) }]));
}

function toMonitoringView(row: MonitoringRow): MonitoringView {
  return {
    nextRunAt: toInstant(row.next_at),
    lastRunAt: toInstant(row.last_at),
    queued: row.queued,
    running: row.running,
    failedToday: row.failed_today,
    skippedToday: row.skipped_today,
  };
}

function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}

function toInstant(text: string | null): string | null {
  return text === null ? null : toTimestamp(text);
}
