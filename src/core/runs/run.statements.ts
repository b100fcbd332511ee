import { statement } from '../../database/rows.js';
import { IS_WANTED } from '../schedule/wanted-prompts.js';
import { RUN_COLUMNS, type RunRow } from './run.view.js';

/** The account's ($1) projects with the ids $2, archived or not: their runs stay. */
const OWNED = `project x
   where x.account_id = $1 and x.id = any ($2::uuid[])`;

/**
 * The runs `r` planned on the days $3 to $4, of a state ($5), some platforms ($6) and a prompt ($7) where these are not
 * null. A run is planned within its period, a week at most, so other partitions are not read.
 */
const CHOSEN = `r.account_id = $1 and r.project_id = x.id
       and r.planned_at >= $3::date::timestamp at time zone 'UTC'
       and r.planned_at < ($4::date + 1)::timestamp at time zone 'UTC'
       and r.period_date between $3::date - 6 and $4::date
       and ($5::text is null or r.state = $5)
       and ($6::text[] is null or r.platform = any ($6::text[]))
       and ($7::uuid is null or r.prompt_id = $7)`;

const ALL = 'run r';

/**
 * Those of one prompt ($7), read before the rest applies. Otherwise the planner follows the order of the list and reads
 * every run of the period for a prompt that has few: 20 ms in place of 1 in a project of 134,000 runs.
 */
const OF_PROMPT = `(
       select *
       from run
       where account_id = $1 and prompt_id = $7::uuid and period_date between $3::date - 6 and $4::date
       offset 0
     ) r`;

const KEY_OF_RUN = 'r.prompt_id, r.platform, r.period_date, r.occasion';

type PageRow = { owner_id: string } & (RunRow | { prompt_id: null });
type CountRow = { owner_id: string; total: number };

export const RUNS = statement<PageRow>('runs-of-projects', pageOf(ALL));
export const RUNS_OF_PROMPT = statement<PageRow>('runs-of-prompt', pageOf(OF_PROMPT));
export const COUNT_RUNS = statement<CountRow>('count-runs-of-projects', countOf(ALL));
export const COUNT_RUNS_OF_PROMPT = statement<CountRow>('count-runs-of-prompt', countOf(OF_PROMPT));

/** Newest first, then by key, after a position ($8 to $12); $13 of each project. */
function pageOf(source: string): string {
  return `select x.id as owner_id, r.*
   from (
     select x.account_id, x.id
     from ${OWNED}
   ) x
   left join lateral (
     select ${RUN_COLUMNS}
     from ${source}
     where ${CHOSEN}
       and r.planned_at <= coalesce($8::timestamptz, 'infinity')
       and ($8::timestamptz is null or r.planned_at < $8
         or (${KEY_OF_RUN}) > ($9::uuid, $10::text, $11::date, $12::smallint))
     order by r.planned_at desc, ${KEY_OF_RUN}
     limit $13
   ) r on true
   order by x.id, r.planned_at desc, ${KEY_OF_RUN}`;
}

function countOf(source: string): string {
  return `select x.id as owner_id, r.total
   from (
     select x.account_id, x.id
     from ${OWNED}
   ) x
   cross join lateral (
     select count(*)::int as total
     from ${source}
     where ${CHOSEN}
   ) r`;
}

/** The runs with some keys: $2 to $5 hold the parts of these. */
export const RUNS_BY_KEY = statement<RunRow>(
  'runs-by-key',
  `select ${RUN_COLUMNS}
   from unnest($2::uuid[], $3::text[], $4::date[], $5::smallint[]) with ordinality
     as k (prompt_id, platform, period_date, occasion, place)
   join run r on r.account_id = $1 and r.prompt_id = k.prompt_id and r.platform = k.platform
     and r.period_date = k.period_date and r.occasion = k.occasion
   order by k.place`,
);

type LastRow = { owner_id: string } & (RunRow | { prompt_id: null });

/**
 * The last planned run of each prompt ($2) on each platform ($3), in the platforms' order, of periods from $4 on. Its
 * period date is the newest one or up to six days older: a run of an older period was planned before the newest date.
 */
export const LAST_RUNS = statement<LastRow>(
  'last-runs-of-prompts',
  `select q.id as owner_id, r.*
   from prompt q
   left join lateral (
     select l.*, f.place
     from unnest($3::text[]) with ordinality as f (platform, place)
     cross join lateral (
       select n.period_date
       from run n
       where n.account_id = $1 and n.prompt_id = q.id and n.platform = f.platform
         and n.period_date >= $4::date
       order by n.period_date desc
       limit 1
     ) n
     cross join lateral (
       select ${RUN_COLUMNS}
       from run r
       where r.account_id = $1 and r.prompt_id = q.id and r.platform = f.platform
         and r.period_date between n.period_date - 6 and n.period_date
       order by r.planned_at desc, r.period_date desc, r.occasion desc
       limit 1
     ) l
   ) r on true
   where q.account_id = $1 and q.id = any ($2::uuid[])
   order by q.id, r.place`,
);

/** When each prompt ($2) is due next. */
export const NEXT_RUNS = statement<{ owner_id: string; next_at: string | null }>(
  'next-runs-of-prompts',
  `select q.id as owner_id, case when ${IS_WANTED} then s.next_at end as next_at
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id
   join account a on a.account_id = $1
   left join prompt_schedule s on s.account_id = $1 and s.prompt_id = q.id
   where q.account_id = $1 and q.id = any ($2::uuid[])`,
);

export interface MonitoringRow {
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
export const MONITORING = statement<MonitoringRow>(
  'monitoring-of-projects',
  `select p.id as owner_id, n.next_at, s.queued, s.running, s.failed_today, s.skipped_today,
     coalesce(s.last_at, (
       select r.finished_at
       from run r
       where r.account_id = $1 and r.project_id = p.id and r.state in ('accepted', 'failed')
         and r.planned_at < $3 and r.planned_at >= $6::date::timestamp at time zone 'UTC' and r.period_date >= $6::date
       order by r.planned_at desc, ${KEY_OF_RUN}
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
