import { z } from 'zod';
import { brandsOfAnswers, standingOfEach } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { standingsOfProjects } from '../../core/metrics/brand-standings.js';
import { brandsInput, brandsOfProjects } from '../../core/metrics/brands.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import {
  days,
  defineTool,
  interval,
  ofHistory,
  parseLimit,
  parseProject,
  period,
  platforms,
  projectId,
} from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

const USUAL = 20;
const MOST = 50;

/** The brand first, then competitors by the answers that name them. */
export const compareBrands = defineTool({
  name: 'compare_brands',
  title: 'Compare brands',
  description: 'The brand beside its tracked competitors in the same answers: visibility, share of voice and change.',
  input: z.object({
    project_id: projectId,
    ...period,
    platforms,
    limit: z.number().optional().describe('1 to 50; 20'),
  }),
  output: z.object({
    days,
    n: z.number(),
    brands: z.array(
      z.object({
        quoted_name: z.string(),
        is_brand: z.boolean(),
        competitor_id: z.string().nullable(),
        score: z.number(),
        interval,
        share: z.number().describe('Percent of mentions of all these names'),
        change: z.number().nullable().describe('Points of score'),
        verdict: z.string().nullable(),
        against_brand: z.string().nullable().describe('By the same questions'),
      }),
    ),
  }),
  points: ({ window, from, to }, today) => {
    const args = { window, from, to, tracked: true };
    return brandsOfAnswers({ args, childComplexity: 2 * standingOfEach(), context: { today } });
  },
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const limit = parseLimit(asked.limit, USUAL, MOST);
    const { window, from, to } = asked;
    const sent = parse(brandsInput, { window, from, to, platforms: asked.platforms, tracked: true });
    const query = { period: toPeriod(ctx, sent), platforms: sent.platforms };
    const filter = { platforms: sent.platforms, tracked: true };
    const brands = await ofHistory(
      ctx,
      await brandsOfProjects(ctx, [id], { period: query.period, filter, withPrevious: true }),
      id,
    );
    const standings = (await standingsOfProjects(ctx, [id], query)).get(id);
    return {
      days: query.period,
      n: brands[0]?.wholeCount ?? 0,
      brands: brands.slice(0, limit).map((brand) => {
        const standing = standings?.get(brand.candidateId ?? id);
        return {
          quoted_name: quotedLine(brand.name),
          is_brand: brand.isBrand,
          competitor_id: brand.competitorId,
          score: brand.visibilityScore,
          interval: standing?.confidence ?? null,
          share: brand.share ?? 0,
          change: brand.previous?.change ?? null,
          verdict: brand.previous === null ? null : (standing?.change ?? null),
          against_brand: standing?.againstBrand?.verdict ?? null,
        };
      }),
    };
  },
});
