import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { periodBefore } from '../../core/metrics/previous.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs } from '../shared/arguments.js';
import { PlatformEnum } from '../shared/enums.js';
import { oneCall, visibilityOfQuestions } from '../shared/price.js';
import { asksFor } from '../shared/selection.js';
import { visibilityRequest } from '../shared/visibility-request.js';
import { PreviousPeriod, type PreviousScore, toPrevious, toVisibility, Visibility } from './visibility.types.js';

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
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Visibility> {
    const args = visibilityRequest(ctx, info, { ...days, platforms: chosen, branded: sent });
    const { period, platforms, branded } = args;
    const view = await ctx.loaders.visibilityOf.load({ id, args });
    return toVisibility(view, { id, args: { period, platforms, branded } });
  }
}

/** The verdict needs the counts of each question; scores need twenty times fewer rows. */
const asksForVerdict = asksFor('verdict', 'significant');
const SCORE_ALONE = { platforms: false, days: false };

/** The period before, paid for only by operations that select it. */
@Resolver(() => Visibility)
export class PreviousResolver {
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
    if (asksForVerdict(info)) return toPrevious(await loaders.comparisonOf.load(request));
    const args = { ...request.args, period: periodBefore(request.args.period), breakdowns: SCORE_ALONE };
    const previous = await loaders.visibilityOf.load({ id: request.id, args });
    return { score: previous.score, change: score - previous.score };
  }
}
