import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';

/** What every row says: which project, platform and UTC day its measures are about. */
export interface DailyKey {
  project_id: string;
  project_name: string;
  platform: Platform;
  date: string;
}

/** Ids that were asked for and are not the account's stand beside the rows, and alone where there are none. */
export type DailyRow<Measures> = { missing: string[] | null } & ((DailyKey & Measures) | { project_id: null });

const RESPONSES = 'r.response_count, r.brand_mention_count';

export const VISIBILITY_DAILY: Statement<DailyRow<{ response_count: number; brand_mention_count: number }>> = statement(
  'visibility-daily',
  daily('daily_response', RESPONSES),
);

export const SENTIMENT_DAILY: Statement<
  DailyRow<{ positive: number; neutral: number; negative: number; mixed: number }>
> = statement('sentiment-daily', daily('daily_response', 'r.positive, r.neutral, r.negative, r.mixed'));

export const MENTIONS_DAILY: Statement<
  DailyRow<{
    subject_id: string;
    competitor_id: string | null;
    name: string;
    mention_count: number;
    response_count: number;
  }>
> = statement(
  'mentions-daily',
  daily(
    'daily_mention',
    `r.subject_id, k.competitor_id, r.mention_count, r.response_count,
       case when r.subject_id = x.project_id then x.brand_name else k.name end as name`,
    'r.subject_id',
    'left join competitor_candidate k on k.account_id = x.account_id and k.id = r.subject_id',
  ),
);

export const CITATIONS_DAILY: Statement<DailyRow<{ domain: string; citation_count: number; response_count: number }>> =
  statement('citations-daily', daily('daily_citation', 'r.domain, r.citation_count, r.response_count', 'r.domain'));

/** The measures of the other tables beside the responses that they come from. */
export const RESPONSES_DAILY: Statement<
  DailyRow<{ response_count: number; brand_mention_count: number; mention_count: number; citation_count: number }>
> = statement(
  'responses-daily',
  daily(
    'daily_response',
    `${RESPONSES},
     coalesce((
       select m.mention_count
       from daily_mention m
       where ${sameBucket('m')} and m.subject_id = x.project_id
     ), 0) as mention_count,
     coalesce((
       select sum(c.citation_count)
       from daily_citation c
       where ${sameBucket('c')}
     ), 0)::int as citation_count`,
  ),
);

/**
 * Rows of a daily rollup `r`: $2 the projects, or null for all unarchived ones; $6 and $7 page all rows together. They
 * come in the order of the rollup's key, so that a page reads little more than itself.
 */
function daily(table: string, measures: string, detail?: string, join = ''): string {
  const order = ['x.project_id', 'r.bucket_date', 'r.platform', ...(detail ? [detail] : [])].join(', ');
  return `with scope as (
     select p.account_id, p.id as project_id, p.name, p.brand_name, s.analysis_id
     from project p
     join analysis_selection s on s.account_id = p.account_id and s.project_id = p.id
     where p.account_id = $1 and (p.id = any ($2::uuid[]) or $2 is null and p.archived_at is null)
   ),
   page as (
     select row_number() over (order by ${order}) as place, x.project_id, x.name as project_name, r.platform,
       r.bucket_date as date, ${measures}
     from scope x
     join ${table} r on r.account_id = x.account_id and r.project_id = x.project_id and r.analysis_id = x.analysis_id
       and r.bucket_date between $3 and $4
     ${join}
     where $5::text[] is null or r.platform = any ($5)
     order by ${order}
     limit $6
     offset $7
   )
   select (
     select array_agg(i.id)
     from unnest($2::uuid[]) as i (id)
     where not exists (select from project p where p.account_id = $1 and p.id = i.id)
   ) as missing, page.*
   from (select) one
   left join page on true
   order by page.place`;
}

function sameBucket(other: string): string {
  return ['account_id', 'project_id', 'analysis_id', 'bucket_date', 'platform']
    .map((column) => `${other}.${column} = r.${column}`)
    .join(' and ');
}
