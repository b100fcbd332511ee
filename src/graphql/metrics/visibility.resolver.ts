import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { visibilityInput } from '../../core/metrics/visibility.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { PeriodArgs, parseQuestion } from '../schema/arguments.js';
import { PlatformEnum } from '../schema/enums.js';
import { oneCall } from '../schema/price.js';
import { asksFor } from '../schema/selection.js';
import { PreviousPeriod, toPrevious, toVisibility, Visibility } from './visibility.type.js';

const asksForPlatforms = asksFor('byPlatform');
const asksForDays = asksFor('trend');

/** Visibility of a project's brand. */
@Resolver(() => Project)
export class VisibilityResolver {
  @FieldResolver(() => Visibility, {
    nullable: true,
    complexity: oneCall,
    description: 'Share of accepted responses that name the brand.',
  })
  async visibility(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('platforms', () => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
    chosen: Platform[] | null | undefined,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visibility> {
    const { asked, period } = parseQuestion(ctx, visibilityInput, days, { platforms: chosen });
    const { platforms } = asked;
    const cuts = { platforms: asksForPlatforms(info), days: asksForDays(info) };
    return toVisibility(await ctx.loaders.visibilityOf.load({ id, args: { period, platforms, cuts } }), platforms);
  }
}

/** The period before, which only those pay for who ask for it. */
@Resolver(() => Visibility)
export class PreviousResolver {
  @FieldResolver(() => PreviousPeriod, {
    nullable: true,
    complexity: oneCall,
    description: 'The period of equal length that ends the day before; its score is 0 where it has no responses.',
  })
  async previous(
    @Root() { projectId, window, platforms }: Visibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PreviousPeriod> {
    return toPrevious(await loaders.comparisonOf.load({ id: projectId, args: { period: window, platforms } }));
  }
}
