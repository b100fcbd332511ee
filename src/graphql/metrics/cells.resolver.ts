import { Arg, Args, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import { cellsInput } from '../../core/metrics/cells.js';
import { CELLS_MAX } from '../../core/plans.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { PeriodArgs, parseQuestion } from '../schema/arguments.js';
import { PlatformEnum } from '../schema/enums.js';
import { oneCall } from '../schema/price.js';
import { Cell, toCell } from './cells.type.js';

/** Prompts by platforms of a project. */
@Resolver(() => Project)
export class CellsResolver {
  @Extensions({ entries: CELLS_MAX })
  @FieldResolver(() => [Cell], {
    nullable: true,
    complexity: oneCall,
    description:
      'Visibility by prompt and platform, prompts oldest first: cells with accepted responses alone. ' +
      'Their counts add up to those of `visibility`.',
  })
  async cells(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('platforms', () => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
    chosen: Platform[] | null | undefined,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Cell[]> {
    const { asked, period } = parseQuestion(ctx, cellsInput, days, { platforms: chosen });
    return (await ctx.loaders.cellsOf.load({ id, args: { period, platforms: asked.platforms } })).map(toCell);
  }
}
