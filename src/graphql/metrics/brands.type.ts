import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { BrandView, PreviousCounts } from '../../core/metrics/brands.js';
import { type Confidence as ConfidenceView, wilson } from '../../core/metrics/confidence.js';
import { Confidence } from './visibility.type.js';

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

  @Field(() => Confidence, { nullable: true, description: 'How sure the score is; null without responses.' })
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
  previous!: PreviousCounts | null;

  projectId!: string;
}

export function toBrand(view: BrandView, projectId: string): Brand {
  return { ...view, confidence: wilson(view.responseCount, view.wholeCount), projectId };
}
