import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { MentionBucketView } from '../../core/metrics/mentions.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { MentionFilter } from '../loaders/loaders.js';
import { connectionOf } from '../shared/connection.js';
import { PlatformEnum } from '../shared/enums.js';
import { DateScalar } from '../shared/scalars.js';

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
