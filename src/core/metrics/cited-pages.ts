import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { flag, platforms } from '../input.js';
import { first } from '../pages.js';
import { bindQuestions } from '../prompt-filters/chosen-questions.js';
import { type PromptFilter, promptFilter } from '../prompt-filters/prompt-filter.js';
import { toTimestamp } from '../time.js';
import { citedDomain, type Naming } from './citations.js';
import { citedFacts, NAMING_FACTS } from './cited-facts.js';
import { IS_GAP, LEAD, MOVED, NAMED, NAMED_BY_MOVED, NAMINGS, ofMoved } from './gap.js';
import { IN_SCOPE, type Period, periodInput, SCOPE } from './metric-query.js';
import { type Ownership, type OwnershipOf, ownedDomainsOfProjects, ownershipOfProjects } from './ownership.js';

interface PageRow {
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

/** Pages with their sums on days, whatever was asked. */
const BY_DAYS = `${MOVED},
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
   )`;

/** Pages of the answers to some questions ($12 to $14); an answer cites a page once. */
const OF_QUESTIONS = `${citedFacts(12)}
   summed as (
     select f.project_id, f.domain, f.url, count(*)::int as response_count, min(f.answered_at) as first_seen_at,
       max(f.answered_at) as last_seen_at, ${NAMING_FACTS}
     from cited_page f
     where $8::text is null or f.domain = $8
     group by f.project_id, f.domain, f.url
   )`;

/**
 * Cited pages, of one domain ($8) where it is given: $9 and $10 are the projects and domains of the brand's own. The
 * empty grouping set is there for its plan, as in the list of domains.
 */
function pages(summed: string, lead: (row: string) => string): string {
  return `with ${SCOPE},${summed},
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

const IN_PLACE = () => '';
const WIDEST = (row: string) => `${row}.lead desc, `;

export const CITED_PAGES = statement<PageRow>('cited-pages-of-projects', pages(BY_DAYS, IN_PLACE));
const CITED_PAGE_GAPS = statement<PageRow>('cited-page-gaps-of-projects', pages(BY_DAYS, WIDEST));
const CITED_PAGES_OF_QUESTIONS = statement<PageRow>('cited-pages-of-questions', pages(OF_QUESTIONS, IN_PLACE));
const CITED_PAGE_GAPS_OF_QUESTIONS = statement<PageRow>('cited-page-gaps-of-questions', pages(OF_QUESTIONS, WIDEST));

function pageStatement(gaps: boolean, where: PromptFilter | undefined): Statement<PageRow> {
  if (where === undefined) return gaps ? CITED_PAGE_GAPS : CITED_PAGES;
  return gaps ? CITED_PAGE_GAPS_OF_QUESTIONS : CITED_PAGES_OF_QUESTIONS;
}

export const citedPagesInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  domain: citedDomain.optional(),
  gaps: flag.default(false),
  where: promptFilter.optional(),
  first,
});

/** A cited page, with what the responses that cite it name. */
export interface CitedPageView extends Naming {
  url: string;
  domain: string;
  ownership: Ownership;
  /** Accepted responses that cite it. */
  responseCount: number;
  firstSeen: string;
  lastSeen: string;
}

interface CitedPageFilter {
  platforms: readonly Platform[] | undefined;
  /** Only pages of this domain. */
  domain: string | undefined;
  /** Gaps alone, the widest first. */
  gaps: boolean;
  /** Only of answers to these prompts. */
  where?: PromptFilter | undefined;
  limit: number;
  offset: number;
}

interface CitedPagesQuery {
  period: Period;
  filter: CitedPageFilter;
}

/** A page of the cited pages of each project that the account holds: those cited by most responses first. */
export async function citedPagesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter: { platforms, domain, gaps, where, limit, offset } }: CitedPagesQuery,
): Promise<Map<string, { entries: CitedPageView[]; total: number }>> {
  const own = gaps ? await ownDomains(ctx, projectIds, period) : { projectIds: [], domains: [] };
  const place = [...bindProjects(ctx, projectIds), period.from, period.to, platforms ?? null, limit, offset];
  const questions = where ? await bindQuestions(ctx, projectIds, period, { where }) : [];
  const values = [...place, domain ?? null, own.projectIds, own.domains, gaps, ...questions];
  const ownershipOf = await ownershipOfProjects(ctx, projectIds);
  const pages = new Map<string, { entries: CitedPageView[]; total: number }>();
  for (const row of await ctx.db.rows(pageStatement(gaps, where), values)) {
    const page = pages.get(row.project_id) ?? { entries: [], total: row.total };
    pages.set(row.project_id, page);
    if (row.url !== null) page.entries.push(toCitedPage(row, row.url, ownershipOf.get(row.project_id)));
  }
  return pages;
}

async function ownDomains(ctx: Context, ids: readonly string[], period: Period) {
  const { projectIds, domains, ownerships } = await ownedDomainsOfProjects(ctx, ids, period);
  const isOwn = (_: string, at: number) => ownerships[at] === 'own';
  return { projectIds: projectIds.filter(isOwn), domains: domains.filter(isOwn) };
}

function toCitedPage(row: PageRow, url: string, ownershipOf: OwnershipOf | undefined): CitedPageView {
  const ownership = ownershipOf?.(row.domain) ?? 'other';
  return {
    url,
    domain: row.domain,
    ownership,
    responseCount: row.response_count,
    responseCountNamingBrand: row.naming_brand,
    competitorResponseCount: row.naming_rival,
    isGap: row.is_gap && ownership !== 'own',
    firstSeen: toTimestamp(row.first_seen_at),
    lastSeen: toTimestamp(row.last_seen_at),
  };
}
