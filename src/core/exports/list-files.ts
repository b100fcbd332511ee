import { notFoundOrForbidden } from '../access/access.js';
import { competitorsOfProjects } from '../competitors/competitor.reads.js';
import type { ListedCompetitorView } from '../competitors/competitor.schema.js';
import type { Context } from '../context.js';
import { type ComparedPlaces, placesOfProjects } from '../metrics/brand-places.js';
import { type Standing, standingsOfProjects } from '../metrics/brand-standings.js';
import { type BrandView, brandsOfProjects } from '../metrics/brands.js';
import { toPeriod } from '../metrics/metric-query.js';
import { promptsOfProjects } from '../prompts/prompt.reads.js';
import { type Columns, column, type ExportScope, fileOf, listed } from './file-kind.js';

/** Lists as files: those that REST has, and the names of a period; the tier's capacity bounds each. */

export const PROMPTS_FILE = fileOf(listOf(promptsOfProjects), {
  id: column.text((row) => row.id),
  project_id: column.text((row) => row.projectId),
  prompt_text: column.text((row) => row.promptText),
  platforms: column.text((row) => listed(row.platforms)),
  monitoring_frequency: column.text((row) => row.monitoringFrequency),
  category: column.text((row) => row.category),
  tags: column.text((row) => listed(row.tags)),
  is_active: column.boolean((row) => row.isActive),
  created_at: column.timestamp((row) => row.createdAt),
  updated_at: column.timestamp((row) => row.updatedAt),
});

/** How a name stands, and where answers name it; both null until an analysis looked for it. */
interface Stood {
  standing: Standing | null;
  places: ComparedPlaces | null;
}

/** What is told of a name beyond its sums. */
const STANDING_COLUMNS: Columns<Stood> = {
  visibility_low: column.double(({ standing }) => standing?.confidence?.low ?? null),
  visibility_high: column.double(({ standing }) => standing?.confidence?.high ?? null),
  against_brand: column.text(({ standing }) => standing?.againstBrand?.verdict ?? null),
  against_brand_points: column.double(({ standing }) => standing?.againstBrand?.difference ?? null),
  change: column.text(({ standing }) => standing?.change ?? null),
  first_named_count: column.integer(({ places }) => places?.now.firstNamed.count ?? null),
  first_named_percent: column.double(({ places }) => places?.now.firstNamed.percent ?? null),
  first_named_low: column.double(({ places }) => places?.now.firstNamed.confidence?.low ?? null),
  first_named_high: column.double(({ places }) => places?.now.firstNamed.confidence?.high ?? null),
  first_named_change: column.text(({ places }) => places?.change.firstNamed ?? null),
  mean_rank: column.double(({ places }) => places?.now.rank.mean ?? null),
  ranked_count: column.integer(({ places }) => places?.now.rank.responses ?? null),
  mean_rank_low: column.double(({ places }) => places?.now.rank.interval?.low ?? null),
  mean_rank_high: column.double(({ places }) => places?.now.rank.interval?.high ?? null),
  mean_rank_change: column.text(({ places }) => places?.change.rank ?? null),
  prominence: column.double(({ places }) => places?.now.prominent.percent ?? null),
  prominence_low: column.double(({ places }) => places?.now.prominent.confidence?.low ?? null),
  prominence_high: column.double(({ places }) => places?.now.prominent.confidence?.high ?? null),
  prominence_change: column.text(({ places }) => places?.change.prominent ?? null),
};

