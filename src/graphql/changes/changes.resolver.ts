import { Args, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import { CHANGES_MAX, changesInput } from '../../core/changes/changes.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { oneCall } from '../shared/price.js';
import { Change } from './change.type.js';

/** What changed in a project. */
@Resolver(() => Project)
export class ChangesResolver {
  @Extensions({ entries: CHANGES_MAX })
  @FieldResolver(() => [Change], {
    nullable: true,
    complexity: oneCall,
    description:
      'What changed in these days beside the numbers, and may be why they differ: ' +
      `the newest ${CHANGES_MAX}, the newest first.`,
  })
  async changes(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Change[]> {
    const { period } = parseQuestion(ctx, changesInput, days);
    return ctx.loaders.changesOf.load({ id, args: period });
  }
}
