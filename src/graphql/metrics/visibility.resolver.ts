import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { compare, type PreviousView, periodBefore } from '../../core/metrics/previous.js';
import { visibilityInput } from '../../core/metrics/visibility.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { PeriodArgs, parseQuestion } from '../schema/arguments.js';
import { PlatformEnum } from '../schema/enums.js';
import { oneCall } from '../schema/price.js';
import { PreviousPeriod, toVisibility, Visibility } from './visibility.type.js';

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
  ): Promise<Visibility> {
    const { asked, period } = parseQuestion(ctx, visibilityInput, days, { platforms: chosen });
    const { platforms } = asked;
    return toVisibility(await ctx.loaders.visibilityOf.load({ id, args: { period, platforms } }), platforms);
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
    @Root() { current, platforms }: Visibility,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PreviousView> {
    const args = { period: periodBefore(current.window), platforms };
    return compare(current, await loaders.visibilityOf.load({ id: current.projectId, args }));
  }
}
