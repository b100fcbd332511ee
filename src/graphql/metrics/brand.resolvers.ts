import type { GraphQLResolveInfo } from 'graphql';
import { Args, ArgsType, Ctx, Extensions, Field, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import type { ListedCompetitorView } from '../../core/competitors/competitor.view.js';
import type { Standing } from '../../core/metrics/brand-standings.js';
import { BRANDS_MAX, brandsInput } from '../../core/metrics/brands.js';
import type { ChangeVerdict } from '../../core/metrics/comparison.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import { Competitor } from '../projects/competitor.types.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PlatformEnum, VerdictEnum } from '../shared/enums.js';
import { brandsOfAnswers, oneCall, standingOfEach } from '../shared/price.js';
import { asksFor } from '../shared/selection.js';
import {
  Brand,
  BrandComparison,
  PreviousBrand,
  type StandingRequest,
  toBrand,
  toBrandComparison,
} from './brand.types.js';
import { competitorOrNull } from './mention.resolvers.js';
import { Confidence } from './visibility.types.js';

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
}

const asksForPrevious = asksFor('previous');

/** Share of voice. */
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
    const { platforms, promptId, tracked } = asked;
    const request = { period, filter: { platforms, promptId, tracked }, withPrevious: asksForPrevious(info) };
    const scope = promptId === undefined ? { period, platforms } : null;
    return (await ctx.loaders.brandsOf.load({ id, args: request })).map((view) => toBrand(view, id, scope));
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
