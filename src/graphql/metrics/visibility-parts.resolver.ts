import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Extensions, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { DAYS_MAX } from '../../core/metrics/period.input.js';
import { OVER_MAX, trendInput } from '../../core/metrics/trend.js';
import type { GraphqlContext } from '../context.js';
import { parseArguments } from '../shared/arguments.js';
import { oneCall, pooledDays } from '../shared/price.js';
import { asksFor } from '../shared/selection.js';
import {
  Confidence,
  PlatformVisibility,
  PreviousPeriod,
  TrendPoint,
  toPrevious,
  toTrendPoint,
  Visibility,
} from './visibility.types.js';

/** What `over` of a trend means, as its argument's description. */
export const OVER =
  `Days that a point pools, its own the last of them, 1 to ${OVER_MAX}: the ratio of their sums. Days before the ` +
  'period count in its first points.';

const asksForAdjusted = asksFor('adjustedConfidence');

/** What a score is made of beyond its sums; each is paid for only by operations that select it. */
@Resolver(() => Visibility)
export class VisibilityPartsResolver {
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
    return compared ? toPrevious(compared) : null;
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
