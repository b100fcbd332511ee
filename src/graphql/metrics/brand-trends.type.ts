import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import type { BrandTrendPointView, BrandTrendView } from '../../core/metrics/brand-trends.js';
import { DAYS_MAX } from '../../core/metrics/period.input.js';
import { DateScalar } from '../shared/scalars.js';

@ObjectType({
  description: 'How often a name was found on one day, or on several that are pooled.',
  simpleResolvers: true,
})
export class BrandTrendPoint implements BrandTrendPointView {
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
