import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { countedDays, oneCall } from '../../core/field-prices.js';
import { filteredQueryInput } from '../../core/metrics/metric-query.js';
import { type PlatformStatusView, platformStatus } from '../../core/platforms/platform-status.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { MonitoringView } from '../../core/runs/monitoring.js';
import type { QualityView } from '../../core/runs/quality.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PromptFilter } from '../shared/prompt-filter.types.js';
import { PlatformEnum } from '../shared/scalars.js';
import { Monitoring, PlatformStatus, Quality } from './monitoring.types.js';

/** When a project is asked, and how complete its data is. */
@Resolver(() => Project)
export class MonitoringResolver {
  @FieldResolver(() => Monitoring, {
    nullable: true,
    complexity: oneCall,
    description: 'When the project is asked next and was last, and what waits, runs and went wrong today.',
  })
  async monitoring(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<MonitoringView> {
    return loaders.monitoringOf.load({ id, args: null });
  }

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
    @Arg('where', () => PromptFilter, { nullable: true, description: 'Only runs of these prompts. Costs a point.' })
    where: PromptFilter | null | undefined,
    @Ctx() ctx: GraphqlContext,
  ): Promise<QualityView> {
    const { asked, period } = parseQuestion(ctx, filteredQueryInput, days, { platforms: chosen, where });
    return ctx.loaders.qualityOf.load({ id, args: { period, platforms: asked.platforms, where: asked.where } });
  }
}

/** Which platforms are asked. */
@Resolver(() => PlatformStatus)
export class PlatformStatusResolver {
  @Query(() => [PlatformStatus], {
    nullable: true,
    complexity: oneCall,
    description: 'Each platform: whether it is asked now, and why not.',
  })
  async platformStatus(@Ctx() { core }: GraphqlContext): Promise<PlatformStatusView[]> {
    return platformStatus(core);
  }
}
