import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { BrandTrendPointView, BrandTrendView } from '../../core/metrics/brand-trends.js';
import type { BrandView, PreviousCounts } from '../../core/metrics/brands.js';
import { ANSWERS_MIN, QUESTIONS_MIN } from '../../core/metrics/comparison.js';
import type { MetricQuery } from '../../core/metrics/metric-query.js';
import { DAYS_MAX } from '../../core/metrics/metric-query.js';
import { PAIRED_VERDICTS, type PairedVerdict } from '../../core/metrics/paired-comparison.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import type { LoaderRequest } from '../loaders/loaders.js';
import { DateScalar, upperCased } from '../shared/scalars.js';
import { Confidence } from './visibility.types.js';

/** Which name's standing and places are asked for; null of one prompt alone, which says nothing of other questions. */
export type StandingRequest = { ofProject: LoaderRequest<MetricQuery>; subjectId: string } | null;

export const PairedVerdictEnum = upperCased(PAIRED_VERDICTS);
registerEnumType(PairedVerdictEnum, {
  name: 'PairedVerdict',
  description:
    'Whether a name is in more answers than the brand, or the brand in more answers of one segment than of another, ' +
    'at the 95 % level, as far as the answers can tell.',
  valuesConfig: {
    MORE_OFTEN: { description: 'In more answers, beyond chance.' },
    LESS_OFTEN: { description: 'In fewer answers, beyond chance.' },
    WITHIN_NOISE: { description: 'The shares differ by no more than chance would make them.' },
    TOO_FEW_ANSWERS: { description: `Fewer than ${QUESTIONS_MIN} questions, or ${ANSWERS_MIN} answers to them.` },
  },
});

@ObjectType({ description: 'How often a name was found in the period before.', simpleResolvers: true })
export class PreviousBrand implements PreviousCounts {
  @Field(() => Int, { description: 'Occurrences of the name or an alias.' })
  mentionCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name it.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name it.' })
  visibilityScore!: number;

  @Field(() => Float, { nullable: true, description: 'Percent of the mentions of brand and competitors.' })
  share!: number | null;

  @Field(() => Int, { description: 'Points from its score then to its score now, whatever was asked in each period.' })
  change!: number;

  standing!: StandingRequest;
}

@ObjectType({ description: '95 % interval of a mean rank.', simpleResolvers: true })
export class RankInterval {
  @Field(() => Float, { description: 'The rank nearest to the top, 1 or more.' })
  low!: number;

  @Field(() => Float, { description: 'The rank farthest from the top.' })
  high!: number;
}

@ObjectType({
  description: 'A competitor beside the brand, over the same questions: each answer tells of both.',
  simpleResolvers: true,
})
export class BrandComparison {
  @Field(() => PairedVerdictEnum, { description: 'Whether the competitor is named more often than the brand.' })
  verdict!: PairedVerdict;

  @Field(() => Float, { description: "The competitor's share less the brand's, in points, two decimals." })
  difference!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower bound of the 95 % interval of the difference, in points; null where there are too few answers.',
  })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper bound of the same interval.' })
  high!: number | null;
}

@ObjectType({ description: 'How often a name was found: the brand, a competitor or another.', simpleResolvers: true })
export class Brand implements BrandView {
  @Field(() => String, { description: 'The name: of the brand, of the competitor, or as it was found.' })
  name!: string;

  @Field(() => Boolean, { description: "Whether it is the project's brand." })
  isBrand!: boolean;

  @Field(() => ID, { nullable: true, description: 'The tracked competitor; null for the brand and other names.' })
  competitorId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the name that was found; null for the brand.' })
  candidateId!: string | null;

  @Field(() => Int, { description: 'Occurrences of the name or an alias.' })
  mentionCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name it.' })
  responseCount!: number;

  @Field(() => Int, { description: 'All accepted responses, named or not.' })
  wholeCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name it.' })
  visibilityScore!: number;

  @Field(() => Confidence, {
    nullable: true,
    description:
      'How sure the score is for the questions that were asked, if answers were independent; null without responses. ' +
      'State `adjustedConfidence` instead.',
  })
  confidence!: ConfidenceView | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Percent of the mentions of the brand and all tracked competitors, two decimals; null for other names.',
  })
  share!: number | null;

  @Field(() => PreviousBrand, {
    nullable: true,
    description: 'The period of equal length before; null where it has no responses.',
  })
  previous!: PreviousBrand | null;

  projectId!: string;
  standing!: StandingRequest;
}

@ObjectType({
  description: 'How often a name was found on one day, or on several that are pooled.',
  simpleResolvers: true,
})
class BrandTrendPoint implements BrandTrendPointView {
  @Field(() => DateScalar, { description: 'The UTC day, the last of those pooled.' })
  date!: string;

  @Field(() => Int, { description: 'Percent of accepted responses that name it.' })
  visibilityScore!: number;

  @Field(() => Int, { description: 'Accepted responses that name it.' })
  responseCount!: number;

  @Field(() => Int, { description: 'All accepted responses, named or not.' })
  wholeCount!: number;
}

@ObjectType({ description: 'The share of the brand, or of a competitor, day by day.', simpleResolvers: true })
export class BrandTrend implements BrandTrendView {
  @Field(() => String, { description: 'The name of the brand or of the competitor.' })
  name!: string;

  @Field(() => Boolean, { description: "Whether it is the project's brand." })
  isBrand!: boolean;

  @Field(() => ID, { nullable: true, description: 'The tracked competitor; null for the brand.' })
  competitorId!: string | null;

  @Extensions({ entries: DAYS_MAX })
  @Field(() => [BrandTrendPoint], {
    description:
      'The days that have accepted responses among those pooled, ascending; none for a competitor that the answers ' +
      'were not analysed for yet.',
  })
  points!: BrandTrendPoint[];
}
