import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access/access.js';
import { bindProjects, type Context } from '../context.js';
import { flag, parse, platforms, uuid } from '../input.js';
import { first } from '../pages.js';
import { bindQuestions } from '../prompt-filters/chosen-questions.js';
import { type PromptFilter, promptFilter } from '../prompt-filters/prompt-filter.js';
import { toTimestamp } from '../time.js';
import { citedFacts, NAMING_FACTS } from './cited-facts.js';
import { IS_GAP, LEAD, MOVED, NAMED, NAMED_BY_MOVED, NAMINGS, type NamingCounts, ofMoved } from './gap.js';
import {
  cursor,
  IN_SCOPE,
  limit,
  offset,
  type Period,
  periodInput,
  provider,
  SCOPE,
  toPeriod,
} from './metric-query.js';
import { OWNERSHIPS, type OwnedDomains, type Ownership, ownedDomainsOfProjects } from './ownership.js';
import { percent } from './shares.js';

const DOMAIN_MAX = 253;

/** A domain as citations have it: a host name in lower case without a leading `www.`. */
export const citedDomain = z
  .string('must be a domain')
  .trim()
  .toLowerCase()
  .transform((domain) => domain.replace(/^www\./, ''))
  .refine((domain) => domain.length > 0 && domain.length <= DOMAIN_MAX, 'must be a domain')
  .refine((domain) => !domain.includes('\0') && domain.isWellFormed(), 'must be a domain');

interface DomainRow {
  project_id: string;
  total: number;
  /** Null on an empty page, as all that follows. */
  domain: string | null;
  citation_count: number;
  whole: number;
  response_count: number;
  first_seen_at: string;
  last_seen_at: string;
  /** Null where it was not asked what responses name, as the next two. */
  naming_brand: number | null;
  naming_rival: number | null;
  is_gap: boolean | null;
  top_urls: { url: string; count: number }[] | null;
}

/**
 * Domains by their daily sums. The empty grouping set is there for its plan: with it PostgreSQL hashes what it sorts by
 * locale otherwise, as it expects few rows of any range of days: 7 ms instead of 15 for 24,000 rows.
 */
const BY_DAYS = `${SCOPE},
   cited as materialized (
     select x.project_id, r.domain, r.citation_count, r.response_count, r.first_seen_at, r.last_seen_at,
       null::int as naming_brand, null::int as naming_rival, 0 as lead, null::boolean as is_gap
     from scope x
     cross join lateral (
       select r.domain, sum(r.citation_count)::int as citation_count, sum(r.response_count)::int as response_count,
         min(r.first_seen_at) as first_seen_at, max(r.last_seen_at) as last_seen_at
       from daily_citation r
       where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
       group by grouping sets ((r.domain), ())
     ) r
     where r.domain is not null
   )`;

/**
 * Domains with the same sums, and what the responses that cite them name. The empty grouping set is there as above.
 */
const WITH_NAMES = `${SCOPE},${MOVED},
   summed as (
     select x.project_id, f.domain, sum(f.citation_count)::int as citation_count,
       sum(f.response_count)::int as response_count, min(f.first_seen_at) as first_seen_at,
       max(f.last_seen_at) as last_seen_at, ${NAMINGS}
     from scope x
     cross join lateral (
       select r.domain, r.citation_count, r.response_count, r.first_seen_at, r.last_seen_at, ${NAMED}
       from daily_citation r
       where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
       union all
       select c.domain, 0, 0, null, null, ${NAMED_BY_MOVED}
       from moved a
       cross join lateral (select distinct c.domain from answer_citation c where ${ofMoved('c')}) c
       where a.project_id = x.project_id
     ) f
     group by grouping sets ((x.project_id, f.domain), ())
   ),
   cited as materialized (
     select s.*, ${LEAD} as lead, ${IS_GAP} as is_gap
     from summed s
     where s.domain is not null
   )`;

