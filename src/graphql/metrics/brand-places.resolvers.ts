import { Ctx, FieldResolver, Float, Int, Resolver, Root } from 'type-graphql';
import { placeOfEach } from '../../core/field-prices.js';
import type { ComparedPlaces } from '../../core/metrics/brand-places.js';
import type { ChangeVerdict } from '../../core/metrics/comparison.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Brand, PreviousBrand, RankInterval, type StandingRequest } from './brand.types.js';
import { Confidence, VerdictEnum } from './visibility.types.js';

const UNKNOWN = 'Null where one prompt is asked about, and for names that the answers were not analysed for.';

/** Where a name is in the answers: one statement for all names. */
@Resolver(() => Brand)
export class BrandPlacesResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description:
      'Accepted responses that name it before every other of the brand and the competitors; names that begin at the ' +
      `same place are both first. ${UNKNOWN}`,
  })
  async firstNamedCount(@Root() { standing }: Brand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.now.firstNamed.count ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description: `The same in percent of all accepted responses; null without responses. ${UNKNOWN}`,
  })
  async firstNamedPercent(@Root() { standing }: Brand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.now.firstNamed.percent ?? null;
  }

  @FieldResolver(() => Confidence, {
    nullable: true,
    complexity: placeOfEach,
    description: 'How sure that percentage is, as answers to one question are alike; null without responses.',
  })
  async firstNamedConfidence(
    @Root() { standing }: Brand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ConfidenceView | null> {
    return (await placesOf(loaders, standing))?.now.firstNamed.confidence ?? null;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    complexity: placeOfEach,
    description:
      'Its mean place, from 1, in the lists of options that have it, two decimals; null where no response ranks it. ' +
      UNKNOWN,
  })
  async meanRank(@Root() { standing }: Brand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.now.rank.mean ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description: `Accepted responses that rank it: where it is an option of a list of two or more. ${UNKNOWN}`,
  })
  async rankedCount(@Root() { standing }: Brand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.now.rank.responses ?? null;
  }

  @FieldResolver(() => RankInterval, {
    nullable: true,
    complexity: placeOfEach,
    description:
      'How sure the mean is, as answers to one question are alike; null where fewer than five questions rank it, ' +
      'or one holds nearly all the ranks.',
  })
  async meanRankInterval(
    @Root() { standing }: Brand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RankInterval | null> {
    return (await placesOf(loaders, standing))?.now.rank.interval ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description:
      'Percent of the accepted responses that name it that do so in the first third of their text; null ' +
      `where none names it. ${UNKNOWN}`,
  })
  async prominence(@Root() { standing }: Brand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.now.prominent.percent ?? null;
  }

  @FieldResolver(() => Confidence, {
    nullable: true,
    complexity: placeOfEach,
    description: 'How sure the prominence is, as answers to one question are alike; null with it.',
  })
  async prominenceConfidence(
    @Root() { standing }: Brand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ConfidenceView | null> {
    return (await placesOf(loaders, standing))?.now.prominent.confidence ?? null;
  }
}

/** Where a name was in the answers of the period before, and whether that is a move. */
@Resolver(() => PreviousBrand)
export class PreviousBrandPlacesResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description: `Accepted responses that name it first. ${UNKNOWN}`,
  })
  async firstNamedCount(
    @Root() { standing }: PreviousBrand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    return (await placesOf(loaders, standing))?.before.firstNamed.count ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description: `The same in percent of all accepted responses. ${UNKNOWN}`,
  })
  async firstNamedPercent(
    @Root() { standing }: PreviousBrand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    return (await placesOf(loaders, standing))?.before.firstNamed.percent ?? null;
  }

  @FieldResolver(() => VerdictEnum, {
    nullable: true,
    complexity: placeOfEach,
    description: 'Whether the share of responses that name it first moved, judged as `verdict` is.',
  })
  async firstNamedVerdict(
    @Root() { standing }: PreviousBrand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ChangeVerdict | null> {
    return (await placesOf(loaders, standing))?.change.firstNamed ?? null;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    complexity: placeOfEach,
    description: `Its mean place in lists; null where no response ranks it. ${UNKNOWN}`,
  })
  async meanRank(@Root() { standing }: PreviousBrand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.before.rank.mean ?? null;
  }

  @FieldResolver(() => VerdictEnum, {
    nullable: true,
    complexity: placeOfEach,
    description:
      'Whether its mean rank moved, judged by the questions and platforms that rank it in both periods. `MOVED_UP`: ' +
      'nearer to the top, so that the number fell.',
  })
  async meanRankVerdict(
    @Root() { standing }: PreviousBrand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ChangeVerdict | null> {
    return (await placesOf(loaders, standing))?.change.rank ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    complexity: placeOfEach,
    description: `Percent of the responses that name it in which it is in the first third. ${UNKNOWN}`,
  })
  async prominence(@Root() { standing }: PreviousBrand, @Ctx() { loaders }: GraphqlContext): Promise<number | null> {
    return (await placesOf(loaders, standing))?.before.prominent.percent ?? null;
  }

  @FieldResolver(() => VerdictEnum, {
    nullable: true,
    complexity: placeOfEach,
    description: 'Whether its prominence moved, judged by the questions and platforms that name it in both periods.',
  })
  async prominenceVerdict(
    @Root() { standing }: PreviousBrand,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ChangeVerdict | null> {
    return (await placesOf(loaders, standing))?.change.prominent ?? null;
  }
}

async function placesOf(
  { placesOf: places }: GraphqlContext['loaders'],
  standing: StandingRequest,
): Promise<ComparedPlaces | undefined> {
  return standing ? (await places.load(standing.ofProject)).get(standing.subjectId) : undefined;
}
