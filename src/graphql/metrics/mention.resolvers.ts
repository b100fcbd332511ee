import { Arg, Args, Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import type { ListedCompetitorView } from '../../core/competitors/competitor.schema.js';
import { oneCall, pageByOffset, toneOfQuestions, toneShareOfEach } from '../../core/field-prices.js';
import type { MentionsQuery } from '../../core/metrics/mentions.js';
import { periodInput, provider } from '../../core/metrics/metric-query.js';
import { filteredSentimentInput } from '../../core/metrics/sentiment.js';
import { first, offsetAfter } from '../../core/pages.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { competitorOrNull } from '../projects/competitor.resolvers.js';
import { Competitor } from '../projects/competitor.types.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PageArgs, TOTAL_COUNT } from '../shared/connection.types.js';
import { offsetConnection } from '../shared/connection-pages.js';
import { PromptFilter, WHERE } from '../shared/prompt-filter.types.js';
import { PlatformEnum } from '../shared/scalars.js';
import { MentionBucket, MentionBucketConnection, PlatformTone, Sentiment, ToneShare } from './mention.types.js';

/** What responses of a project name, and their tone toward its brand. */
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

  @FieldResolver(() => Sentiment, {
    nullable: true,
    complexity: toneOfQuestions,
    description: 'Tone of the responses toward the brand.',
  })
  async sentiment(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('where', () => PromptFilter, { nullable: true, description: `${WHERE} Costs a point for each ten days.` })
    where: PromptFilter | null | undefined,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Sentiment> {
    const { asked, period } = parseQuestion(ctx, filteredSentimentInput, days, { where });
    const request = { id, args: { period, where: asked.where } };
    return { ...(await ctx.loaders.sentimentOf.load(request)), request };
  }
}

/** How sure the shares of a sentiment are, of platforms too; one statement serves all, where one is selected. */
@Resolver(() => Sentiment)
export class SentimentSharesResolver {
  @FieldResolver(() => ToneShare, {
    complexity: toneShareOfEach,
    description: 'The share of `positive` in `total`, with its interval and whether it moved.',
  })
  async positiveShare(@Root() { request }: Sentiment, @Ctx() { loaders }: GraphqlContext): Promise<ToneShare> {
    return (await loaders.toneSharesOf.load(request)).positive;
  }

  @FieldResolver(() => ToneShare, {
    complexity: toneShareOfEach,
    description: 'The share of `negative` in `total`, with its interval and whether it moved.',
  })
  async negativeShare(@Root() { request }: Sentiment, @Ctx() { loaders }: GraphqlContext): Promise<ToneShare> {
    return (await loaders.toneSharesOf.load(request)).negative;
  }

  @Extensions({ entries: PLATFORMS.length })
  @FieldResolver(() => [PlatformTone], {
    complexity: toneShareOfEach,
    description: 'By platform: those that name the brand in the period or the one before.',
  })
  async byPlatform(@Root() { request }: Sentiment, @Ctx() { loaders }: GraphqlContext): Promise<PlatformTone[]> {
    return [...(await loaders.toneSharesOf.load(request)).byPlatform];
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

const entriesInput = z.object({ ...periodInput, provider, first });

/** The page of a metric's entries that is asked for, checked. @throws ServiceError VALIDATION_ERROR. */
function parseEntriesPage(
  ctx: GraphqlContext,
  days: PeriodArgs,
  page: PageArgs,
  platform: Platform | null | undefined,
): MentionsQuery {
  const { asked, period } = parseQuestion(ctx, entriesInput, days, { provider: platform, first: page.first });
  return { period, provider: asked.provider, limit: asked.first, offset: offsetAfter(page.after) };
}