export const COMPETITORS_FILE = fileOf(listOf(comparedCompetitors), {
  id: column.text((row) => row.id),
  project_id: column.text((row) => row.projectId),
  name: column.text((row) => row.name),
  website_url: column.text((row) => row.websiteUrl),
  description: column.text((row) => row.description),
  discovery_method: column.text((row) => row.discoveryMethod),
  is_active: column.boolean((row) => row.isActive),
  created_at: column.timestamp((row) => row.createdAt),
  updated_at: column.timestamp((row) => row.updatedAt),
  total_mentions_count: column.integer((row) => row.totalMentionsCount ?? null),
  visibility_score: column.double((row) => row.visibilityScore ?? null),
  market_share: column.double((row) => row.marketShare ?? null),
  first_seen_at: column.timestamp((row) => row.firstSeenAt ?? null),
  last_seen_at: column.timestamp((row) => row.lastSeenAt ?? null),
  ...STANDING_COLUMNS,
});

/** A competitor, its standing and its places in the days of its aggregates. */
type ComparedCompetitor = ListedCompetitorView & Stood;

async function comparedCompetitors(ctx: Context, ids: readonly string[]): Promise<Map<string, ComparedCompetitor[]>> {
  const period = toPeriod(ctx, {});
  const lists = await competitorsOfProjects(ctx, ids);
  const brands = await brandsOfProjects(ctx, ids, { period, filter: { tracked: true }, withPrevious: false });
  const standings = await standingsOfProjects(ctx, ids, { period });
  const places = await placesOfProjects(ctx, ids, { period });
  return new Map(
    Array.from(lists, ([projectId, competitors]) => {
      const subjects = new Map(brands.get(projectId)?.map((brand) => [brand.competitorId, brand.candidateId]));
      return [
        projectId,
        competitors.map((competitor) => {
          const subject = subjects.get(competitor.id) ?? '';
          const standing = standings.get(projectId)?.get(subject) ?? null;
          return { ...competitor, standing, places: places.get(projectId)?.get(subject) ?? null };
        }),
      ];
    }),
  );
}

/** The brand and its tracked competitors in the period of the file: the brand first, then by responses. */
export const BRANDS_FILE = fileOf(
  { isOfPeriod: true, count: null, pages: comparedBrands },
  {
    project_id: column.text((row) => row.projectId),
    name: column.text((row) => row.name),
    is_brand: column.boolean((row) => row.isBrand),
    competitor_id: column.text((row) => row.competitorId),
    mention_count: column.integer((row) => row.mentionCount),
    response_count: column.integer((row) => row.responseCount),
    whole_count: column.integer((row) => row.wholeCount),
    visibility_score: column.double((row) => row.visibilityScore),
    share: column.double((row) => row.share),
    ...STANDING_COLUMNS,
  },
);

type ComparedBrand = BrandView & Stood & { projectId: string };

async function* comparedBrands(ctx: Context, scope: ExportScope): AsyncGenerator<ComparedBrand[]> {
  const { projectId, from, to, platforms, where } = scope;
  const query = { period: { from, to }, ...(platforms && { platforms }), ...(where && { where }) };
  const ids = [projectId];
  const brands = await brandsOfProjects(ctx, ids, {
    ...{ period: query.period, withPrevious: false },
    filter: { tracked: true, ...(platforms && { platforms: [...platforms] }), ...(where && { where }) },
  });
  const standings = await standingsOfProjects(ctx, ids, query);
  const places = await placesOfProjects(ctx, ids, query);
  yield (brands.get(projectId) ?? []).map((brand) => {
    const subject = brand.isBrand ? projectId : (brand.candidateId ?? '');
    const standing = standings.get(projectId)?.get(subject) ?? null;
    return { ...brand, projectId, standing, places: places.get(projectId)?.get(subject) ?? null };
  });
}

function listOf<View>(ofProjects: (ctx: Context, ids: readonly string[]) => Promise<Map<string, View[]>>) {
  return {
    isOfPeriod: false,
    count: null,
    pages: async function* (ctx: Context, { projectId }: ExportScope): AsyncGenerator<View[]> {
      const list = (await ofProjects(ctx, [projectId])).get(projectId);
      if (!list) throw await notFoundOrForbidden(ctx, 'project', projectId);
      yield list;
    },
  };
}
