import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { AnswerView } from '../../core/answers/answer.schema.js';
import {
  countOfList,
  marketOfEntry,
  onceAList,
  oneCall,
  pageOfRuns,
  promptOfEntry,
  runsOfPrompt,
  runsRequested,
} from '../../core/field-prices.js';
import type { MarketView } from '../../core/markets/market.schema.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import type { PagePosition } from '../../core/pages.js';
import { runAfter } from '../../core/pages.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.schema.js';
import { LAST_RUN_DAYS } from '../../core/runs/monitoring.js';
import { findRuns, type RunView, runsInput } from '../../core/runs/run-list.js';
import { REQUESTS_PER_DAY, runPrompt } from '../../core/runs/run-now.js';
import type { Platform, RunState } from '../../entities/vocabulary.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { Market } from '../projects/market.types.js';
import { Project } from '../projects/project.types.js';
import { promptOrNull } from '../projects/prompt.resolvers.js';
import { Prompt } from '../projects/prompt.types.js';
import { parseArguments } from '../shared/arguments.js';
import { PageArgs, TOTAL_COUNT } from '../shared/connection.types.js';
import { parseSize, placeConnection } from '../shared/connection-pages.js';
import { PromptFilter } from '../shared/prompt-filter.types.js';
import { DateScalar, DateTimeScalar, PlatformEnum } from '../shared/scalars.js';
import { partsOf } from './response.resolvers.js';
import { RetainedResponse } from './response.types.js';
import { Run, RunConnection, RunStateEnum } from './run.types.js';

@ArgsType()
class RunsArgs {
  @Field(() => RunStateEnum, { nullable: true, description: 'Only runs in this state.' })
  state?: RunState | null;

  @Field(() => PlatformEnum, { nullable: true, description: 'Only runs on this platform.' })
  platform?: Platform | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only runs on these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => ID, { nullable: true, description: 'Only runs of this prompt of the project, archived or not.' })
  promptId?: string | null;

  @Field(() => PromptFilter, {
    nullable: true,
    description: 'Only runs of these prompts, archived or not. Costs a point for each ten days.',
  })
  where?: PromptFilter | null;

  @Field(() => DateScalar, {
    nullable: true,
    description:
      'First UTC day that runs were planned on; 30 days before `to` where nothing is sent, and at most 90 before it.',
  })
  from?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Last such day; today where nothing is sent.' })
  to?: string | null;
}

/** The runs of a project. */
@Resolver(() => Project)
export class RunsResolver {
  @FieldResolver(() => RunConnection, {
    nullable: true,
    complexity: pageOfRuns,
    description:
      'Runs of the project, those planned last first; a filter that names nothing of the project finds none.',
  })
  async runs(
    @Root() { id }: ProjectView,
    @Args(() => RunsArgs) args: RunsArgs,
    @Args(() => PageArgs) pageArgs: PageArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<RunConnection> {
    const { from, to, ...filter } = parseArguments(runsInput, args);
    const page = { first: parseSize(pageArgs), after: runAfter(pageArgs.after) };
    const request = { period: toPeriod(ctx.core, { from, to }), filter };
    const { entries, hasMore } = await ctx.loaders.runsOf.load({ id, args: { ...request, page } });
    const connection = placeConnection(entries, placeOf, page.after !== null, hasMore);
    return Object.assign(connection, { request: { id, args: request } });
  }
}

/** When a prompt was asked last and is next, and asking it now. */
@Resolver(() => Prompt)
export class PromptRunsResolver {
  @Mutation(() => [Run], {
    nullable: true,
    complexity: runsRequested,
    description: `Asks a prompt out of turn: ${REQUESTS_PER_DAY} times a UTC day at most, and a credit a platform.`,
  })
  async runPrompt(
    @Arg('id', () => ID, { description: 'Identifier of the prompt.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<RunView[]> {
    return write(ctx, async (core) => findRuns(core, await runPrompt(core, id)));
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    complexity: onceAList,
    description:
      'When the prompt is due; at once where that is past. Null where it, its project or the subscription is inactive.',
  })
  async nextRunAt(
    @Root() { id }: PromptBrief | PromptView,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.nextRunOf.load({ id, args: null })).nextRunAt;
  }

  @FieldResolver(() => [Run], {
    nullable: true,
    complexity: runsOfPrompt,
    description: `The run planned last on each platform that the prompt had a run on within ${LAST_RUN_DAYS} days.`,
  })
  async lastRuns(@Root() { id }: PromptBrief | PromptView, @Ctx() { loaders }: GraphqlContext): Promise<RunView[]> {
    return loaders.lastRunsOf.load({ id, args: null });
  }
}

/** What the run itself knows. */
const NOTHING = 0;

/** What a run belongs to, and what came of it. */
@Resolver(() => Run)
export class RunResolver {
  @FieldResolver(() => Prompt, {
    nullable: true,
    complexity: promptOfEntry,
    description: 'The prompt that is asked; null where it is archived.',
  })
  async prompt(@Root() { promptId }: RunView, @Ctx() { loaders }: GraphqlContext): Promise<PromptView | null> {
    return promptOrNull(loaders, promptId);
  }

  @FieldResolver(() => Market, {
    nullable: true,
    complexity: marketOfEntry,
    description: "The market of its prompt; null for the project's country.",
  })
  async market(@Root() { promptId }: RunView, @Ctx() { loaders }: GraphqlContext): Promise<MarketView | null> {
    return (await loaders.marketOfPrompt.load({ id: promptId, args: null })).market;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    complexity: NOTHING,
    description: 'Identifier of the answer that came of it; null unless it was accepted.',
  })
  responseId(@Root() { answer }: RunView): string | null {
    return answer?.id ?? null;
  }

  @FieldResolver(() => DateScalar, {
    nullable: true,
    complexity: NOTHING,
    description: 'The UTC day of that answer, for `response(projectId, date, id)`; null unless it was accepted.',
  })
  responseDate(@Root() { answer }: RunView): string | null {
    return answer?.bucketDate ?? null;
  }

  @FieldResolver(() => RetainedResponse, {
    nullable: true,
    complexity: oneCall,
    description: 'The answer that came of it; null unless it was accepted.',
  })
  async response(
    @Root() { answer, projectId }: RunView,
    @Ctx() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnswerView | null> {
    if (!answer) return null;
    return loaders.responseAt.load({ place: { projectId, ...answer }, parts: partsOf(info) });
  }
}

/** The count of all pages, paid for only by operations that select it. */
@Resolver(() => RunConnection)
export class RunConnectionResolver {
  @FieldResolver(() => Int, { complexity: countOfList, description: TOTAL_COUNT })
  async totalCount(@Root() { request }: RunConnection, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.runCountOf.load(request);
  }
}

function placeOf({ plannedAt, id }: RunView): PagePosition {
  return { at: plannedAt, id };
}
