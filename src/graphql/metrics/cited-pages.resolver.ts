import { Args, ArgsType, Ctx, Field, FieldResolver, Resolver, Root } from 'type-graphql';
import { citedPagesInput } from '../../core/metrics/cited-pages.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { pageOfCitedPages } from '../shared/citation-price.js';
import { offsetConnection, PageArgs } from '../shared/connection.js';
import { offsetAfter } from '../shared/cursor.js';
import { PlatformEnum } from '../shared/enums.js';
import { CitedPageConnection } from './cited-pages.type.js';

@ArgsType()
class CitedPagesArgs extends PeriodArgs {
  @Field(() => String, { nullable: true, description: 'Only pages of this domain.' })
  domain?: string | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True returns only gaps, by how many more responses name a competitor without the brand than name the brand.',
  })
  gaps?: boolean | null;
}

/** Cited pages of a project. */
@Resolver(() => Project)
export class CitedPagesResolver {
  @FieldResolver(() => CitedPageConnection, {
    nullable: true,
    complexity: pageOfCitedPages,
    description:
      'Cited pages: those that most responses cite first, then by address. Costs a point more for each two days.',
  })
  async pages(
    @Root() { id }: ProjectView,
    @Args(() => CitedPagesArgs) args: CitedPagesArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CitedPageConnection> {
    const { asked, period } = parseQuestion(ctx, citedPagesInput, args, { first: page.first });
    const { platforms, domain, gaps, first } = asked;
    const offset = offsetAfter(page.after);
    const filter = { platforms, domain, gaps, limit: first, offset };
    const { entries, total } = await ctx.loaders.citedPagesOf.load({ id, args: { period, filter } });
    const connection = offsetConnection(entries, offset, offset + entries.length < total);
    return Object.assign(connection, { totalCount: total });
  }
}
