import { Args, ArgsType, Ctx, Extensions, Field, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { brandTrendsInput, RIVALS_MAX } from '../../core/metrics/brand-trends.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PlatformEnum } from '../shared/enums.js';
import { oneCall } from '../shared/price.js';
import { BrandTrend } from './brand-trends.type.js';
import { OVER } from './visibility-parts.resolver.js';

@ArgsType()
class BrandTrendsArgs extends PeriodArgs {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => [ID], {
    description: `Tracked competitors beside the brand, ${RIVALS_MAX} at most; others are left out.`,
  })
  competitorIds!: string[];

  @Field(() => Int, { defaultValue: 1, description: OVER })
  over!: number;
}

/** The brand and chosen competitors over time. */
@Resolver(() => Project)
export class BrandTrendsResolver {
  @Extensions({ entries: 1 + RIVALS_MAX })
  @FieldResolver(() => [BrandTrend], {
    nullable: true,
    complexity: oneCall,
    description: 'The brand first, then the competitors as they were asked for; none before answers were analysed.',
  })
  async brandTrends(
    @Root() { id }: ProjectView,
    @Args(() => BrandTrendsArgs) args: BrandTrendsArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<BrandTrend[]> {
    const { asked, period } = parseQuestion(ctx, brandTrendsInput, args);
    const { platforms, competitorIds, over } = asked;
    return ctx.loaders.brandTrendsOf.load({ id, args: { period, filter: { platforms, competitorIds, over } } });
  }
}