/** Domains of the answers to some questions ($14 to $16), whose facts are read one by one. */
const OF_QUESTIONS = `${SCOPE},${citedFacts(14)}
   summed as (
     select f.project_id, f.domain, sum(f.pages)::int as citation_count, count(*)::int as response_count,
       min(f.answered_at) as first_seen_at, max(f.answered_at) as last_seen_at, ${NAMING_FACTS}
     from (
       select c.project_id, c.domain, c.answered_at, c.names_brand, c.names_rival, count(*) as pages
       from cited_page c
       group by c.project_id, c.domain, c.bucket_date, c.answer_id, c.answered_at, c.names_brand, c.names_rival
     ) f
     group by f.project_id, f.domain
   ),
   cited as materialized (
     select s.*, ${LEAD} as lead, ${IS_GAP} as is_gap
     from summed s
   )`;

/** Domains of the brand and of competitors: $9 to $11 are their projects, the domains and whose they are. */
const KEPT = `
   kept as materialized (
     select c.*
     from cited c
     left join unnest($9::uuid[], $10::text[], $11::text[]) as o (project_id, domain, ownership)
       on o.project_id = c.project_id and o.domain = c.domain
     where ($12::text is null or coalesce(o.ownership, 'other') = $12)
       and (not $13::boolean or (c.is_gap and o.ownership is distinct from 'own'))
   ),`;

/** The most cited pages `t` of the domains `g` of a page. */
interface TopPages {
  lists: string;
  join: string;
}

const TOP_BY_DAYS: TopPages = {
  lists: '',
  join: `left join lateral (
     select json_agg(
       json_build_object('url', u.url, 'count', u.citation_count) order by u.citation_count desc, u.url collate "C"
     ) as top_urls
     from (
       select r.url, sum(r.citation_count)::int as citation_count
       from daily_citation_url r
       where $8 and r.account_id = $1 and r.project_id = g.project_id and r.analysis_id = g.analysis_id
         and r.domain = g.domain and r.bucket_date between $3 and $4
         and ($5::text[] is null or r.platform = any ($5::text[]))
       group by r.url
       order by citation_count desc, r.url collate "C"
       limit 5
     ) u
   ) t on true`,
};

/**
 * Of the facts that {@link citedFacts} lists, which are read once for all domains. The domains of the page are looked
 * up in a hash, in a `case`: joined, each page cited would be compared with each of them.
 */
const TOP_OF_FACTS: TopPages = {
  lists: `,
   ranked as (
     select f.project_id, f.domain, f.url, count(*)::int as citation_count,
       row_number() over (partition by f.project_id, f.domain order by count(*) desc, f.url collate "C") as place
     from cited_page f
     where $8 and case when (f.project_id, f.domain) in (select g.project_id, g.domain from page g) then true
       else false end
     group by f.project_id, f.domain, f.url
   ),
   top as materialized (
     select u.project_id, u.domain, json_agg(
       json_build_object('url', u.url, 'count', u.citation_count) order by u.place
     ) as top_urls
     from ranked u
     where u.place <= 5
     group by u.project_id, u.domain
   )`,
  join: 'left join top t on t.project_id = g.project_id and t.domain = g.domain',
};

interface Choice {
  kept: 'cited' | 'kept';
  order: (row: string) => string;
  top?: TopPages;
}

/**
 * Pages the domains of each project first, and reads the pages of those domains alone, where they are wanted ($8). Ties
 * go by code point, so that the order is the same on a server of any locale.
 */
function citations(lists: string, { kept, order, top = TOP_BY_DAYS }: Choice): string {
  const inOrder = (row: string) => `${order(row)}, ${row}.domain collate "C"`;
  return `with ${lists},${kept === 'kept' ? KEPT : ''}
   whole as (
     select c.project_id, sum(c.citation_count)::int as citation_count
     from cited c
     group by c.project_id
   ),
   counted as (
     select c.project_id, count(*)::int as total
     from ${kept} c
     group by c.project_id
   ),
   page as (
     select x.account_id, x.analysis_id, c.*
     from scope x
     cross join lateral (
       select *
       from ${kept} c
       where c.project_id = x.project_id
       order by ${inOrder('c')}
       limit $6
       offset $7
     ) c
   )${top.lists}
   select x.project_id, coalesce(n.total, 0) as total, g.domain, g.citation_count, w.citation_count as whole,
     g.response_count, g.first_seen_at, g.last_seen_at, g.naming_brand, g.naming_rival, g.is_gap, t.top_urls
   from scope x
   left join whole w on w.project_id = x.project_id
   left join counted n on n.project_id = x.project_id
   left join page g on g.project_id = x.project_id
   ${top.join}
   order by x.project_id, ${inOrder('g')}`;
}

