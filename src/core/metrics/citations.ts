import { z } from 'zod';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access.js';
import type { Context } from '../context.js';
import { flag, platforms, uuid } from '../fields.input.js';
import { first } from '../pages.js';
import { parse } from '../parse.js';
import { toTimestamp } from '../timestamp.js';
import { citationStatement, type DomainRow } from './citation.statements.js';
import type { NamingCounts } from './gap.js';
import { OWNERSHIPS, type OwnedDomains, type Ownership, ownedDomainsOfProjects } from './ownership.js';
import { cursor, limit, offset } from './page.input.js';
import { percent } from './percent.js';
import { type Period, periodInput, provider, toPeriod } from './period.input.js';

export const citationsInput = z.object({ ...periodInput, provider, limit, offset, cursor });

/** A cited domain with its most cited pages, at most five (specification, section 4.8). */
export const citedDomainView = z
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
export type CitationsView = Omit<z.output<typeof citationsView>, 'citations'> & { citations: CitedDomainView[] };

export interface CitationsPage {
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
}

/** A page of cited domains of each project that the account holds: most citations first, then by domain. */
export async function citationsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  page: CitationsPage,
): Promise<Map<string, CitationsView>> {
  const { platforms = null, limit, offset, topUrls = true } = page;
  const { ownership = null, withNames = false, gaps = false } = page;
  const plain = [ctx.caller.accountId, projectIds, period.from, period.to, platforms, limit, offset, topUrls];
  const byOwner = gaps || ownership !== null;
  const asked = citationStatement({ withNames, gaps, byOwner });
  const owned = byOwner ? await ownedDomainsOfProjects(ctx, projectIds, period) : NOT_ASKED;
  const values = byOwner || withNames ? [...plain, ...columnsOf(owned), ownership, gaps] : plain;
  const views = new Map<string, CitationsView>();
  for (const row of await rows(ctx.em, asked, values)) {
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
  const page = { platforms, limit, offset: sent.cursor === undefined ? sent.offset : Number(sent.cursor) };
  return getOrThrow(ctx, await citationsOfProjects(ctx, [id], toPeriod(ctx, sent), page), id);
}
