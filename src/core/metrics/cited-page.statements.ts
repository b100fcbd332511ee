import { statement } from '../../database/rows.js';
import { IS_GAP, LEAD, MOVED, NAMED, NAMED_BY_MOVED, NAMINGS, ofMoved } from './gap.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';

export interface PageRow {
  project_id: string;
  total: number;
  /** Null on an empty page, as all that follows. */
  url: string | null;
  domain: string;
  response_count: number;
  first_seen_at: string;
  last_seen_at: string;
  naming_brand: number;
  naming_rival: number;
  is_gap: boolean;
}

function inOrder(row: string, lead: string): string {
  return `${lead}${row}.response_count desc, ${row}.url collate "C", ${row}.domain collate "C"`;
}

/**
 * Cited pages, of one domain ($8) where it is given: $9 and $10 are the projects and domains of the brand's own. The
 * empty grouping set is there for its plan, as in the list of domains.
 */
function pages(lead: (row: string) => string): string {
  return `with ${SCOPE},${MOVED},
   summed as (
     select x.project_id, f.domain, f.url, sum(f.response_count)::int as response_count,
       min(f.first_seen_at) as first_seen_at, max(f.last_seen_at) as last_seen_at, ${NAMINGS}
     from scope x
     cross join lateral (
       select r.domain, r.url, r.citation_count as response_count, r.first_seen_at, r.last_seen_at, ${NAMED}
       from daily_citation_url r
       where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
         and ($8::text is null or r.domain = $8)
       union all
       select c.domain, c.url, 0, null, null, ${NAMED_BY_MOVED}
       from moved a
       join answer_citation c on ${ofMoved('c')} and ($8::text is null or c.domain = $8)
       where a.project_id = x.project_id
     ) f
     group by grouping sets ((x.project_id, f.domain, f.url), ())
   ),
   cited as materialized (
     select s.*, ${LEAD} as lead, ${IS_GAP} as is_gap
     from summed s
     where s.url is not null and (not $11::boolean or ${IS_GAP} and not exists (
       select
       from unnest($9::uuid[], $10::text[]) as o (project_id, domain)
       where o.project_id = s.project_id and o.domain = s.domain
     ))
   )
   select x.project_id, (select count(*)::int from cited c where c.project_id = x.project_id) as total, g.url, g.domain,
     g.response_count, g.first_seen_at, g.last_seen_at, g.naming_brand, g.naming_rival, g.is_gap
   from scope x
   left join lateral (
     select *
     from cited c
     where c.project_id = x.project_id
     order by ${inOrder('c', lead('c'))}
     limit $6
     offset $7
   ) g on true
   order by x.project_id, ${inOrder('g', lead('g'))}`;
}

export const CITED_PAGES = statement<PageRow>(
  'cited-pages-of-projects',
  pages(() => ''),
);
export const CITED_PAGE_GAPS = statement<PageRow>(
  'cited-page-gaps-of-projects',
  pages((row) => `${row}.lead desc, `),
);
