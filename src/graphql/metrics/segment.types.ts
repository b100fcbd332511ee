import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ChangeVerdict } from '../../core/metrics/comparison.js';
import type { PairedVerdict } from '../../core/metrics/paired-comparison.js';
import { SEGMENT_KINDS, type Segments, type SegmentView } from '../../core/metrics/prompt-segments.js';
import type { SegmentDifference as SegmentDifferenceView } from '../../core/metrics/segment-difference.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import { upperCased } from '../shared/scalars.js';
import { PairedVerdictEnum, RankInterval } from './brand.types.js';
import { Confidence, DifferenceInterval, type PreviousPeriod, VerdictEnum } from './visibility.types.js';

export const SegmentByEnum = upperCased(SEGMENT_KINDS);
registerEnumType(SegmentByEnum, {
  name: 'SegmentBy',
  description: 'What prompts are grouped by.',
  valuesConfig: {
    TAG: { description: 'Their labels: a prompt counts in each of its own.' },
    CATEGORY: { description: 'Their category: the topic.' },
    STAGE: { description: 'How far from buying the one is who asks.' },
    PERSONA: { description: 'Who asks.' },
    MARKET: { description: "Their market; its identifier is the key, empty for the project's country." },
    COUNTRY: { description: 'The country of their market, else that of the project.' },
    LANGUAGE: { description: 'The language of their market.' },
    BRANDED: { description: 'Whether their text names the brand.' },
  },
});

@ObjectType({ description: 'One segment beside another.', simpleResolvers: true })
export class SegmentDifference implements SegmentDifferenceView {
  @Field(() => PairedVerdictEnum, { description: 'Whether the brand is named more often than in the other segment.' })
  verdict!: PairedVerdict;

  @Field(() => Float, {
    description: 'The share less that of the other, of the answers that are compared: in points, two decimals.',
  })
  change!: number;

  @Field(() => DifferenceInterval, {
    nullable: true,
    description: 'How sure the difference is; null where there are too few answers.',
  })
  interval!: DifferenceInterval | null;

  @Field(() => Boolean, { description: 'Whether both ask the same intents, so that each is compared with itself.' })
  isPaired!: boolean;
}

@ObjectType({
  description: 'Where answers named the brand in the period of equal length before, and what of it moved since.',
  simpleResolvers: true,
})
export class PreviousPlaces {
  @Field(() => Int, { description: 'Accepted responses that name the brand before every competitor looked for.' })
  firstNamedCount!: number;

  @Field(() => Int, { nullable: true, description: 'The same in percent of responses; null without any.' })
  firstNamedPercent!: number | null;

  @Field(() => VerdictEnum, { description: 'Whether the share of responses that name it first moved.' })
  firstNamedVerdict!: ChangeVerdict;

  @Field(() => Float, { nullable: true, description: "The brand's mean place in lists; null where none ranks it." })
  meanRank!: number | null;

  @Field(() => VerdictEnum, {
    description: 'Whether its mean rank moved. `MOVED_UP`: nearer to the top, so that the number fell.',
  })
  meanRankVerdict!: ChangeVerdict;

  @Field(() => Int, {
    nullable: true,
    description: 'Percent of the responses that name the brand that do so in the first third of their text.',
  })
  prominence!: number | null;

  @Field(() => VerdictEnum, { description: 'Whether its prominence moved.' })
  prominenceVerdict!: ChangeVerdict;
}

@ObjectType({ description: 'The answers to the prompts that have something in common.', simpleResolvers: true })
export class Segment implements Omit<SegmentView, 'previous' | 'even' | 'places'> {
  @Field(() => String, {
    description:
      'What they have in common: the label, category, persona, stage, market (its identifier), country or language, ' +
      'or whether they name the brand (`true`, ' +
      '`false`). Empty for prompts without any, and for questions that no prompt has.',
  })
  key!: string;

  @Field(() => String, { description: 'The same in words.' })
  label!: string;

  @Field(() => Int, { description: 'Unarchived prompts.' })
  promptCount!: number;

  @Field(() => Int, { description: 'Intents with responses: all wordings of one are one.' })
  intentCount!: number;

  @Field(() => Int, { description: 'Accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand; 0 without responses.' })
  score!: number;

  @Field(() => Confidence, {
    nullable: true,
    description: 'How sure the score is, as answers to one question are alike; null without responses.',
  })
  adjustedConfidence!: ConfidenceView | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The score in which every prompt counts alike on each platform, however often it is asked.',
  })
  evenScore!: number | null;

  @Field(() => Confidence, { nullable: true, description: 'How sure `evenScore` is.' })
  evenConfidence!: ConfidenceView | null;

  @Field(() => Int, { description: 'Accepted responses that name the brand before every competitor looked for.' })
  firstNamedCount?: number;

  @Field(() => Int, { nullable: true, description: 'The same in percent of responses; null without any.' })
  firstNamedPercent?: number | null;

  @Field(() => Confidence, { nullable: true, description: 'How sure `firstNamedPercent` is.' })
  firstNamedConfidence?: ConfidenceView | null;

  @Field(() => Float, { nullable: true, description: "The brand's mean place in lists; null where none ranks it." })
  meanRank?: number | null;

  @Field(() => Int, { description: 'Accepted responses that rank it: where it is an option of a list of two or more.' })
  rankedCount?: number;

  @Field(() => RankInterval, { nullable: true, description: 'How sure `meanRank` is; null of too few questions.' })
  meanRankInterval?: RankInterval | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Percent of the responses that name the brand that do so in the first third of their text.',
  })
  prominence?: number | null;

  @Field(() => Confidence, { nullable: true, description: 'How sure `prominence` is.' })
  prominenceConfidence?: ConfidenceView | null;

  /** Null where it is not selected. */
  before!: PreviousPeriod | null;
  placesBefore!: PreviousPlaces | null;
  /** The list that it is of. */
  all!: Segments;
}