const MOST_CITED = (row: string) => `${row}.citation_count desc`;
const WIDEST_GAP = (row: string) => `${row}.lead desc, ${row}.citation_count desc`;

const CITATIONS = statement<DomainRow>(
  'citations-of-projects',
  citations(BY_DAYS, { kept: 'cited', order: MOST_CITED }),
);
const CITATIONS_OF_OWNERS = statement<DomainRow>(
  'citations-of-owners-of-projects',
  citations(BY_DAYS, { kept: 'kept', order: MOST_CITED }),
);
const CITATIONS_WITH_NAMES = statement<DomainRow>(
  'citations-with-names-of-projects',
  citations(WITH_NAMES, { kept: 'kept', order: MOST_CITED }),
);
const CITATION_GAPS = statement<DomainRow>(
  'citation-gaps-of-projects',
  citations(WITH_NAMES, { kept: 'kept', order: WIDEST_GAP }),
);

const CITATIONS_OF_QUESTIONS = statement<DomainRow>(
  'citations-of-questions',
  citations(OF_QUESTIONS, { kept: 'kept', order: MOST_CITED, top: TOP_OF_FACTS }),
);
const CITATION_GAPS_OF_QUESTIONS = statement<DomainRow>(
  'citation-gaps-of-questions',
  citations(OF_QUESTIONS, { kept: 'kept', order: WIDEST_GAP, top: TOP_OF_FACTS }),
);

interface Asked {
  /** Whether it is told what responses name. */
  withNames: boolean;
  gaps: boolean;
  /** Whether domains are chosen by whose they are. */
  byOwner: boolean;
  /** Whether the answers are to some questions alone. */
  ofQuestions?: boolean;
}

/**
 * The statement for what is asked. Binds account, projects, first and last day, platforms or null, limit, offset and
 * whether pages are wanted; all but the plain one also the domains of {@link KEPT}, an ownership or null, and whether
 * gaps alone are wanted; those of questions three values more (`bindQuestions`).
 */
export function citationStatement({ withNames, gaps, byOwner, ofQuestions = false }: Asked): Statement<DomainRow> {
  if (ofQuestions) return gaps ? CITATION_GAPS_OF_QUESTIONS : CITATIONS_OF_QUESTIONS;
  if (gaps) return CITATION_GAPS;
  if (withNames) return CITATIONS_WITH_NAMES;
  return byOwner ? CITATIONS_OF_OWNERS : CITATIONS;
}

export const citationsInput = z.object({ ...periodInput, provider, limit, offset, cursor });

/** A cited domain with its most cited pages, at most five (specification, section 4.8). */
const citedDomainView = z
  .object({
    domain: z.string(),
    citationCount: z.int(),
    responseCount: z.int(),
    firstSeen: z.iso.datetime(),
    lastSeen: z.iso.datetime(),
    topUrls: z.array(z.object({ url: z.string(), count: z.int() })).max(5),
  })
  .meta({ id: 'CitedDomain' });

export const citationsView = z.object({
  citations: z.array(citedDomainView),
  meta: z.object({ total: z.int(), cursor: z.string().nullable() }),
});

/** What GraphQL takes beside a place in the list. */
export const citedDomainsInput = z.object({
  ...periodInput,
  provider,
  platforms: platforms.optional(),
  ownership: z.enum(OWNERSHIPS).optional(),
  gaps: flag.default(false),
  where: promptFilter.optional(),
  first,
});

/** What the responses that cite a source name, and whether it is a gap, whoever owns it. */
export interface Naming extends NamingCounts {
  isGap: boolean;
}

