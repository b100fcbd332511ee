import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, Field, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { pageOfSearches } from '../../core/field-prices.js';
import { searchesInput } from '../../core/metrics/searches.js';
import { offsetAfter } from '../../core/pages.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import { offsetConnection } from '../shared/connection-pages.js';
import { PromptFilter, WHERE } from '../shared/prompt-filter.types.js';
import { PlatformEnum } from '../shared/scalars.js';
import { asksFor } from '../shared/selection.js';
import { SearchConnection } from './search.types.js';

@ArgsType()
class SearchesArgs extends PeriodArgs {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => PromptFilter, {
    nullable: true,
    description: `${WHERE} Costs a point.`,
  })
  where?: PromptFilter | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True returns only gaps, by how many more responses name a competitor without the brand than name the brand.',
  })
  gaps?: boolean | null;
}

const asksForPrompts = asksFor('promptCount');

/** What platforms searched the web for, of a project. */
@Resolver(() => Project)
export class SearchesResolver {
  @FieldResolver(() => SearchConnection, {
    nullable: true,
    complexity: pageOfSearches,
    description:
      'What platforms searched the web for: the queries of most responses first, then by query; none of responses ' +
      'from before queries were kept. Costs a point more for each two days.',
  })
  async searches(
    @Root() { id }: ProjectView,
    @Args(() => SearchesArgs) args: SearchesArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<SearchConnection> {
    const { asked, period } = parseQuestion(ctx, searchesInput, args, { first: page.first });
    const { platforms, where, gaps, first } = asked;
    const offset = offsetAfter(page.after);
    const filter = { platforms, where, gaps, limit: first, offset };
    const withPrompts = asksForPrompts(info);
    const { entries, total } = await ctx.loaders.searchesOf.load({ id, args: { period, filter, withPrompts } });
    const connection = offsetConnection(entries, offset, offset + entries.length < total);
    return Object.assign(connection, { totalCount: total });
  }
}
