import { z } from 'zod';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { flag, platforms } from '../fields.input.js';
import { first } from '../pages.js';
import { toTimestamp } from '../timestamp.js';
import type { Naming } from './citations.js';
import { citedDomain } from './cited-domain.input.js';
import { CITED_PAGE_GAPS, CITED_PAGES, type PageRow } from './cited-page.statements.js';
import { type Ownership, type OwnershipOf, ownedDomainsOfProjects, ownershipOfProjects } from './ownership.js';
import { type Period, periodInput } from './period.input.js';

export const citedPagesInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  domain: citedDomain.optional(),
  gaps: flag.default(false),
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

export interface CitedPageFilter {
  platforms: readonly Platform[] | undefined;
  /** Only pages of this domain. */
  domain: string | undefined;
  /** Gaps alone, the widest first. */
  gaps: boolean;
  limit: number;
  offset: number;
}

/** A page of the cited pages of each project that the account holds: those cited by most responses first. */
export async function citedPagesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { platforms, domain, gaps, limit, offset }: CitedPageFilter,
): Promise<Map<string, { entries: CitedPageView[]; total: number }>> {
  const own = gaps ? await ownDomains(ctx, projectIds, period) : { projectIds: [], domains: [] };
  const place = [ctx.caller.accountId, projectIds, period.from, period.to, platforms ?? null, limit, offset];
  const values = [...place, domain ?? null, own.projectIds, own.domains, gaps];
  const ownershipOf = await ownershipOfProjects(ctx, projectIds);
  const pages = new Map<string, { entries: CitedPageView[]; total: number }>();
  for (const row of await rows(ctx.em, gaps ? CITED_PAGE_GAPS : CITED_PAGES, values)) {
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
