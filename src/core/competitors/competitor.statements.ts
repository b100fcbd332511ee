import { statement } from '../../database/rows.js';
import type { OwnedRow } from '../owned-list.js';
import type { AggregateRow, CompetitorBriefRow, CompetitorRow } from './competitor.view.js';

const COLUMNS = `c.id, c.project_id, c.name, c.aliases, c.website_url, c.description, c.discovery_method, c.is_active,
  c.created_at, c.updated_at`;

/**
 * Competitors of projects with their aggregates: the last 30 days from the daily rollups ($3 to $4, both counted), all
 * history from the kept totals. A competitor that the selected analysis did not look for has nulls, never zeros, though
 * its name may have been discovered; nor do such mentions count in the shares of others.
 * The sums are kept from being done anew for each competitor, which the planner does as it expects one: 21 ms, not 4 to 7, for
 * 20 projects with 5 each.
 */
export const COMPETITORS_OF_PROJECTS = statement<OwnedRow<CompetitorRow & AggregateRow>>(
  'competitors-of-projects',
  `with scope as (
     select p.account_id, p.id as project_id, a.id as analysis_id, a.subjects,
       exists (
         select
         from daily_response r
         where r.account_id = p.account_id and r.project_id = p.id and r.analysis_id = a.id
       ) as has_answers
     from project p
     left join analysis_selection s on s.account_id = p.account_id and s.project_id = p.id
     left join analysis a on a.account_id = s.account_id and a.id = s.analysis_id
     where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   ),
   recent as materialized (
     select x.project_id, sum(r.response_count)::int as responses
     from scope x
     join daily_response r on r.account_id = x.account_id and r.project_id = x.project_id
       and r.analysis_id = x.analysis_id and r.bucket_date between $3 and $4
     group by x.project_id
   ),
   subject as (
     select c.account_id, c.project_id, c.id as competitor_id, k.id as subject_id,
       x.has_answers
         and x.subjects -> 'competitors' @> jsonb_build_array(jsonb_build_object('id', k.id)) as looked_for
     from scope x
     join competitor c on c.account_id = x.account_id and c.project_id = x.project_id and c.removed_at is null
     join competitor_candidate k on k.account_id = c.account_id and k.competitor_id = c.id
   ),
   named as materialized (
     select x.project_id, m.subject_id, sum(m.response_count)::int as responses, sum(m.mention_count)::int as mentions
     from scope x
     join daily_mention m on m.account_id = x.account_id and m.project_id = x.project_id
       and m.analysis_id = x.analysis_id and m.bucket_date between $3 and $4
     where m.subject_id = x.project_id or m.subject_id in (select t.subject_id from subject t where t.looked_for)
     group by x.project_id, m.subject_id
   ),
   tracked as materialized (
     select n.project_id, sum(n.mentions)::int as mentions
     from named n
     group by n.project_id
   )
   select x.project_id as owner_id, ${COLUMNS},
     case when t.looked_for then coalesce(w.mention_count, 0)::float8 end as total_mention_count,
     case when t.looked_for then w.first_seen_at end as first_seen_at,
     case when t.looked_for then w.last_seen_at end as last_seen_at,
     case when t.looked_for then coalesce(e.responses, 0) end as recent_responses,
     case when t.looked_for then coalesce(n.responses, 0) end as recent_naming_responses,
     case when t.looked_for then coalesce(n.mentions, 0) end as recent_mentions,
     case when t.looked_for then coalesce(g.mentions, 0) end as recent_tracked_mentions
   from scope x
   left join competitor c on c.account_id = x.account_id and c.project_id = x.project_id and c.removed_at is null
   left join subject t on t.account_id = c.account_id and t.competitor_id = c.id
   left join recent e on e.project_id = x.project_id
   left join named n on n.project_id = x.project_id and n.subject_id = t.subject_id
   left join tracked g on g.project_id = x.project_id
   left join mention_total w on w.account_id = x.account_id and w.project_id = x.project_id
     and w.analysis_id = x.analysis_id and w.subject_id = t.subject_id
   order by c.created_at, c.id`,
);

/** The same list without the aggregates, which are most of its cost. */
export const PLAIN_COMPETITORS_OF_PROJECTS = statement<OwnedRow<CompetitorRow>>(
  'plain-competitors-of-projects',
  ofProjects(COLUMNS),
);

export const COMPETITOR_BRIEFS_OF_PROJECTS = statement<OwnedRow<CompetitorBriefRow>>(
  'competitor-briefs-of-projects',
  ofProjects('c.id, c.name, c.website_url, c.discovery_method, c.is_active, c.created_at'),
);

export const FIND_COMPETITORS = statement<CompetitorRow>(
  'find-competitors',
  `select ${COLUMNS}
   from competitor c
   join project p on p.account_id = c.account_id and p.id = c.project_id and p.archived_at is null
   where c.account_id = $1 and c.id = any ($2::uuid[]) and c.removed_at is null`,
);

function ofProjects(columns: string): string {
  return `select p.id as owner_id, ${columns}
   from project p
   left join competitor c on c.account_id = p.account_id and c.project_id = p.id and c.removed_at is null
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by c.created_at, c.id`;
}
