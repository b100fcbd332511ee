import { IS_WANTED, PLACES } from '../../core/schedule/wanted-prompts.js';
import { statement } from '../../database/rows.js';
import type { Frequency, Platform, Tier } from '../../entities/vocabulary.js';

/**
 * Across accounts; reads only. Ties come in any order: everything due is planned, and sorting prompts that were woken
 * at one instant would read them all.
 */
export const FIND_DUE = statement<{ account_id: string; next_at: string }>(
  'find-due-prompts',
  `select account_id, next_at
   from prompt_schedule
   where next_at <= $1 and account_id <> all ($3::uuid[])
   order by next_at
   limit $2`,
);

export interface DueRow {
  prompt_id: string;
  project_id: string;
  next_at: string;
  monitoring_frequency: Frequency;
  platforms: Platform[];
  is_archived: boolean;
  is_wanted: boolean;
  place: number | null;
  place_of_frequency: number | null;
  tier: Tier;
}

/** All due prompts of an account. */
export const READ_DUE = statement<DueRow>(
  'read-due-prompts',
  `select s.prompt_id, q.project_id, s.next_at, q.monitoring_frequency, q.platforms,
     q.archived_at is not null or p.archived_at is not null as is_archived,
     ${IS_WANTED} as is_wanted,
     o.place, o.place_of_frequency, a.tier
   from prompt_schedule s
   join prompt q on q.account_id = $1 and q.id = s.prompt_id
   join project p on p.account_id = $1 and p.id = q.project_id
   join account a on a.account_id = $1
   left join ${PLACES} o on o.id = s.prompt_id
   where s.account_id = $1 and s.next_at <= $2
   order by s.prompt_id`,
);

export const RUNS_OF_PERIODS = statement<{ prompt_id: string; platform: Platform; period_date: string }>(
  'runs-of-periods',
  `select prompt_id, platform, period_date
   from run
   where account_id = $1 and prompt_id = any ($2::uuid[]) and period_date = any ($3::date[]) and occasion = 0
   order by prompt_id, platform, period_date`,
);

/**
 * Gives the account's daily runs that were planned at $2 and its weekly ones planned since $4 each other's places, the
 * daily ones first: so they pass runs of their own account, and no other account waits longer. A run that is being
 * claimed is left alone. $3 leaves out old partitions.
 */
export const PASS_WEEKLY = statement<object>(
  'pass-weekly-runs',
  `with own as (
     select r.prompt_id, r.platform, r.period_date, r.occasion, r.queue_at, q.monitoring_frequency as frequency
     from run r
     join prompt q on q.account_id = $1 and q.id = r.prompt_id
     where r.account_id = $1 and r.state = 'queued' and r.occasion = 0 and r.period_date >= $3::date
       and (q.monitoring_frequency = 'daily' and r.planned_at = $2::timestamptz
         or q.monitoring_frequency = 'weekly' and r.planned_at > $4::timestamptz)
     for update of r skip locked
   ), places as (
     select platform, queue_at, row_number() over (partition by platform order by queue_at) as place
     from own
   ), placed as (
     select prompt_id, platform, period_date, occasion,
       row_number() over (
         partition by platform order by frequency = 'weekly', queue_at, prompt_id, period_date
       ) as place
     from own
   )
   update run r
   set queue_at = p.queue_at
   from placed o
   join places p on p.platform = o.platform and p.place = o.place
   where r.account_id = $1 and r.prompt_id = o.prompt_id and r.platform = o.platform
     and r.period_date = o.period_date and r.occasion = o.occasion and r.state = 'queued'
     and r.queue_at <> p.queue_at`,
);

/**
 * Skips rows that are locked, or changed since they were read: they stay due, and are planned again. So a planner never
 * waits for one of the account's writes.
 */
const UNCHANGED = `select s.prompt_id, l.next_at
     from prompt_schedule s
     join json_to_recordset($2::json) as l (prompt_id uuid, due_at timestamptz, next_at timestamptz)
       on l.prompt_id = s.prompt_id and l.due_at = s.next_at
     where s.account_id = $1
     for update of s skip locked`;

export const ADVANCE = statement<object>(
  'advance-schedule',
  `with unchanged as (
     ${UNCHANGED}
   )
   update prompt_schedule s
   set next_at = u.next_at
   from unchanged u
   where s.account_id = $1 and s.prompt_id = u.prompt_id`,
);

export const LEAVE_SCHEDULE = statement<object>(
  'leave-schedule',
  `with unchanged as (
     ${UNCHANGED}
   )
   delete from prompt_schedule s
   using unchanged u
   where s.account_id = $1 and s.prompt_id = u.prompt_id`,
);
