import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, Extensions, Field, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import type { ListedCompetitorView } from '../../core/competitors/competitor.schema.js';
import { brandsOfAnswers, oneCall, standingOfEach, trendsOfNames } from '../../core/field-prices.js';
import type { Standing } from '../../core/metrics/brand-standings.js';
import { brandTrendsInput, RIVALS_MAX } from '../../core/metrics/brand-trends.js';
import { BRANDS_MAX, type BrandView, brandsInput } from '../../core/metrics/brands.js';
import type { ChangeVerdict } from '../../core/metrics/comparison.js';
import type { MetricQuery } from '../../core/metrics/metric-query.js';
import type { PairedComparison } from '../../core/metrics/paired-comparison.js';
import { wilson } from '../../core/metrics/shares.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { competitorOrNull } from '../projects/competitor.resolvers.js';
import { Competitor } from '../projects/competitor.types.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PromptFilter, WHERE } from '../shared/prompt-filter.types.js';
import { PlatformEnum } from '../shared/scalars.js';
import { asksFor } from '../shared/selection.js';
import { Brand, BrandComparison, BrandTrend, PreviousBrand, type StandingRequest } from './brand.types.js';
import { OVER } from './visibility.resolvers.js';
import { Confidence, VerdictEnum } from './visibility.types.js';

@ArgsType()
class BrandsArgs extends PeriodArgs {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only answers to this prompt, as it is worded now. Costs a point for each ten days.',
  })
  promptId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the brand and its tracked competitors. False: other names that were found. ' +
      'Unless it is true, it costs a point for each ten days.',
  })
  tracked?: boolean | null;

  @Field(() => PromptFilter, { nullable: true, description: `${WHERE} Costs a point for each ten days.` })
  where?: PromptFilter | null;
}

@ArgsType()
class BrandTrendsArgs extends PeriodArgs {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => [ID], {
    description: `Tracked competitors beside the brand, ${RIVALS_MAX} at most; others are left out.`,
  })
  competitorIds!: string[];

  @Field(() => Int, { defaultValue: 1, description: OVER })
  over!: number;

  @Field(() => PromptFilter, { nullable: true, description: `${WHERE} Costs a point for each ten days.` })
  where?: PromptFilter | null;
}

const asksForPrevious = asksFor('previous');

/** Share of voice, and the brand beside chosen competitors over time. */
@Resolver(() => Project)
export class BrandsResolver {
  @Extensions({ entries: BRANDS_MAX })
  @FieldResolver(() => [Brand], {
    nullable: true,
    complexity: brandsOfAnswers,
    description:
      `The brand first, then the names in most responses, ${BRANDS_MAX} at most; competitors that the answers were ` +
      'analysed for are there without mentions too.',
  })
  async brands(
    @Root() { id }: ProjectView,
    @Args(() => BrandsArgs) args: BrandsArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Brand[]> {
    const { asked, period } = parseQuestion(ctx, brandsInput, args);
    const { platforms, promptId, tracked, where } = asked;
    const request = { period, filter: { platforms, promptId, tracked, where }, withPrevious: asksForPrevious(info) };
    const scope = promptId === undefined ? { period, platforms, where } : null;
    return (await ctx.loaders.brandsOf.load({ id, args: request })).map((view) => toBrand(view, id, scope));
  }

  @Extensions({ entries: 1 + RIVALS_MAX })
  @FieldResolver(() => [BrandTrend], {
    nullable: true,
    complexity: trendsOfNames,
    description: 'The brand first, then the competitors as they were asked for; none before answers were analysed.',
  })
  async brandTrends(
    @Root() { id }: ProjectView,
    @Args(() => BrandTrendsArgs) args: BrandTrendsArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<BrandTrend[]> {
    const { asked, period } = parseQuestion(ctx, brandTrendsInput, args);
    const { platforms, competitorIds, over, where } = asked;
    return ctx.loaders.brandTrendsOf.load({ id, args: { period, filter: { platforms, competitorIds, over, where } } });
  }
}

/** The competitor behind a name, and what is known of its share beyond its sums: one statement for all names. */
@Resolver(() => Brand)
export class BrandResolver {
  @FieldResolver(() => Competitor, {
    nullable: true,
    complexity: oneCall,
    description: 'The tracked competitor; null for the brand and other names.',
  })
  async competitor(
    @Root() { projectId, competitorId }: Brand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ListedCompetitorView | null> {
    return competitorOrNull(loaders, projectId, competitorId);
  }

  @FieldResolver(() => Confidence, {
    nullable: true,
    complexity: standingOfEach,
    description:
      'How sure the score is, as answers to one question are alike: wider than `confidence`, the one to state. Null ' +
      'without responses, where one prompt is asked about, and for names that the answers were not analysed for.',
  })
  async adjustedConfidence(
    @Root() { standing }: Brand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Confidence | null> {
    return (await standingOf(loaders, standing))?.confidence ?? null;
  }

  @FieldResolver(() => BrandComparison, {
    nullable: true,
    complexity: standingOfEach,
    description:
      'Whether a competitor is named more often than the brand, by the questions that both are answers to. Null for ' +
      'the brand, where one prompt is asked about, and for names that the answers were not analysed for.',
  })
  async againstBrand(@Root() { standing }: Brand, @Ctx() { loaders }: GraphqlContext): Promise<BrandComparison | null> {
    const compared = (await standingOf(loaders, standing))?.againstBrand;
    return compared ? toBrandComparison(compared) : null;
  }
}

/** Whether a name's change is a move. */
@Resolver(() => PreviousBrand)
export class PreviousBrandResolver {
  @FieldResolver(() => VerdictEnum, {
    nullable: true,
    complexity: standingOfEach,
    description:
      'Whether the share moved, judged by the questions and platforms with responses in both periods. Null where one ' +
      'prompt is asked about, and for names that the answers were not analysed for.',
  })
  async verdict(
    @Root() { standing }: PreviousBrand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ChangeVerdict | null> {
    return (await standingOf(loaders, standing))?.change ?? null;
  }
}

async function standingOf(
  { standingsOf }: GraphqlContext['loaders'],
  standing: StandingRequest,
): Promise<Standing | undefined> {
  return standing ? (await standingsOf.load(standing.ofProject)).get(standing.subjectId) : undefined;
}

/** @param scope the days and platforms that were asked for; null where one prompt was. */
function toBrand(view: BrandView, projectId: string, scope: MetricQuery | null): Brand {
  const subjectId = view.candidateId ?? projectId;
  const standing = scope && { ofProject: { id: projectId, args: scope }, subjectId };
  const previous = view.previous && { ...view.previous, standing };
  return { ...view, previous, confidence: wilson(view.responseCount, view.wholeCount), projectId, standing };
}

function toBrandComparison({ verdict, difference, interval }: PairedComparison): BrandComparison {
  return { verdict, difference, low: interval?.low ?? null, high: interval?.high ?? null };
}
