import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { createFeed, FEEDS_MAX, type FeedView, feedUrl, LIVE_FEEDS_MAX, revokeFeed } from '../../core/feeds/feeds.js';
import { oneCall, oneWrite } from '../../core/field-prices.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { CreatedFeed, CreateFeedInput, Feed } from './feed.types.js';
import { Project } from './project.types.js';

const FOR_HOLDERS = 'Only for people who signed in: a key gets FORBIDDEN.';
const FOR_MEMBERS = 'Only for members and owners who signed in: others get FORBIDDEN.';

/** Files at addresses that need no other credential, for programs that send none. */
@Resolver(() => Project)
export class FeedResolver {
  @Extensions({ entries: FEEDS_MAX })
  @FieldResolver(() => [Feed], {
    nullable: true,
    complexity: oneCall,
    description: `Feeds of the project, oldest first; those that were revoked 90 days ago are left out. ${FOR_HOLDERS}`,
  })
  async feeds(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<FeedView[]> {
    return loaders.feedsOf.load({ id, args: null });
  }

  @Mutation(() => CreatedFeed, {
    nullable: true,
    complexity: oneWrite,
    description:
      `Creates a feed, for tiers with API access; a project has ${LIVE_FEEDS_MAX} at most. Its requests are charged ` +
      `as those of keys. ${FOR_MEMBERS}`,
  })
  async createFeed(
    @Arg('projectId', () => ID, { description: 'The project that it is of.' }) projectId: string,
    @Arg('input', () => CreateFeedInput, { description: 'The new feed.' }) input: CreateFeedInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CreatedFeed> {
    const { feed, token } = await write(ctx, (core) => createFeed(core, projectId, input, ctx.client));
    return { url: feedUrl(ctx.linkBaseUrl, token), feed };
  }

  @Mutation(() => Feed, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends a feed for good, at once. ${FOR_MEMBERS}`,
  })
  async revokeFeed(
    @Arg('id', () => ID, { description: 'Identifier of the feed.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<FeedView> {
    return write(ctx, (core) => revokeFeed(core, id, ctx.client));
  }
}
