import { z } from 'zod';
import type { Context } from '../../core/context.js';
import { invalid } from '../../core/errors.js';
import { namesOfList, pageOfCitations, pageOfCitedPages } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { citationsOfProjects, citedDomainsInput } from '../../core/metrics/citations.js';
import { citedPagesInput, citedPagesOfProjects } from '../../core/metrics/cited-pages.js';
import { type Period, toPeriod } from '../../core/metrics/metric-query.js';
import { ownershipOfProjects } from '../../core/metrics/ownership.js';
import { offsetAfter, offsetCursor } from '../../core/pages.js';
import { daysBetween } from '../../core/time.js';
import {
  cursor,
  defineTool,
  fitted,
  ofHistory,
  pageEnd,
  parseLimit,
  parseProject,
  period,
  projectId,
} from '../mcp-tool.js';
import { plainAddress } from '../quoted.js';

const USUAL = 10;
const MOST = 50;
const DAYS_MAX = 31;

const source = z.object({
  domain: z.string(),
  url: z.string().nullable().describe('Of a page'),
  ownership: z.string().describe('own, competitor or other'),
  answers: z.number().describe('That cite it'),
  naming_brand: z.number(),
  naming_rivals: z.number(),
  is_gap: z.boolean().describe('Cited for rivals, not for the brand'),
});

type Source = z.output<typeof source>;

export const listSources = defineTool({
  name: 'list_sources',
  title: 'List sources',
  description: 'The sites that answers cite, or the pages of one site: whose they are and whom such answers name.',
  input: z.object({
    project_id: projectId,
    window: z.string().optional().describe('1d, 7d, 30d (usual)'),
    from: period.from,
    to: period.to,
    gaps: z.boolean().optional().describe('Gaps alone, widest first'),
    ownership: z.string().optional().describe('own, competitor or other; not with domain'),
    domain: z.string().optional().describe('Pages of this site'),
    limit: z.number().optional().describe('1 to 50; 10'),
    cursor,
  }),
  output: z.object({ citations: z.array(source), total: z.number(), ...pageEnd }),
  points: ({ limit, domain, project_id: _project, cursor: _cursor, ...asked }, today) => {
    const args = { ...asked, first: limit ?? USUAL };
    const context = { today };
    return domain === undefined
      ? pageOfCitations({ args, childComplexity: namesOfList(), context })
      : pageOfCitedPages({ args, childComplexity: 0, context });
  },
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const limit = parseLimit(asked.limit, USUAL, MOST);
    const offset = offsetAfter(asked.cursor);
    const days = toPeriod(ctx, parse(daysInput, asked));
    if (daysBetween(days.from, days.to) >= DAYS_MAX) {
      throw invalid(['from'], `date range must have ${DAYS_MAX} days at most`);
    }
    const { domain, ownership, gaps } = asked;
    if (domain !== undefined && ownership !== undefined) {
      throw invalid(['ownership'], 'must not be sent with domain: a site has one owner');
    }
    const found =
      domain === undefined
        ? await domainsOf(ctx, id, { days, limit, offset, ownership, gaps })
        : await pagesOf(ctx, id, { days, limit, offset, domain, gaps });
    return fitted(found.sources.length, (count) => ({
      citations: found.sources.slice(0, count),
      total: found.total,
      next_cursor: count > 0 && offset + count < found.total ? offsetCursor(offset + count - 1) : null,
      is_cut: count < found.sources.length,
    }));
  },
});

const daysInput = citedDomainsInput.pick({ from: true, to: true, window: true });

interface Page {
  days: Period;
  limit: number;
  offset: number;
  gaps: boolean | undefined;
}

interface Found {
  sources: Source[];
  total: number;
}

async function domainsOf(ctx: Context, id: string, page: Page & { ownership: string | undefined }): Promise<Found> {
  const { days, limit, offset } = page;
  const { ownership, gaps } = parse(citedDomainsInput, { ownership: page.ownership, gaps: page.gaps });
  const query = { period: days, limit, offset, topUrls: false, withNames: true, ownership, gaps };
  const { citations, meta } = await ofHistory(ctx, await citationsOfProjects(ctx, [id], query), id);
  const ownershipOf = await ofHistory(ctx, await ownershipOfProjects(ctx, [id]), id);
  const sources = citations.map(({ domain, responseCount, naming }) => {
    const whose = ownershipOf(domain);
    return {
      domain: plainAddress(domain),
      url: null,
      ownership: whose,
      answers: responseCount,
      naming_brand: naming?.responseCountNamingBrand ?? 0,
      naming_rivals: naming?.competitorResponseCount ?? 0,
      is_gap: naming?.isGap === true && whose !== 'own',
    };
  });
  return { sources, total: meta.total };
}

async function pagesOf(ctx: Context, id: string, page: Page & { domain: string }): Promise<Found> {
  const { days, limit, offset } = page;
  const { domain, gaps } = parse(citedPagesInput, { domain: page.domain, gaps: page.gaps });
  const filter = { platforms: undefined, domain, gaps, limit, offset };
  const { entries, total } = await ofHistory(ctx, await citedPagesOfProjects(ctx, [id], { period: days, filter }), id);
  const sources = entries.map((entry) => ({
    domain: plainAddress(entry.domain),
    url: plainAddress(entry.url),
    ownership: entry.ownership,
    answers: entry.responseCount,
    naming_brand: entry.responseCountNamingBrand,
    naming_rivals: entry.competitorResponseCount,
    is_gap: entry.isGap && entry.ownership !== 'own',
  }));
  return { sources, total };
}
