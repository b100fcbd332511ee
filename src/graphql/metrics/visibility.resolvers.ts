import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { oneCall, pooledDays, visibilityOfQuestions } from '../../core/field-prices.js';
import type { AdjustedTrend } from '../../core/metrics/adjusted-confidence.js';
import { periodBefore, type VisibilityComparison } from '../../core/metrics/comparison.js';
import { explain } from '../../core/metrics/explanation.js';
import type { MetricQuery } from '../../core/metrics/metric-query.js';
import { DAYS_MAX } from '../../core/metrics/metric-query.js';
import { modelsByPlatform, visibilityByModel } from '../../core/metrics/served-models.js';
import { wilson } from '../../core/metrics/shares.js';
import { OVER_MAX, trendInput } from '../../core/metrics/trend.js';
import type { TrendPointView, VisibilityScore } from '../../core/metrics/visibility.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { isNarrowed } from '../../core/prompt-filters/chosen-questions.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import type { LoaderRequest } from '../loaders/loaders.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseArguments } from '../shared/arguments.js';
import { PromptFilter, WHERE } from '../shared/prompt-filter.types.js';
import { PlatformEnum } from '../shared/scalars.js';
import { asksFor } from '../shared/selection.js';
import { visibilityRequest } from '../shared/visibility-request.js';
import {
  Confidence,
  Explanation,
  ModelVisibility,
  PlatformVisibility,
  PreviousPeriod,
  type PreviousScore,
  TrendPoint,
  Visibility,
} from './visibility.types.js';

/** What `over` of a trend means, as its argument's description. */
export const OVER =
  `Days that a point pools, its own the last of them, 1 to ${OVER_MAX}: the ratio of their sums. Days before the ` +
  'period count in its first points.';

