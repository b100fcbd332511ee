import { Arg, Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { ListedCompetitorView } from '../../core/competitors/competitor.view.js';
import { ServiceError } from '../../core/errors.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import type { Loaders } from '../loaders/loaders.js';
import { Competitor } from '../projects/competitor.types.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs } from '../shared/arguments.js';
import { offsetConnection, PageArgs, TOTAL_COUNT } from '../shared/connection.js';
import { PlatformEnum } from '../shared/enums.js';
import { oneCall, pageByOffset } from '../shared/price.js';
import { parseEntriesPage } from './entries-page.js';
import { MentionBucket, MentionBucketConnection } from './mention.types.js';

/** Mention buckets of a project. */
@Resolver(() => Project)
export class MentionsResolver {
  @FieldResolver(() => MentionBucketConnection, {
    nullable: true,
    complexity: pageByOffset,
    description: 'Mentions by day, platform and name: newest day first, then by platform, the brand before others.',
  })
  async mentions(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('provider', () => PlatformEnum, { nullable: true, description: 'Only this platform.' })
    platform: Platform | null | undefined,
    @Ctx() ctx: GraphqlContext,
  ): Promise<MentionBucketConnection> {
    const args = parseEntriesPage(ctx, days, page, platform);
    const view = await ctx.loaders.mentionsOf.load({ id, args });
    const buckets = view.mentions.map((bucket) => ({ ...bucket, projectId: id }));
    const connection = offsetConnection(buckets, args.offset, view.pagination.hasMore);
    return Object.assign(connection, { request: { id, args: { period: args.period, provider: args.provider } } });
  }
}

/** The competitor behind a bucket. */
@Resolver(() => MentionBucket)
export class MentionBucketResolver {
  @FieldResolver(() => Competitor, {
    nullable: true,
    complexity: oneCall,
    description: 'The competitor with that name; null for the brand, untracked names and competitors since removed.',
  })
  async competitor(
    @Root() { projectId, competitorId }: MentionBucket,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ListedCompetitorView | null> {
    return competitorOrNull(loaders, projectId, competitorId);
  }
}

/** The count of all pages, paid for only by operations that select it. */
@Resolver(() => MentionBucketConnection)
export class MentionBucketConnectionResolver {
  @FieldResolver(() => Int, { description: TOTAL_COUNT })
  async totalCount(@Root() { request }: MentionBucketConnection, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.mentionCountOf.load(request);
  }
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
