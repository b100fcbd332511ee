import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { flag, platforms } from '../input.js';
import { first } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { type PromptFilter, promptFilter } from '../prompt-filters/prompt-filter.js';
import { namingRival } from './cited-facts.js';
import { IS_GAP, LEAD } from './gap.js';
import { IN_SCOPE, type Period, periodInput, SCOPE } from './metric-query.js';

interface SearchRow {
  project_id: string;
  total: number;
  /** Null on an empty page, as all that follows. */
  query: string | null;
  response_count: number;
  naming_brand: number;
  naming_rival: number;
  is_gap: boolean;
  platforms: Platform[];
  /** Null where it is not asked for. */
  prompt_count: number | null;
}

function inOrder(row: string, lead: string): string {
  return `${lead}${row}.response_count desc, ${row}.query collate "C", ${row}.query_hash`;
}

/** Of each platform, whether it is among those of the rows `f` of a group: cheaper than a sorted list of them. */
const PLATFORMS_OF = PLATFORMS.map((platform) => `bool_or(f.platform = '${platform}') as of_${platform}`).join(', ');
const OF_PLATFORMS = PLATFORMS.map((platform) => `case when g.of_${platform} then '${platform}' end`).join(', ');

/** Which answer a search was for. */
const ANSWER = '(x.project_id, s.bucket_date, s.answer_id)';

/**
 * Queries by their folded text, of responses that the analysis has read. An answer has a query once, so rows are
 * responses. Competitors are those tracked now: facts are read, not rollups. Lists are looked up in hashes, as values
 * or from within a `case`: joined, the planner, which expects one row of a list, and of a table without statistics,
 * would compare each with each. The empty grouping set is there for its plan, as in the list of domains. Prompts are
 * counted for the page alone, where they are wanted ($9). Questions are chosen by $10 to $12.
 */
function searches(lead: (row: string) => string): string {
  return `with ${SCOPE},
   ${namingRival('rivals')},
   readings as materialized (
     select x.project_id, r.bucket_date, r.answer_id, r.is_brand_named as brand
     from scope x
     join answer_reading r
       on ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[])) and ${ofQuestions(10)}
   ),
   searched as materialized (
     select x.project_id, s.query_hash, s.query, s.platform, s.bucket_date, s.answer_id,
       ${ANSWER} in (select n.project_id, n.bucket_date, n.answer_id from readings n) as is_counted,
       ${ANSWER} in (select n.project_id, n.bucket_date, n.answer_id from readings n where n.brand) as brand,
       ${ANSWER} in (select n.project_id, n.bucket_date, n.answer_id from rivals n) as rival
     from scope x
     join answer_search s on s.account_id = $1 and s.project_id = x.project_id and s.bucket_date between $3 and $4
       and ($5::text[] is null or s.platform = any ($5::text[]))
   ),
   summed as (
     select f.project_id, f.query_hash, min(f.query collate "C") as query, count(*)::int as response_count,
       (count(*) filter (where f.brand))::int as naming_brand, (count(*) filter (where f.rival))::int as naming_rival,
       (count(*) filter (where f.rival and not f.brand))::int as rival_alone, ${PLATFORMS_OF}
     from searched f
     where f.is_counted
     group by grouping sets ((f.project_id, f.query_hash), ())
   ),
   listed as materialized (
     select s.*, ${LEAD} as lead, ${IS_GAP} as is_gap
     from summed s
     where s.query_hash is not null and (not $8::boolean or ${IS_GAP})
   ),
   page as materialized (
     select x.project_id as owner, (select count(*)::int from listed l where l.project_id = x.project_id) as total, g.*
     from scope x
     left join lateral (
       select *
       from listed l
       where l.project_id = x.project_id
       order by ${inOrder('l', lead('l'))}
       limit $6
       offset $7
     ) g on true
   ),
   asked as materialized (
     select f.project_id, f.query_hash, count(distinct a.prompt_id)::int as prompt_count
     from searched f
     join answer a on a.account_id = $1 and a.project_id = f.project_id and a.bucket_date = f.bucket_date
       and a.id = f.answer_id and a.bucket_date between $3 and $4
     where case when $9::boolean and f.is_counted then (f.project_id, f.query_hash) in (
       select g.project_id, g.query_hash from page g
     ) else false end
     group by f.project_id, f.query_hash
   )
   select g.owner as project_id, g.total, g.query, g.response_count, g.naming_brand, g.naming_rival, g.is_gap,
     array_remove(array[${OF_PLATFORMS}], null) as platforms,
     (
       select a.prompt_count from asked a where a.project_id = g.project_id and a.query_hash = g.query_hash
     ) as prompt_count
   from page g
   order by g.owner, ${inOrder('g', lead('g'))}`;
}

export const SEARCHES = statement<SearchRow>(
  'searches-of-projects',
  searches(() => ''),
);
const SEARCH_GAPS = statement<SearchRow>(
  'search-gaps-of-projects',
  searches((row) => `${row}.lead desc, `),
);

export const searchesInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  where: promptFilter.optional(),
  gaps: flag.default(false),
  first,
});

/** What platforms searched the web for, with what the responses that they wrote then name. */
export interface SearchView {
  /** As it was first spelled by code point, of queries that differ in letter case alone. */
  query: string;
  /** Accepted responses for which it was searched. */
  responseCount: number;
  namingBrandCount: number;
  /** Those that name at least one tracked competitor. */
  namingCompetitorCount: number;
  /** Those that searched for it, in their usual order. */
  platforms: Platform[];
  /** Prompts that it was searched for, archived ones included; 0 where it is not asked for. */
  promptCount: number;
  /** As of a cited domain, of the responses for which it was searched. */
  isGap: boolean;
}

interface SearchesQuery {
  period: Period;
  filter: {
    platforms: readonly Platform[] | undefined;
    /** Only answers to these prompts. */
    where?: PromptFilter | undefined;
    /** Gaps alone, the widest first. */
    gaps: boolean;
    limit: number;
    offset: number;
  };
  /** Whether the prompts are counted, for which each response of the page's queries is looked up. */
  withPrompts: boolean;
}

/** A page of the searches of each project that the account holds: those of most responses first, then by query. */
export async function searchesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter: { platforms, where, gaps, limit, offset }, withPrompts }: SearchesQuery,
): Promise<Map<string, { entries: SearchView[]; total: number }>> {
  const place = [...bindProjects(ctx, projectIds), period.from, period.to, platforms ?? null, limit, offset];
  const values = [...place, gaps, withPrompts, ...(await bindQuestions(ctx, projectIds, period, { where }))];
  const pages = new Map<string, { entries: SearchView[]; total: number }>();
  for (const row of await ctx.db.rows(gaps ? SEARCH_GAPS : SEARCHES, values)) {
    const page = pages.get(row.project_id) ?? { entries: [], total: row.total };
    pages.set(row.project_id, page);
    if (row.query !== null) page.entries.push(toSearch(row, row.query));
  }
  return pages;
}

function toSearch(row: SearchRow, query: string): SearchView {
  return {
    query,
    responseCount: row.response_count,
    namingBrandCount: row.naming_brand,
    namingCompetitorCount: row.naming_rival,
    platforms: row.platforms,
    promptCount: row.prompt_count ?? 0,
    isGap: row.is_gap,
  };
}
