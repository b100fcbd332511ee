import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import type { PagePosition } from '../../core/page.input.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { PromptView } from '../../core/prompts/prompt.view.js';
import { responsesInput } from '../../core/responses/response.input.js';
import type { ResponseView } from '../../core/responses/response.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { Prompt } from '../prompts/prompt.type.js';
import { promptOrNull } from '../prompts/prompt-or-null.js';
import { PeriodArgs, parseQuestion } from '../schema/arguments.js';
import { PageArgs, placeConnection, TOTAL_COUNT } from '../schema/connection.js';
import { PlatformEnum } from '../schema/enums.js';
import { parsePage } from '../schema/listed-page.js';
import { countOfList, onePrompt, pageOfResponses } from '../schema/price.js';
import { ResponseConnection, RetainedResponse } from './response.type.js';
import { partsOf } from './response-parts.js';

@ArgsType()
class ResponsesArgs extends PeriodArgs {
  @Field(() => PlatformEnum, { nullable: true, description: 'Only responses of this platform.' })
  platform?: Platform | null;

  @Field(() => ID, { nullable: true, description: 'Only responses to this prompt of the project, archived or not.' })
  promptId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "Only responses that name it: a competitor's id, the `competitorCandidateId` of a mention bucket, " +
      "or the project's own id for its brand.",
  })
  mentioning?: string | null;
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
    const { asked, period } = parseQuestion(ctx, responsesInput, args);
    const page = parsePage(pageArgs);
    const request = {
      period,
      filter: { platform: asked.platform, promptId: asked.promptId, mentioning: asked.mentioning },
    };
    const parts = partsOf(info);
    const { entries, hasMore } = await ctx.loaders.responsesOf.load({ id, args: { ...request, page, parts } });
    const connection = placeConnection(entries, placeOf, page.after !== null, hasMore);
    return Object.assign(connection, { request: { id, args: request } });
  }
}

/** The prompt of an answer. */
@Resolver(() => RetainedResponse)
export class ResponseResolver {
  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: onePrompt,
    description: 'The prompt that it responds to; null where no unarchived one has its question.',
  })
  async prompt(@Root() { promptId }: ResponseView, @Ctx() { loaders }: GraphqlContext): Promise<PromptView | null> {
    return promptId === null ? null : promptOrNull(loaders, promptId);
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

function placeOf({ answeredAt, id }: ResponseView): PagePosition {
  return { at: answeredAt, id };
}
