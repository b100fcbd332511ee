import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { Ownership } from '../../core/metrics/ownership.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { PeriodArgs } from '../schema/arguments.js';
import { offsetConnection, PageArgs } from '../schema/connection.js';
import { OwnershipEnum, PlatformEnum } from '../schema/enums.js';
import { pageOfCitations } from '../schema/price.js';
import { asksFor } from '../schema/selection.js';
import { Citation, CitationConnection } from './citations.type.js';
import { parseEntriesPage } from './entries-page.js';

const asksForTopUrls = asksFor('topUrls');

/** Cited domains of a project. */
@Resolver(() => Project)
export class CitationsResolver {
  @FieldResolver(() => CitationConnection, {
    nullable: true,
    complexity: pageOfCitations,
    description: 'Cited domains: most citations first, then by domain.',
  })
  async citations(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('provider', () => PlatformEnum, { nullable: true, description: 'Only this platform.' })
    platform: Platform | null | undefined,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CitationConnection> {
    const args = { ...parseEntriesPage(ctx, days, page, platform), topUrls: asksForTopUrls(info) };
    const { citations, meta } = await ctx.loaders.citationsOf.load({ id, args });
    const domains = citations.map((domain) => ({ ...domain, projectId: id }));
    return Object.assign(offsetConnection(domains, args.offset, meta.cursor !== null), { totalCount: meta.total });
  }
}

/** Whose site a cited domain is. */
@Resolver(() => Citation)
export class CitationResolver {
  @FieldResolver(() => OwnershipEnum, { description: 'Whose site the domain is, by registrable domain.' })
  async ownership(@Root() { projectId, domain }: Citation, @Ctx() { loaders }: GraphqlContext): Promise<Ownership> {
    const ownershipOf = await loaders.ownershipOf.load({ id: projectId, args: null });
    return ownershipOf(domain);
  }
}