/** Visibility of a project's brand. */
@Resolver(() => Project)
export class VisibilityResolver {
  @FieldResolver(() => Visibility, {
    nullable: true,
    complexity: visibilityOfQuestions,
    description: 'Share of accepted responses that name the brand.',
  })
  async visibility(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('platforms', () => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
    chosen: Platform[] | null | undefined,
    @Arg('branded', () => Boolean, {
      nullable: true,
      description:
        "True: only responses to prompts that name the brand, by the project's names. False: all others, also those " +
        'to questions that no prompt has. Costs one point more.',
    })
    sent: boolean | null | undefined,
    @Arg('where', () => PromptFilter, { nullable: true, description: `${WHERE} Costs one point more.` })
    asked: PromptFilter | null | undefined,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visibility> {
    const args = visibilityRequest(ctx, info, { ...days, platforms: chosen, branded: sent, where: asked });
    const { period, platforms, branded, where } = args;
    const view = await ctx.loaders.visibilityOf.load({ id, args });
    return toVisibility(view, { id, args: { period, platforms, branded, where } });
  }
}

/** The verdict needs the counts of each question; scores need twenty times fewer rows. */
const asksForVerdict = asksFor('verdict', 'significant', 'explanation');
const SCORE_ALONE = { platforms: false, days: false };

const asksForAdjusted = asksFor('adjustedConfidence');

const EVEN_SCORE =
  'The score in which every prompt counts alike on each platform, however often it is asked: the mean of the shares ' +
  'of cells. Null below two cells with responses.';
const EVEN_CONFIDENCE = 'How sure `evenScore` is, as answers to one question are alike; null where it is.';

/** What a score has beside its sums; each is paid for only by operations that select it. */
@Resolver(() => Visibility)
export class VisibilityPartsResolver {
  @FieldResolver(() => PreviousPeriod, {
    nullable: true,
    complexity: oneCall,
    description: 'The period of equal length that ends the day before; its score is 0 where it has no responses.',
  })
  async previous(
    @Root() { request, score }: Visibility,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PreviousPeriod | PreviousScore> {
    if (asksForVerdict(info)) return toPrevious(await loaders.comparisonOf.load(request), request);
    const args = { ...request.args, period: periodBefore(request.args.period), breakdowns: SCORE_ALONE };
    const previous = await loaders.visibilityOf.load({ id: request.id, args });
    return { score: previous.score, change: score - previous.score };
  }

  @FieldResolver(() => Confidence, {
    nullable: true,
    complexity: oneCall,
    description:
      'How sure the score is, as answers to one question are alike: wider than `confidence`, the one to state. ' +
      'Null without responses.',
  })
  async adjustedConfidence(
    @Root() { request }: Visibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Confidence | null> {
    return (await loaders.adjustedConfidenceOf.load(request)).confidence;
  }

  @FieldResolver(() => Int, { nullable: true, complexity: oneCall, description: EVEN_SCORE })
  async evenScore(@Root() { request }: Visibility, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await loaders.evenScoresOf.load(request)).whole?.score ?? null;
  }

  @FieldResolver(() => Confidence, { nullable: true, complexity: oneCall, description: EVEN_CONFIDENCE })
  async evenConfidence(
    @Root() { request }: Visibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Confidence | null> {
    return (await loaders.evenScoresOf.load(request)).whole?.confidence ?? null;
  }

  @Extensions({ entries: DAYS_MAX })
  @FieldResolver(() => [TrendPoint], {
    complexity: pooledDays,
    description: 'The days that have accepted responses among those pooled, ascending.',
  })
  async trend(
    @Root() { request, days }: Visibility,
    @Arg('over', () => Int, { defaultValue: 1, description: OVER }) sent: number,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TrendPoint[]> {
    const { over } = parseArguments(trendInput, { over: sent });
    const pooled = { id: request.id, args: { ...request.args, over } };
    const [points, adjusted] = await Promise.all([
      over === 1 ? days : loaders.pooledTrendOf.load(pooled),
      asksForAdjusted(info) ? loaders.adjustedTrendOf.load(pooled) : undefined,
    ]);
    return points.map((point) => toTrendPoint(point, adjusted));
  }
}

/** The same of one platform: one statement serves all of them. */
@Resolver(() => PlatformVisibility)
export class PlatformVisibilityResolver {
  @FieldResolver(() => Confidence, {
    nullable: true,
    complexity: oneCall,
    description:
      'How sure the score is, as answers to one question are alike: wider than `confidence`, the one to state. Null ' +
      'without responses.',
  })
  async adjustedConfidence(
    @Root() { request, platform }: PlatformVisibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Confidence | null> {
    return (await loaders.platformComparisonsOf.load(request)).get(platform)?.current.confidence ?? null;
  }

  @FieldResolver(() => PreviousPeriod, {
    nullable: true,
    complexity: oneCall,
    description: 'The period of equal length before; null where the platform has no responses in either.',
  })
  async previous(
    @Root() { request, platform }: PlatformVisibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PreviousPeriod | null> {
    const compared = (await loaders.platformComparisonsOf.load(request)).get(platform);
    return compared ? toPrevious(compared, ofPlatform(request, platform)) : null;
  }

  @FieldResolver(() => [ModelVisibility], {
    nullable: true,
    complexity: oneCall,
    description:
      'By model, those of most responses first, at most 50 by name for each day. Null where prompts are chosen: ' +
      'models are counted by day, not by prompt.',
  })
  async byModel(
    @Root() { request: { id, args }, platform }: PlatformVisibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ModelVisibility[] | null> {
    if (isNarrowed(args)) return null;
    return visibilityByModel(await loaders.servedModelsOf.load({ id, args: args.period }), platform);
  }

  @FieldResolver(() => Int, { nullable: true, complexity: oneCall, description: EVEN_SCORE })
  async evenScore(
    @Root() { request, platform }: PlatformVisibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    return (await loaders.evenScoresOf.load(request)).byPlatform.get(platform)?.score ?? null;
  }

  @FieldResolver(() => Confidence, { nullable: true, complexity: oneCall, description: EVEN_CONFIDENCE })
  async evenConfidence(
    @Root() { request, platform }: PlatformVisibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Confidence | null> {
    return (await loaders.evenScoresOf.load(request)).byPlatform.get(platform)?.confidence ?? null;
  }

  @Extensions({ entries: DAYS_MAX })
  @FieldResolver(() => [TrendPoint], {
    complexity: oneCall,
    description: 'The days that have accepted responses of the platform among those pooled, ascending.',
  })
  async trend(
    @Root() { request, platform }: PlatformVisibility,
    @Arg('over', () => Int, { defaultValue: 1, description: OVER }) sent: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<TrendPoint[]> {
    const { over } = parseArguments(trendInput, { over: sent });
    const { id, args } = request;
    const trends = await loaders.platformTrendsOf.load({ id, args: { ...args, over } });
    return (trends.get(platform) ?? []).map((point) => toTrendPoint(point));
  }
}

/**
 * @param view with the selected breakdowns.
 * @param request what was asked.
 */
function toVisibility(view: VisibilityScore, request: LoaderRequest<MetricQuery>): Visibility {
  return {
    window: view.window,
    score: view.score,
    byPlatform: PLATFORMS.flatMap((platform) => {
      const counted = view.byPlatform[platform];
      if (!counted) return [];
      const confidence = wilson(counted.brandMentionCount, counted.responseCount);
      return [{ platform, ...counted, confidence, request }];
    }),
    confidence: wilson(view.counts.naming, view.counts.responses),
    request,
    days: view.trend,
  };
}

/** @param adjusted the intervals by day, where they are wanted. */
export function toTrendPoint(view: TrendPointView, adjusted?: AdjustedTrend): TrendPoint {
  const adjustedConfidence = adjusted?.get(view.date) ?? null;
  return { ...view, confidence: wilson(view.brandMentionCount, view.responses), adjustedConfidence };
}

function toPrevious(
  { cells, previous, change, comparison: { verdict } }: VisibilityComparison,
  request: LoaderRequest<MetricQuery>,
): PreviousPeriod {
  const significant = verdict === 'moved_up' || verdict === 'moved_down';
  return { score: previous.score, change, verdict, significant, compared: { cells, request } };
}

function ofPlatform({ id, args }: LoaderRequest<MetricQuery>, platform: Platform): LoaderRequest<MetricQuery> {
  return { id, args: { ...args, platforms: [platform] } };
}

/** What a move coincides with; its cells are those of the verdict, so that nothing is compared twice. */
@Resolver(() => PreviousPeriod)
export class PreviousPeriodResolver {
  @FieldResolver(() => Explanation, {
    nullable: true,
    complexity: oneCall,
    description: 'Whether the move coincides with a change of model, and what else changed. Null of a segment.',
  })
  async explanation(
    @Root() { compared }: PreviousPeriod,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Explanation | null> {
    if (compared === null) return null;
    const { cells, request } = compared;
    const { id, args } = request;
    const { period } = args;
    const [served, changes] = await Promise.all([
      loaders.servedModelsOf.load({ id, args: period }),
      loaders.changesOf.load({ id, args: { from: periodBefore(period).from, to: period.to } }),
    ]);
    const platforms = modelsByPlatform(served, args.platforms);
    const changed = new Set(platforms.filter((one) => one.isModelChanged).map(({ platform }) => platform));
    return { ...explain(cells, changed), platforms, changes };
  }
}
