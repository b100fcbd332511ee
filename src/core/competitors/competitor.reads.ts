import { statement } from '../../database/rows.js';
import type { DiscoveryMethod } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { bindProjects, type Context, refuseVisitor, seenRows } from '../context.js';
import { parse, uuid } from '../input.js';
import { percent } from '../metrics/shares.js';
import { listsByOwner, type OwnedRow } from '../pages.js';
import { daysBefore, toDay, toTimestamp } from '../time.js';
import type { CompetitorBrief, CompetitorView, ListedCompetitorView } from './competitor.schema.js';

/**
 * The competitors of one project (specification, section 4.4).
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function listCompetitors(ctx: Context, projectId: unknown): Promise<ListedCompetitorView[]> {
  const id = parse(uuid, projectId, 'projectId');
  const competitors = (await competitorsOfProjects(ctx, [id])).get(id);
  if (!competitors) throw await notFoundOrForbidden(ctx, 'project', id);
  return competitors;
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getCompetitor(ctx: Context, competitorId: unknown): Promise<CompetitorView> {
  const id = parse(uuid, competitorId, 'competitorId');
  const competitor = (await findCompetitors(ctx, [id])).get(id);
  if (!competitor) throw await notFoundOrForbidden(ctx, 'competitor', id);
  return competitor;
}

interface CompetitorBriefRow {
  id: string;
  name: string;
  website_url: string;
  discovery_method: DiscoveryMethod;
  created_at: string;
}

interface CompetitorRow extends CompetitorBriefRow {
  is_active: boolean;
  project_id: string;
  aliases: string[];
  description: string;
  updated_at: string;
}

/** Sums behind the aggregate fields; all null where the selected analysis did not look for the competitor. */
interface AggregateRow {
  total_mention_count: number | null;
  first_seen_at: string | null;
  last_seen_at: string | null;
  recent_responses: number | null;
  recent_naming_responses: number | null;
  recent_mentions: number | null;
  recent_tracked_mentions: number | null;
}

const COLUMNS = `c.id, c.project_id, c.name, c.aliases, c.website_url, c.description, c.discovery_method, c.is_active,
  c.created_at, c.updated_at`;

const FIND_COMPETITORS = statement<CompetitorRow>(
  'find-competitors',
  `select ${COLUMNS}
   from competitor c
   join project p on p.account_id = $1 and p.id = c.project_id and p.archived_at is null
   where c.account_id = $1 and c.id = any ($2::uuid[]) and c.removed_at is null`,
);

/** Those of the account's competitors, below unarchived projects, that `ids` name, by id. */
export async function findCompetitors(ctx: Context, ids: readonly string[]): Promise<Map<string, CompetitorView>> {
  refuseVisitor(ctx.caller);
  const found = await ctx.db.rows(FIND_COMPETITORS, [ctx.caller.accountId, ids]);
  return new Map(seenRows(ctx.caller, found).map((row) => [row.id, toCompetitorView(row)]));
}

/** Days before today that `visibility_score` and `market_share` look back on (decisions, "Metrics"). */
const RECENT_DAYS = 30;

/**
 * Competitors of projects with their aggregates: the last 30 days from the daily rollups ($3 to $4, both counted), all
 * history from the kept totals. A competitor that the selected analysis did not look for has nulls, never zeros, though
 * its name may have been discovered; nor do such mentions count in the shares of others. As the planner expects one
 * competitor, it joins sets of them row by row, which took 1.9 s for 3,000 and longer than 5 s before their first
 * statistics. So competitors and the sums of those named are brought together by grouping, what the analysis looked for
 * is asked of a hashed list, and a single row is looked up by its key (`limit 1` keeps that from becoming such a join).
 * Each subject's days are read by an index, not those of all names that were found.
 */
