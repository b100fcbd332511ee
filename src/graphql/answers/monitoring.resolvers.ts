import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ProjectView } from '../../core/projects/project.view.js';
import { type QualityView, qualityInput } from '../../core/runs/quality.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PlatformEnum } from '../shared/enums.js';
import { countedDays } from '../shared/price.js';
import { Quality } from './monitoring.types.js';

/** How complete the data of a project is. */
@Resolver(() => Project)
export class QualityResolver {
  @FieldResolver(() => Quality, {
    nullable: true,
    complexity: countedDays,
    description:
      'What came of the runs that were planned on the days of a period: answers, failures and what was skipped.',
  })
  async quality(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('platforms', () => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
    chosen: Platform[] | null | undefined,
    @Ctx() ctx: GraphqlContext,
  ): Promise<QualityView> {
    const { asked, period } = parseQuestion(ctx, qualityInput, days, { platforms: chosen });
    return ctx.loaders.qualityOf.load({ id, args: { period, platforms: asked.platforms } });
  }
}
