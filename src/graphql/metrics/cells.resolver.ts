import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { cellsInput } from '../../core/metrics/cells.js';
import { CELLS_MAX } from '../../core/plans.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PlatformEnum } from '../shared/enums.js';
import { oneCall } from '../shared/price.js';
import { asksFor } from '../shared/selection.js';
import { Cell, toCell } from './cells.type.js';

const asksForTexts = asksFor('promptText');

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
    @Info() info: GraphQLResolveInfo,
  ): Promise<Cell[]> {
    const { asked, period } = parseQuestion(ctx, cellsInput, days, { platforms: chosen });
    const args = { period, platforms: asked.platforms, withTexts: asksForTexts(info) };
    return (await ctx.loaders.cellsOf.load({ id, args })).map(toCell);
  }
}

/** What is told of the prompt of a cell. */
@Resolver(() => Cell)
export class CellResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    complexity: oneCall,
    description:
      "Whether the prompt names the brand, by the project's names of now; null where there is no prompt. " +
      'One point for all cells.',
  })
  async isBranded(@Root() { promptId }: Cell, @Ctx() { loaders }: GraphqlContext): Promise<boolean | null> {
    if (promptId === null) return null;
    return (await loaders.brandingOf.load({ id: promptId, args: null })).isBranded;
  }
}
