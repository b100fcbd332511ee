import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { cellsOfQuestions, daysOfEach, onceAList, oneCall } from '../../core/field-prices.js';
import type { CellView } from '../../core/metrics/cells.js';
import { LAST_ANSWER_DAYS } from '../../core/metrics/last-answers.js';
import type { MetricQuery } from '../../core/metrics/metric-query.js';
import { DAYS_MAX, filteredQueryInput, metricQueryInput } from '../../core/metrics/metric-query.js';
import type { PromptScore } from '../../core/metrics/prompt-visibility.js';
import { wilson } from '../../core/metrics/shares.js';
import { trendInput } from '../../core/metrics/trend.js';
import { CELLS_MAX } from '../../core/plans.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.schema.js';
import { stageOf } from '../../core/suggestions/stage-words.js';
import type { Platform, Stage } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import type { LoaderRequest } from '../loaders/loaders.js';
import { Project } from '../projects/project.types.js';
import { Prompt } from '../projects/prompt.types.js';
import { PeriodArgs, parseArguments, parseQuestion } from '../shared/arguments.js';
import { PromptFilter, WHERE } from '../shared/prompt-filter.types.js';
import { DateTimeScalar, PlatformEnum, StageEnum } from '../shared/scalars.js';
import { asksFor } from '../shared/selection.js';
import { Cell, PromptPlatformVisibility, PromptVisibility } from './prompt-visibility.types.js';
import { OVER, toTrendPoint } from './visibility.resolvers.js';
import { TrendPoint } from './visibility.types.js';

/** What the answers to a prompt say; one statement serves all prompts of an operation. */
@Resolver(() => Prompt)
export class PromptNumbersResolver {
  @FieldResolver(() => PromptVisibility, {
    nullable: true,
    complexity: onceAList,
    description: 'Share of accepted responses to the prompt, as it is worded now, that name the brand.',
  })
  async visibility(
    @Root() { id }: PromptBrief | PromptView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('platforms', () => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
    chosen: Platform[] | null | undefined,
    @Ctx() ctx: GraphqlContext,
  ): Promise<PromptVisibility> {
    const { asked, period } = parseQuestion(ctx, metricQueryInput, days, { platforms: chosen });
    const request = { id, args: { period, platforms: asked.platforms } };
    return toPromptVisibility(await ctx.loaders.promptVisibilityOf.load(request), request);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    complexity: onceAList,
    description: "Whether its text names the brand, found by the project's names as they are found in answers.",
  })
  async isBranded(@Root() { id }: PromptBrief | PromptView, @Ctx() { loaders }: GraphqlContext): Promise<boolean> {
    return (await loaders.brandingOf.load({ id, args: null })).isBranded;
  }

  @FieldResolver(() => StageEnum, {
    nullable: true,
    complexity: 0,
    description: 'The stage that the words of its text tell; null where none tells. A suggestion: see `stage`.',
  })
  likelyStage(@Root() { promptText }: PromptBrief | PromptView): Stage | null {
    return stageOf(promptText);
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    complexity: onceAList,
    description: `When a platform last answered it as it is worded now, of the last ${LAST_ANSWER_DAYS} days.`,
  })
  async lastAnsweredAt(
    @Root() { id }: PromptBrief | PromptView,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.lastAnswerOfPrompt.load({ id, args: null })).lastAnsweredAt;
  }
}

/** The days of a prompt's score. */
@Resolver(() => PromptVisibility)
export class PromptTrendResolver {
  @Extensions({ entries: DAYS_MAX })
  @FieldResolver(() => [TrendPoint], {
    complexity: daysOfEach,
    description: 'The days that have accepted responses among those pooled, ascending.',
  })
  async trend(
    @Root() { request }: PromptVisibility,
    @Arg('over', () => Int, { defaultValue: 1, description: OVER }) sent: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<TrendPoint[]> {
    const { over } = parseArguments(trendInput, { over: sent });
    const { id, args } = request;
    return (await loaders.promptTrendsOf.load({ id, args: { ...args, over } })).whole.map((point) =>
      toTrendPoint(point),
    );
  }
}

/** The days of its score on one platform. */
@Resolver(() => PromptPlatformVisibility)
export class PromptPlatformTrendResolver {
  @Extensions({ entries: DAYS_MAX })
  @FieldResolver(() => [TrendPoint], {
    complexity: daysOfEach,
    description: 'The days that have accepted responses of the platform among those pooled, ascending.',
  })
  async trend(
    @Root() { platform, request }: PromptPlatformVisibility,
    @Arg('over', () => Int, { defaultValue: 1, description: OVER }) sent: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<TrendPoint[]> {
    const { over } = parseArguments(trendInput, { over: sent });
    const { id, args } = request;
    const { byPlatform } = await loaders.promptTrendsOf.load({ id, args: { ...args, over } });
    return (byPlatform.get(platform) ?? []).map((point) => toTrendPoint(point));
  }
}

const asksForTexts = asksFor('promptText');

/** Prompts by platforms of a project. */
@Resolver(() => Project)
export class CellsResolver {
  @Extensions({ entries: CELLS_MAX })
  @FieldResolver(() => [Cell], {
    nullable: true,
    complexity: cellsOfQuestions,
    description:
      'Visibility by prompt and platform, prompts oldest first: cells with accepted responses alone. ' +
      'Their counts add up to those of `visibility`.',
  })
  async cells(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Arg('platforms', () => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
    chosen: Platform[] | null | undefined,
    @Arg('where', () => PromptFilter, { nullable: true, description: `${WHERE} Costs one point more.` })
    where: PromptFilter | null | undefined,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Cell[]> {
    const { asked, period } = parseQuestion(ctx, filteredQueryInput, days, { platforms: chosen, where });
    const args = { period, platforms: asked.platforms, where: asked.where, withTexts: asksForTexts(info) };
    return (await ctx.loaders.cellsOf.load({ id, args })).map(toCell);
  }
}

/** What is known of the prompt of a cell. */
@Resolver(() => Cell)
export class CellResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    complexity: oneCall,
    description:
      "Whether the prompt names the brand, by the project's names of now; null where there is no prompt. " +
      'One point for all cells.',
  })
  async isBranded(@Root() { promptId }: Cell, @Ctx() { loaders }: GraphqlContext): Promise<boolean | null> {
    if (promptId === null) return null;
    return (await loaders.brandingOf.load({ id: promptId, args: null })).isBranded;
  }
}

function toPromptVisibility(score: PromptScore, request: LoaderRequest<MetricQuery>): PromptVisibility {
  const { responseCount, brandMentionCount, visibilityScore, byPlatform } = score;
  return {
    window: request.args.period,
    score: visibilityScore,
    ...{ responseCount, brandMentionCount },
    confidence: wilson(brandMentionCount, responseCount),
    byPlatform: byPlatform.map((own) => ({
      ...own,
      confidence: wilson(own.brandMentionCount, own.responseCount),
      request,
    })),
    request,
  };
}

function toCell(view: CellView): Cell {
  return { ...view, confidence: wilson(view.brandMentionCount, view.responseCount) };
}