/**
 * `share` is the domain's percent of the project's citations in the period, two decimals; v1's REST bodies lack it.
 * `naming` is null where it was not asked for.
 */
export type CitedDomainView = z.output<typeof citedDomainView> & { share: number; naming: Naming | null };
type CitationsView = Omit<z.output<typeof citationsView>, 'citations'> & { citations: CitedDomainView[] };

interface CitationsQuery {
  period: Period;
  /** Only these; all where there are none named. */
  platforms?: readonly Platform[] | undefined;
  limit: number;
  offset: number;
  /** Whether the most cited pages are read, which is most of the cost of a short period; they are empty otherwise. */
  topUrls?: boolean;
  /** Whether it is told what responses name, for which all of the period's are read. */
  withNames?: boolean;
  /** Gaps alone, the widest first. */
  gaps?: boolean | undefined;
  /** Only domains that are whose. */
  ownership?: Ownership | undefined;
  /** Only of answers to these prompts. */
  where?: PromptFilter | undefined;
}

/** A page of cited domains of each project that the account holds: most citations first, then by domain. */
export async function citationsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, ...page }: CitationsQuery,
): Promise<Map<string, CitationsView>> {
  const { platforms = null, limit, offset, topUrls = true } = page;
  const { ownership = null, withNames = false, gaps = false, where } = page;
  const plain = [...bindProjects(ctx, projectIds), period.from, period.to, platforms, limit, offset, topUrls];
  const byOwner = gaps || ownership !== null;
  const isOfQuestions = where !== undefined;
  const asked = citationStatement({ withNames, gaps, byOwner, ofQuestions: isOfQuestions });
  const owned = byOwner ? await ownedDomainsOfProjects(ctx, projectIds, period) : NOT_ASKED;
  const kept = byOwner || withNames || isOfQuestions ? [...columnsOf(owned), ownership, gaps] : [];
  const questions = isOfQuestions ? await bindQuestions(ctx, projectIds, period, { where }) : [];
  const values = [...plain, ...kept, ...questions];
  const views = new Map<string, CitationsView>();
  for (const row of await ctx.db.rows(asked, values)) {
    const next = page.offset + page.limit;
    const meta = { total: row.total, cursor: next < row.total ? String(next) : null };
    const view = views.get(row.project_id) ?? { citations: [], meta };
    views.set(row.project_id, view);
    if (row.domain !== null) view.citations.push(toDomainView(row, row.domain));
  }
  return views;
}

const NOT_ASKED: OwnedDomains = { projectIds: [], domains: [], ownerships: [] };

function columnsOf({ projectIds, domains, ownerships }: OwnedDomains): unknown[] {
  return [projectIds, domains, ownerships];
}

function toDomainView(row: DomainRow, domain: string): CitedDomainView {
  return {
    domain,
    citationCount: row.citation_count,
    responseCount: row.response_count,
    firstSeen: toTimestamp(row.first_seen_at),
    lastSeen: toTimestamp(row.last_seen_at),
    topUrls: row.top_urls ?? [],
    share: percent(row.citation_count, row.whole, 2),
    naming: toNaming(row),
  };
}

function toNaming({ naming_brand, naming_rival, is_gap }: DomainRow): Naming | null {
  if (naming_brand === null || naming_rival === null || is_gap === null) return null;
  return { responseCountNamingBrand: naming_brand, competitorResponseCount: naming_rival, isGap: is_gap };
}

/** One page of a project's cited domains; `meta.cursor` is null on the last. @throws as {@link getMentions}. */
export async function getCitations(ctx: Context, projectId: unknown, input: unknown): Promise<CitationsView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(citationsInput, input);
  const { provider, limit } = sent;
  const platforms = provider && [provider];
  const offset = sent.cursor === undefined ? sent.offset : Number(sent.cursor);
  const query = { period: toPeriod(ctx, sent), platforms, limit, offset };
  return getOrThrow(ctx, await citationsOfProjects(ctx, [id], query), id);
}
