import { Arg, Args, Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { cellsInput } from '../../core/metrics/cells.js';
import { LAST_ANSWER_DAYS } from '../../core/metrics/last-answers.js';
import { DAYS_MAX } from '../../core/metrics/period.input.js';
import { trendInput } from '../../core/metrics/trend.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Prompt } from '../projects/prompt.types.js';
import { PeriodArgs, parseArguments, parseQuestion } from '../shared/arguments.js';
import { PlatformEnum } from '../shared/enums.js';
import { daysOfEach, onceAList } from '../shared/prompt-price.js';
import { DateTimeScalar } from '../shared/scalars.js';
import { PromptPlatformVisibility, PromptVisibility, toPromptVisibility } from './prompt-visibility.types.js';
import { TrendPoint, toTrendPoint } from './visibility.types.js';
import { OVER } from './visibility-parts.resolver.js';

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
    const { asked, period } = parseQuestion(ctx, cellsInput, days, { platforms: chosen });
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
