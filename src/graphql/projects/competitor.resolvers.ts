import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { adviceOfCompetitor } from '../../core/branding/name-advice.js';
import type {
  CompetitorBrief,
  CompetitorView,
  ListedCompetitorView,
} from '../../core/competitors/competitor.schema.js';
import { createCompetitor, removeCompetitor, updateCompetitor } from '../../core/competitors/competitor.writes.js';
import { ServiceError } from '../../core/errors.js';
import { oneCall, oneWrite, pageOfCalls } from '../../core/field-prices.js';
import { parse, uuid } from '../../core/input.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import type { Loaders, PluralLoader } from '../loaders/loaders.js';
import { oncePerField } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import { type ListedPage, pageOfListed, parsePage } from '../shared/connection-pages.js';
import { asksFor, asksOnlyFor } from '../shared/selection.js';
import { Competitor, CompetitorConnection, CreateCompetitorInput, UpdateCompetitorInput } from './competitor.types.js';
import { Deletion, NameAdvice, Project } from './project.types.js';

const asksForAggregates = asksFor('totalMentionsCount', 'visibilityScore', 'marketShare', 'firstSeenAt', 'lastSeenAt');

const asksOnlyForBriefs = asksOnlyFor('id', 'name', 'websiteUrl', 'discoveryMethod', 'createdAt');

type Listed = ListedCompetitorView | CompetitorView | CompetitorBrief;

const parseList = oncePerField((_ctx, _field, args: PageArgs) => parsePage(args));

/** Competitors below their project and by id, and the writes that mirror REST. */
@Resolver(() => Project)
export class CompetitorResolver {
  @FieldResolver(() => CompetitorConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description: 'Competitors of the project with their aggregates, oldest first; an error below an archived one.',
  })
  async competitors(
    @Root() { id }: ProjectView,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ListedPage<Listed>> {
    const page = parseList(ctx, info, args);
    return pageOfListed<Listed>(await listsFor(info, ctx.loaders).load({ id, args: null }), page);
  }

  @Query(() => Competitor, {
    nullable: true,
    complexity: oneCall,
    description: 'One competitor that is not removed, with its aggregates.',
  })
  async competitor(
    @Arg('id', () => ID, { description: 'Identifier of the competitor.' }) id: string,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ListedCompetitorView> {
    const found = await loaders.competitor.load({ id: parse(uuid, id, 'competitorId'), args: null });
    const listed = await loaders.competitorsOf.load({ id: found.projectId, args: null });
    return listed.find((competitor) => competitor.id === found.id) ?? found;
  }

  @Mutation(() => Competitor, { nullable: true, complexity: oneWrite, description: 'Tracks a competitor.' })
  async createCompetitor(
    @Arg('projectId', () => ID, { description: 'The project that tracks it.' }) projectId: string,
    @Arg('input', () => CreateCompetitorInput, { description: 'The new competitor.' }) input: CreateCompetitorInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CompetitorView> {
    return write(ctx, (core) => createCompetitor(core, projectId, input));
  }

  @Mutation(() => Competitor, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes the sent fields of a competitor.',
  })
  async updateCompetitor(
    @Arg('id', () => ID, { description: 'Identifier of the competitor.' }) id: string,
    @Arg('input', () => UpdateCompetitorInput, { description: 'The changes.' }) input: UpdateCompetitorInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CompetitorView> {
    return write(ctx, (core) => updateCompetitor(core, id, input));
  }

  @Mutation(() => Deletion, {
    nullable: true,
    complexity: oneWrite,
    description: 'Removes a competitor from lists and later analyses; its mention history stays.',
  })
  async deleteCompetitor(
    @Arg('id', () => ID, { description: 'Identifier of the competitor.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Deletion> {
    return write(ctx, (core) => removeCompetitor(core, id));
  }
}

/** What the rules will ask of a competitor's names. */
@Resolver(() => Competitor)
export class CompetitorAdviceResolver {
  @FieldResolver(() => [NameAdvice], {
    complexity: oneCall,
    description: "What to know about the competitor's names; empty where they stand for themselves.",
  })
  nameAdvice(@Root() competitor: CompetitorView): NameAdvice[] {
    return adviceOfCompetitor(competitor);
  }
}

function listsFor(info: GraphQLResolveInfo, loaders: Loaders): PluralLoader<null, Listed[]> {
  if (asksForAggregates(info)) return loaders.competitorsOf;
  return asksOnlyForBriefs(info) ? loaders.competitorBriefsOf : loaders.plainCompetitorsOf;
}

/** The tracked competitor of an id, with its aggregates. */
export async function competitorOrNull(
  { competitorsOf }: Loaders,
  projectId: string,
  competitorId: string | null,
): Promise<ListedCompetitorView | null> {
  if (competitorId === null) return null;
  const listed = await competitorsOf.load({ id: projectId, args: null }).catch(noneBelowArchived);
  return listed.find(({ id }) => id === competitorId) ?? null;
}

/** An archived project has its mentions still, but no list of competitors. */
function noneBelowArchived(error: unknown): ListedCompetitorView[] {
  if (error instanceof ServiceError && error.code === 'NOT_FOUND') return [];
  throw error;
}
