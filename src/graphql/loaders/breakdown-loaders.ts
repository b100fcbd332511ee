import { absences, absencesOfHistory } from '../../core/access.js';
import { type ChangeView, changesOfProjects } from '../../core/changes/changes.js';
import {
  type CandidateSample,
  type SuggestionFilter,
  type SuggestionView,
  samplesOfCandidates,
  suggestionsOfProjects,
} from '../../core/competitors/suggestion.service.js';
import type { Context } from '../../core/context.js';
import {
  type AdjustedConfidence,
  type AdjustedTrend,
  adjustedConfidenceOfProjects,
  adjustedTrendOfProjects,
} from '../../core/metrics/adjusted-confidence.js';
import { type Standing, standingsOfProjects } from '../../core/metrics/brand-standings.js';
import { type BrandTrendFilter, type BrandTrendView, brandTrendsOfProjects } from '../../core/metrics/brand-trends.js';
import { type BrandFilter, type BrandView, brandsOfProjects } from '../../core/metrics/brands.js';
import { type CellView, cellsOfProjects } from '../../core/metrics/cells.js';
import { type CitedPageFilter, type CitedPageView, citedPagesOfProjects } from '../../core/metrics/cited-pages.js';
import { comparePlatforms, type VisibilityComparison } from '../../core/metrics/comparison.js';
import type { Period } from '../../core/metrics/metric-query.js';
import { platformTrendsOfProjects, pooledTrendOfProjects } from '../../core/metrics/trend.js';
import type { TrendPointView } from '../../core/metrics/visibility.js';
import type { Platform } from '../../entities/vocabulary.js';
import { PluralLoader } from './plural-loader.js';

/** The days and platforms that numbers are asked of. */
export interface ScopeRequest {
  period: Period;
  platforms: Platform[] | undefined;
  /** Answers to prompts that name the brand, or to all others. */
  branded?: boolean | undefined;
}

export interface TrendRequest extends ScopeRequest {
  over: number;
}

export interface CellsRequest extends ScopeRequest {
  withTexts: boolean;
}

export interface BrandsRequest {
  period: Period;
  filter: BrandFilter;
  withPrevious: boolean;
}

export interface BrandTrendsRequest {
  period: Period;
  filter: BrandTrendFilter;
}

export interface SuggestionsRequest {
  period: Period;
  filter: SuggestionFilter;
}

export interface CitedPagesRequest {
  period: Period;
  filter: CitedPageFilter;
}

/** What a project's numbers are made of. */
export interface BreakdownLoaders {
  cellsOf: PluralLoader<CellsRequest, CellView[]>;
  changesOf: PluralLoader<Period, ChangeView[]>;
  brandsOf: PluralLoader<BrandsRequest, BrandView[]>;
  brandTrendsOf: PluralLoader<BrandTrendsRequest, BrandTrendView[]>;
  /** By the brand's project and each competitor's candidate. */
  standingsOf: PluralLoader<ScopeRequest, Map<string, Standing>>;
  suggestionsOf: PluralLoader<SuggestionsRequest, { entries: SuggestionView[]; total: number }>;
  /** By candidate. */
  sampleOf: PluralLoader<ScopeRequest, { sample: CandidateSample | null }>;
  citedPagesOf: PluralLoader<CitedPagesRequest, { entries: CitedPageView[]; total: number }>;
  adjustedConfidenceOf: PluralLoader<ScopeRequest, AdjustedConfidence>;
  /** By day. */
  adjustedTrendOf: PluralLoader<TrendRequest, AdjustedTrend>;
  pooledTrendOf: PluralLoader<TrendRequest, TrendPointView[]>;
  platformComparisonsOf: PluralLoader<ScopeRequest, Map<Platform, VisibilityComparison>>;
  platformTrendsOf: PluralLoader<TrendRequest, Map<Platform, TrendPointView[]>>;
}

export function breakdownLoaders(ctx: Context): BreakdownLoaders {
  const absent = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  return {
    cellsOf: new PluralLoader(
      (ids, { period, platforms, withTexts }: CellsRequest) => cellsOfProjects(ctx, ids, period, platforms, withTexts),
      absent,
    ),
    changesOf: new PluralLoader((ids, period: Period) => changesOfProjects(ctx, ids, period), absent),
    brandsOf: new PluralLoader(
      (ids, { period, filter, withPrevious }: BrandsRequest) =>
        brandsOfProjects(ctx, ids, period, filter, withPrevious),
      absent,
    ),
    brandTrendsOf: new PluralLoader(
      (ids, { period, filter }: BrandTrendsRequest) => brandTrendsOfProjects(ctx, ids, period, filter),
      absent,
    ),
    standingsOf: new PluralLoader(
      (ids, { period, platforms }: ScopeRequest) => standingsOfProjects(ctx, ids, period, platforms),
      absent,
    ),
    suggestionsOf: new PluralLoader(
      (ids, { period, filter }: SuggestionsRequest) => suggestionsOfProjects(ctx, ids, period, filter),
      absent,
    ),
    sampleOf: new PluralLoader(
      (ids, { period, platforms }: ScopeRequest) => samplesOfCandidates(ctx, ids, period, platforms),
      (ids) => absences(ctx, 'candidate', ids),
    ),
    citedPagesOf: new PluralLoader(
      (ids, { period, filter }: CitedPagesRequest) => citedPagesOfProjects(ctx, ids, period, filter),
      absent,
    ),
    adjustedConfidenceOf: new PluralLoader(
      (ids, { period, platforms, branded }: ScopeRequest) =>
        adjustedConfidenceOfProjects(ctx, ids, period, platforms, branded),
      absent,
    ),
    adjustedTrendOf: new PluralLoader(
      (ids, { period, platforms, over, branded }: TrendRequest) =>
        adjustedTrendOfProjects(ctx, ids, period, platforms, over, branded),
      absent,
    ),
    pooledTrendOf: new PluralLoader(
      (ids, { period, platforms, over, branded }: TrendRequest) =>
        pooledTrendOfProjects(ctx, ids, period, platforms, over, branded),
      absent,
    ),
    platformComparisonsOf: new PluralLoader(
      (ids, { period, platforms, branded }: ScopeRequest) => comparePlatforms(ctx, ids, period, platforms, branded),
      absent,
    ),
    platformTrendsOf: new PluralLoader(
      (ids, { period, platforms, over, branded }: TrendRequest) =>
        platformTrendsOfProjects(ctx, ids, period, platforms, over, branded),
      absent,
    ),
  };
}
