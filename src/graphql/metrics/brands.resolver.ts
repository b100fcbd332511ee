import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, Extensions, Field, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import type { ListedCompetitorView } from '../../core/competitors/competitor.view.js';
import { BRANDS_MAX, brandsInput } from '../../core/metrics/brands.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import { Competitor } from '../competitors/competitor.type.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { PeriodArgs, parseQuestion } from '../schema/arguments.js';
import { PlatformEnum } from '../schema/enums.js';
import { brandsOfAnswers, oneCall } from '../schema/price.js';
import { asksFor } from '../schema/selection.js';
import { Brand, toBrand } from './brands.type.js';
import { competitorOrNull } from './mentions.resolver.js';

@ArgsType()
class BrandsArgs extends PeriodArgs {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only answers to this prompt, as it is worded now. Costs a point for each ten days.',
  })
  promptId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the brand and its tracked competitors. False: other names that were found. ' +
      'Unless it is true, it costs a point for each ten days.',
  })
  tracked?: boolean | null;
}

const asksForPrevious = asksFor('previous');

/** Share of voice. */
@Resolver(() => Project)
export class BrandsResolver {
  @Extensions({ entries: BRANDS_MAX })
  @FieldResolver(() => [Brand], {
    nullable: true,
    complexity: brandsOfAnswers,
    description:
      `The brand first, then the names in most responses, ${BRANDS_MAX} at most; competitors that the answers were ` +
      'analysed for are there without mentions too.',
  })
  async brands(
    @Root() { id }: ProjectView,
    @Args(() => BrandsArgs) args: BrandsArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Brand[]> {
    const { asked, period } = parseQuestion(ctx, brandsInput, args);
    const { platforms, promptId, tracked } = asked;
    const request = { period, filter: { platforms, promptId, tracked }, withPrevious: asksForPrevious(info) };
    return (await ctx.loaders.brandsOf.load({ id, args: request })).map((view) => toBrand(view, id));
  }
}

/** The competitor behind a name. */
@Resolver(() => Brand)
export class BrandResolver {
  @FieldResolver(() => Competitor, {
    nullable: true,
    complexity: oneCall,
    description: 'The tracked competitor; null for the brand and other names.',
  })
  async competitor(
    @Root() { projectId, competitorId }: Brand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ListedCompetitorView | null> {
    return competitorOrNull(loaders, projectId, competitorId);
  }
}