export const COMPETITORS_OF_PROJECTS = statement<OwnedRow<CompetitorRow & AggregateRow>>(
  'competitors-of-projects',
  `with scope as (
     select p.account_id, p.id as project_id, a.id as analysis_id, a.subjects,
       exists (
         select
         from daily_response r
         where r.account_id = $1 and r.project_id = p.id and r.analysis_id = a.id
       ) as has_answers
     from project p
     left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
     left join analysis a on a.account_id = $1 and a.id = s.analysis_id
     where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   ),
   recent as materialized (
     select x.project_id, sum(r.response_count)::int as responses
     from scope x
     join daily_response r on r.account_id = $1 and r.project_id = x.project_id
       and r.analysis_id = x.analysis_id and r.bucket_date between $3 and $4
     group by x.project_id
   ),
   sought as materialized (
     select (o.value ->> 'id')::uuid as subject_id
     from scope x
     cross join lateral jsonb_array_elements(x.subjects -> 'competitors') o
     where x.has_answers
   ),
   subject as materialized (
     select x.project_id, x.analysis_id, e.responses as recent_responses, c.id as competitor_id,
       coalesce(k.id, c.id) as subject_id, k.id in (select o.subject_id from sought o) as looked_for
     from scope x
     left join recent e on e.project_id = x.project_id
     left join competitor c on c.account_id = $1 and c.project_id = x.project_id and c.removed_at is null
     left join lateral (
       select k.id
       from competitor_candidate k
       where k.account_id = $1 and k.competitor_id = c.id
       order by k.created_at, k.id
       limit 1
     ) k on true
   ),
   wanted as (
     select x.account_id, x.project_id, x.analysis_id, x.project_id as subject_id
     from scope x
     union all
     select x.account_id, x.project_id, x.analysis_id, t.subject_id
     from scope x
     join subject t on t.project_id = x.project_id
     where t.looked_for
   ),
   named as materialized (
     select n.project_id, n.subject_id, m.responses, m.mentions
     from wanted n
     cross join lateral (
       select sum(m.response_count)::int as responses, sum(m.mention_count)::int as mentions
       from daily_mention m
       where m.account_id = $1 and m.project_id = n.project_id and m.analysis_id = n.analysis_id
         and m.subject_id = n.subject_id and m.bucket_date between $3 and $4
     ) m
   ),
   listed as (
     select f.project_id, f.subject_id, bool_or(f.is_listed) as is_listed, bool_or(f.looked_for) as looked_for,
       min(f.analysis_id::text)::uuid as analysis_id, min(f.competitor_id::text)::uuid as competitor_id,
       min(f.recent_responses) as recent_responses, min(f.responses) as responses, min(f.mentions) as mentions,
       (sum(min(f.mentions)) over (partition by f.project_id))::int as tracked_mentions
     from (
       select t.project_id, t.subject_id, true as is_listed, t.looked_for, t.analysis_id, t.competitor_id,
         t.recent_responses, null::int as responses, null::int as mentions
       from subject t
       union all
       select n.project_id, n.subject_id, null, null, null, null, null, n.responses, n.mentions
       from named n
     ) f
     group by f.project_id, f.subject_id
   )
   select j.project_id as owner_id, ${COLUMNS},
     case when j.looked_for then coalesce(w.mention_count, 0)::float8 end as total_mention_count,
     case when j.looked_for then w.first_seen_at end as first_seen_at,
     case when j.looked_for then w.last_seen_at end as last_seen_at,
     case when j.looked_for then coalesce(j.recent_responses, 0) end as recent_responses,
     case when j.looked_for then coalesce(j.responses, 0) end as recent_naming_responses,
     case when j.looked_for then coalesce(j.mentions, 0) end as recent_mentions,
     case when j.looked_for then coalesce(j.tracked_mentions, 0) end as recent_tracked_mentions
   from listed j
   left join lateral (
     select ${COLUMNS}
     from competitor c
     where c.account_id = $1 and c.id = j.competitor_id
     limit 1
   ) c on true
   left join lateral (
     select w.mention_count, w.first_seen_at, w.last_seen_at
     from mention_total w
     where w.account_id = $1 and w.project_id = j.project_id and w.analysis_id = j.analysis_id
       and w.subject_id = j.subject_id
     limit 1
   ) w on true
   where j.is_listed
   order by c.created_at, c.id`,
);

/**
 * Competitors with their aggregates, oldest first, by project; a project the account does not hold is not in the map.
 */
export async function competitorsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ListedCompetitorView[]>> {
  const today = toDay(ctx.clock.now());
  const values = [...bindProjects(ctx, projectIds), daysBefore(today, RECENT_DAYS), today];
  return listsByOwner(await ctx.db.rows(COMPETITORS_OF_PROJECTS, values), toListedCompetitorView);
}

/** The same list without the aggregates, which are most of its cost. */
export const PLAIN_COMPETITORS_OF_PROJECTS = statement<OwnedRow<CompetitorRow>>(
  'plain-competitors-of-projects',
  ofProjects(COLUMNS),
);

/** The same lists without the aggregates, which are most of the cost. */
export async function plainCompetitorsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, CompetitorView[]>> {
  const values = bindProjects(ctx, projectIds);
  return listsByOwner(await ctx.db.rows(PLAIN_COMPETITORS_OF_PROJECTS, values), toCompetitorView);
}

const COMPETITOR_BRIEFS_OF_PROJECTS = statement<OwnedRow<CompetitorBriefRow>>(
  'competitor-briefs-of-projects',
  ofProjects('c.id, c.name, c.website_url, c.discovery_method, c.created_at'),
);

/** The same lists in brief. */
export async function competitorBriefsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, CompetitorBrief[]>> {
  const values = bindProjects(ctx, projectIds);
  return listsByOwner(await ctx.db.rows(COMPETITOR_BRIEFS_OF_PROJECTS, values), toCompetitorBrief);
}

function ofProjects(columns: string): string {
  return `select p.id as owner_id, ${columns}
   from project p
   left join competitor c on c.account_id = $1 and c.project_id = p.id and c.removed_at is null
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by c.created_at, c.id`;
}

function toCompetitorView(row: CompetitorRow): CompetitorView {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    websiteUrl: row.website_url,
    description: row.description,
    discoveryMethod: row.discovery_method,
    isActive: row.is_active,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    aliases: row.aliases,
  };
}

function toCompetitorBrief(row: CompetitorBriefRow): CompetitorBrief {
  return {
    id: row.id,
    name: row.name,
    websiteUrl: row.website_url,
    discoveryMethod: row.discovery_method,
    createdAt: toTimestamp(row.created_at),
  };
}

function toListedCompetitorView(row: CompetitorRow & AggregateRow): ListedCompetitorView {
  const view: ListedCompetitorView = toCompetitorView(row);
  if (row.total_mention_count === null) return view;
  view.totalMentionsCount = row.total_mention_count;
  view.visibilityScore = percent(row.recent_naming_responses ?? 0, row.recent_responses ?? 0);
  view.marketShare = percent(row.recent_mentions ?? 0, row.recent_tracked_mentions ?? 0, 2);
  if (row.first_seen_at !== null) view.firstSeenAt = toTimestamp(row.first_seen_at);
  if (row.last_seen_at !== null) view.lastSeenAt = toTimestamp(row.last_seen_at);
  return view;
}
