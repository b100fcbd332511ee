import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, Field, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { namesOfList, pageOfCitations, pageOfCitedPages } from '../../core/field-prices.js';
import { citedDomainsInput, type Naming } from '../../core/metrics/citations.js';
import { citedPagesInput } from '../../core/metrics/cited-pages.js';
import type { Ownership } from '../../core/metrics/ownership.js';
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
import { Citation, CitationConnection, CitedPageConnection, OwnershipEnum } from './citation.types.js';

@ArgsType()
class CitationsArgs extends PeriodArgs {
  @Field(() => PlatformEnum, { nullable: true, description: 'Only this platform.' })
  provider?: Platform | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => OwnershipEnum, { nullable: true, description: 'Only domains that are whose; costs a point.' })
  ownership?: Ownership | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True returns only gaps, by how many more responses name a competitor without the brand than name the brand. ' +
      'Costs a point for each twelve days.',
  })
  gaps?: boolean | null;

  @Field(() => PromptFilter, { nullable: true, description: `${WHERE} Costs a point for each two days.` })
  where?: PromptFilter | null;
}

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

  @Field(() => PromptFilter, { nullable: true, description: `${WHERE} Costs a point for each two days.` })
  where?: PromptFilter | null;
}

const asksForTopUrls = asksFor('topUrls');
const asksForNames = asksFor('responseCountNamingBrand', 'competitorResponseCount', 'isGap');

/** Cited domains and pages of a project. */
@Resolver(() => Project)
export class CitationsResolver {
  @FieldResolver(() => CitationConnection, {
    nullable: true,
    complexity: pageOfCitations,
    description: 'Cited domains: most citations first, then by domain.',
  })
  async citations(
    @Root() { id }: ProjectView,
    @Args(() => CitationsArgs) asked: CitationsArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CitationConnection> {
    const { asked: sent, period } = parseQuestion(ctx, citedDomainsInput, asked, { first: page.first });
    const { first, ownership, gaps, where } = sent;
    const offset = offsetAfter(page.after);
    const parts = { topUrls: asksForTopUrls(info), withNames: asksForNames(info) };
    const args = { period, platforms: platformsOf(sent), limit: first, offset, ...parts, ownership, gaps, where };
    const { citations, meta } = await ctx.loaders.citationsOf.load({ id, args });
    const domains = citations.map((domain) => ({ ...domain, projectId: id }));
    return Object.assign(offsetConnection(domains, offset, meta.cursor !== null), { totalCount: meta.total });
  }

  @FieldResolver(() => CitedPageConnection, {
    nullable: true,
    complexity: pageOfCitedPages,
    description:
      'Cited pages: those that most responses cite first, then by address. Costs a point more for each eight days.',
  })
  async pages(
    @Root() { id }: ProjectView,
    @Args(() => CitedPagesArgs) args: CitedPagesArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CitedPageConnection> {
    const { asked, period } = parseQuestion(ctx, citedPagesInput, args, { first: page.first });
    const { platforms, domain, gaps, where, first } = asked;
    const offset = offsetAfter(page.after);
    const filter = { platforms, domain, gaps, where, limit: first, offset };
    const { entries, total } = await ctx.loaders.citedPagesOf.load({ id, args: { period, filter } });
    const connection = offsetConnection(entries, offset, offset + entries.length < total);
    return Object.assign(connection, { totalCount: total });
  }
}

/** Whose site a cited domain is, and what the responses that cite it name. */
@Resolver(() => Citation)
export class CitationResolver {
  @FieldResolver(() => OwnershipEnum, { description: 'Whose site the domain is, by registrable domain.' })
  async ownership(@Root() { projectId, domain }: Citation, @Ctx() { loaders }: GraphqlContext): Promise<Ownership> {
    const ownershipOf = await loaders.ownershipOf.load({ id: projectId, args: null });
    return ownershipOf(domain);
  }

  @FieldResolver(() => Int, {
    complexity: namesOfList,
    description: 'Accepted responses that cite the domain and name the brand. Costs a point for each twelve days.',
  })
  responseCountNamingBrand(@Root() { naming }: Citation): number {
    return known(naming).responseCountNamingBrand;
  }

  @FieldResolver(() => Int, {
    complexity: namesOfList,
    description:
      'Accepted responses that cite the domain and name at least one tracked competitor. ' +
      'Costs a point for each twelve days.',
  })
  competitorResponseCount(@Root() { naming }: Citation): number {
    return known(naming).competitorResponseCount;
  }

  @FieldResolver(() => Boolean, {
    complexity: namesOfList,
    description:
      'Whether three or more of the responses that cite it name a competitor and not the brand, and none or ' +
      "significantly fewer name the brand; never the brand's own site. Costs a point for each twelve days.",
  })
  async isGap(@Root() citation: Citation, @Ctx() context: GraphqlContext): Promise<boolean> {
    return known(citation.naming).isGap && (await this.ownership(citation, context)) !== 'own';
  }
}

function known(naming: Naming | null): Naming {
  if (naming === null) throw new Error('what responses name is selected, and was not read');
  return naming;
}

/** The platforms that both arguments allow; where neither is sent, all. */
function platformsOf({ provider, platforms }: { provider?: Platform | undefined; platforms?: Platform[] | undefined }) {
  return provider === undefined ? platforms : (platforms ?? [provider]).filter((platform) => platform === provider);
}
