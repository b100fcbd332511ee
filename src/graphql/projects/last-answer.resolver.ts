import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { GraphqlContext } from '../context.js';
import { oneCall } from '../shared/price.js';
import { DateTimeScalar } from '../shared/scalars.js';
import { Project } from './project.types.js';

/** Until when there are answers. */
@Resolver(() => Project)
export class LastAnswerResolver {
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    complexity: oneCall,
    description: 'When a platform last answered a question of the project; null before its first answer.',
  })
  async lastAnsweredAt(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<string | null> {
    return (await loaders.lastAnswerOf.load({ id, args: null })).lastAnsweredAt;
  }
}
