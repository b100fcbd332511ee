import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { ChangeVerdict } from '../../core/metrics/comparison.js';
import type { MentionBucketView, MentionFilter } from '../../core/metrics/mentions.js';
import type { Period } from '../../core/metrics/metric-query.js';
import type { SentimentCounts } from '../../core/metrics/sentiment.js';
import type { Confidence as ConfidenceView } from '../../core/metrics/shares.js';
import type { PlatformTones, ToneShare as ToneShareView } from '../../core/metrics/tone-shares.js';
import type { PromptFilter as CorePromptFilter } from '../../core/prompt-filters/prompt-filter.js';
import type { Platform } from '../../entities/vocabulary.js';
import { connectionOf } from '../shared/connection.types.js';
import { DateScalar, PlatformEnum } from '../shared/scalars.js';
import { Confidence, VerdictEnum } from './visibility.types.js';

@ObjectType({ description: 'Occurrences of one name in the responses of a day and platform.', simpleResolvers: true })
export class MentionBucket implements MentionBucketView {
  @Field(() => ID, { nullable: true, description: 'Identifier of the name that was found; null for the brand.' })
  competitorCandidateId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the competitor with that name; null for the brand and untracked names.',
  })
  competitorId!: string | null;

  @Field(() => String, { description: 'The name: of the brand, of the competitor, or as it was found.' })
  name!: string;

  @Field(() => Boolean, { description: "Whether it is the project's brand." })
  isBrand!: boolean;

  @Field(() => DateScalar, { description: 'The UTC day.' })
  bucketDate!: string;

  @Field(() => Int, { description: 'Occurrences of the name or an alias.' })
  mentionCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name it.' })
  responseCount!: number;

  @Field(() => PlatformEnum, { description: 'The platform that responded.' })
  provider!: Platform;

  projectId!: string;
}

@ObjectType({ description: 'A page of mention buckets.', simpleResolvers: true })
export class MentionBucketConnection extends connectionOf(MentionBucket, 'MentionBucket') {
  /** What is counted where the whole list is asked for. */
  request!: { id: string; args: MentionFilter };
}

@ObjectType({ description: 'Accepted responses that name the brand, by their tone toward it.', simpleResolvers: true })
export class Sentiment implements SentimentCounts {
  @Field(() => Int, { description: 'Responses that praise or recommend the brand.' })
  positive!: number;

  @Field(() => Int, { description: 'Responses that name the brand without judgement.' })
  neutral!: number;

  @Field(() => Int, {
    description:
      'Of the neutral ones, those in a language that no rule reads (`NO_RULE`), so that their tone is unknown.',
  })
  noRule!: number;

  @Field(() => Int, { description: 'Responses that criticise the brand or advise against it.' })
  negative!: number;

  @Field(() => Int, { description: 'Responses with clear praise and clear criticism.' })
  mixed!: number;

  @Field(() => Int, { description: 'All four together.' })
  total!: number;

  request!: ToneRequest;
}

/** What shares of tones are asked by: the period and the prompts of the sentiment that they belong to. */
export interface ToneRequest {
  id: string;
  args: { period: Period; where?: CorePromptFilter | undefined };
}

@ObjectType({
  description: 'The share of one tone among the responses that name the brand, and how sure it is.',
  simpleResolvers: true,
})
export class ToneShare implements ToneShareView {
  @Field(() => Int, { nullable: true, description: 'Percent; null where no response names the brand.' })
  percent!: number | null;

  @Field(() => Confidence, {
    nullable: true,
    description: 'How sure the share is, as answers to one question are alike; null with it.',
  })
  confidence!: ConfidenceView | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Of the period of equal length that ends the day before; null where none of its responses names it.',
  })
  previousPercent!: number | null;

  @Field(() => VerdictEnum, {
    description: 'Whether the share moved, judged by the questions and platforms that name the brand in both periods.',
  })
  verdict!: ChangeVerdict;
}

@ObjectType({
  description: 'Accepted responses of a platform that name the brand, by their tone toward it.',
  simpleResolvers: true,
})
export class PlatformTone implements PlatformTones {
  @Field(() => PlatformEnum, { description: 'The platform that responded.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Its responses that name the brand, of whatever tone.' })
  total!: number;

  @Field(() => Int, { description: 'Those that praise or recommend the brand.' })
  positive!: number;

  @Field(() => Int, { description: 'Those that criticise the brand or advise against it.' })
  negative!: number;

  @Field(() => ToneShare, {
    description: 'The share of `positive` in `total`, with its interval and whether it moved.',
  })
  positiveShare!: ToneShare;

  @Field(() => ToneShare, {
    description: 'The share of `negative` in `total`, with its interval and whether it moved.',
  })
  negativeShare!: ToneShare;
}
