import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import {
  ANSWER_PARTS,
  type AnswerPart,
  type AnswerView,
  answersInput,
  SEARCH_DAYS_MAX,
  SEARCH_MAX,
  SEARCH_MIN,
} from '../../core/answers/answer.schema.js';
import { countOfList, marketOfEntry, oneResponse, pageOfResponses, promptOfEntry } from '../../core/field-prices.js';
import { parse, uuid } from '../../core/input.js';
import type { MarketView } from '../../core/markets/market.schema.js';
import type { PagePosition } from '../../core/pages.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { PromptView } from '../../core/prompts/prompt.schema.js';
import type { Platform, Sentiment } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Market } from '../projects/market.types.js';
import { Project } from '../projects/project.types.js';
import { promptOrNull } from '../projects/prompt.resolvers.js';
import { Prompt } from '../projects/prompt.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PageArgs, TOTAL_COUNT } from '../shared/connection.types.js';
import { parsePage, placeConnection } from '../shared/connection-pages.js';
import { PromptFilter } from '../shared/prompt-filter.types.js';
import { DateScalar, PlatformEnum } from '../shared/scalars.js';
import { type AsksFor, asksFor } from '../shared/selection.js';
import { ResponseConnection, RetainedResponse, SentimentEnum } from './response.types.js';

@ArgsType()
class ResponsesArgs extends PeriodArgs {
  @Field(() => PlatformEnum, { nullable: true, description: 'Only responses of this platform.' })
  platform?: Platform | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only responses of these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => ID, { nullable: true, description: 'Only responses to this prompt of the project, archived or not.' })
  promptId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "Only responses that name it: a competitor's id, the `competitorCandidateId` of a mention bucket, " +
      "or the project's own id for its brand.",
  })
  mentioning?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only responses that name the brand, or that do not.' })
  named?: boolean | null;

  @Field(() => [SentimentEnum], {
    nullable: true,
    description: 'Only responses of these classes of tone toward the brand, at least one.',
  })
  sentiments?: Sentiment[] | null;

  @Field(() => String, { nullable: true, description: 'Only responses that cite a page of this domain.' })
  citing?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      `Only responses whose text has these words as written, ${SEARCH_MIN} to ${SEARCH_MAX} characters; letter case ` +
      `does not count. Looks through ${SEARCH_DAYS_MAX} days at most: name a shorter period or \`window: D7\`.`,
  })
  search?: string | null;

  @Field(() => PromptFilter, {
    nullable: true,
    description:
      'Only responses to these prompts, of those that the selected analysis has read. Costs a point for each ten days.',
  })
  where?: PromptFilter | null;
}

/** The retained answers of a project. */
@Resolver(() => Project)
export class ResponsesResolver {
  @FieldResolver(() => ResponseConnection, {
    nullable: true,
    complexity: pageOfResponses,
    description: 'Retained responses behind the numbers, newest first; none for a filter by an id of another project.',
  })
  async responses(
    @Root() { id }: ProjectView,
    @Args(() => ResponsesArgs) args: ResponsesArgs,
    @Args(() => PageArgs) pageArgs: PageArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ResponseConnection> {
    const { asked, period } = parseQuestion(ctx, answersInput, args);
    const page = parsePage(pageArgs);
    const { from, to, window, ...filter } = asked;
    const request = { period, filter };
    const parts = partsOf(info);
    const { entries, hasMore } = await ctx.loaders.responsesOf.load({ id, args: { ...request, page, parts } });
    const connection = placeConnection(entries, placeOf, page.after !== null, hasMore);
    return Object.assign(connection, { request: { id, args: request } });
  }
}

/** The prompt and the market of an answer. */
@Resolver(() => RetainedResponse)
export class ResponseResolver {
  @Query(() => RetainedResponse, {
    nullable: true,
    complexity: oneResponse,
    description: 'One retained response, at its place; null where there is none.',
  })
  async response(
    @Arg('projectId', () => ID, { description: 'The project that it belongs to.' }) projectId: string,
    @Arg('date', () => DateScalar, { description: 'The UTC day of its `answeredAt`.' }) date: string,
    @Arg('id', () => ID, { description: 'Identifier of the response.' }) id: string,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnswerView | null> {
    const place = { projectId: parse(uuid, projectId, 'projectId'), id: parse(uuid, id, 'responseId') };
    const { period } = parseQuestion(ctx, answersInput, { from: date, to: date });
    await ctx.loaders.analysisOf.load({ id: place.projectId, args: null });
    return ctx.loaders.responseAt.load({ place: { ...place, bucketDate: period.from }, parts: partsOf(info) });
  }

  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: promptOfEntry,
    description: 'The prompt that it responds to; null where no unarchived one has its question.',
  })
  async prompt(@Root() { promptId }: AnswerView, @Ctx() { loaders }: GraphqlContext): Promise<PromptView | null> {
    return promptId === null ? null : promptOrNull(loaders, promptId);
  }

  @FieldResolver(() => Market, {
    nullable: true,
    complexity: marketOfEntry,
    description: "The market that was asked in; null for the project's country, and where an import names none.",
  })
  async market(@Root() { marketId }: AnswerView, @Ctx() { loaders }: GraphqlContext): Promise<MarketView | null> {
    return marketId === null ? null : loaders.market.load({ id: marketId, args: null });
  }
}

/** The count of all pages, paid for only by operations that select it. */
@Resolver(() => ResponseConnection)
export class ResponseConnectionResolver {
  @FieldResolver(() => Int, { complexity: countOfList, description: TOTAL_COUNT })
  async totalCount(@Root() { request }: ResponseConnection, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.responseCountOf.load(request);
  }
}

function placeOf({ answeredAt, id }: AnswerView): PagePosition {
  return { at: answeredAt, id };
}

const asksForPart: Readonly<Record<AnswerPart, AsksFor>> = {
  text: asksFor('text'),
  excerpt: asksFor('excerpt'),
  question: asksFor('question'),
  mentions: asksFor('brandMentions'),
  names: asksFor('mentions'),
  citations: asksFor('citations'),
  searches: asksFor('searches'),
  sentiment: asksFor('sentiment', 'sentimentSource', 'evidence', 'brandDecidedBy'),
  correction: asksFor('correction'),
};

/** What is read of the responses below a field. */
export function partsOf(info: GraphQLResolveInfo): AnswerPart[] {
  return ANSWER_PARTS.filter((part) => asksForPart[part](info));
}
