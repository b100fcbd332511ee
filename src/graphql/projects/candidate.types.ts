import { Field, ID, Int, ObjectType } from 'type-graphql';
import type {
  CandidateView,
  CandidateSample as SampleView,
  SuggestionView,
} from '../../core/competitors/suggestions.js';
import type { MetricQuery } from '../../core/metrics/metric-query.js';
import type { Platform } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar, PlatformEnum } from '../shared/scalars.js';

@ObjectType({ description: 'A name found in answers that is not tracked.', simpleResolvers: true })
export class CandidateName implements CandidateView {
  @Field(() => ID, { description: 'Identifier of the name, as mention buckets have it.' })
  id!: string;

  @Field(() => ID, { description: 'The project in whose answers it was found.' })
  projectId!: string;

  @Field(() => String, { description: 'The name as it was first found.' })
  name!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was dismissed; null where it is not.' })
  dismissedAt!: string | null;
}

@ObjectType({ description: 'A suggested competitor, by the answers of a period.', simpleResolvers: true })
export class Candidate extends CandidateName implements SuggestionView {
  @Field(() => Int, { description: 'Occurrences of the name.' })
  mentionCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name it.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Responses that have it among the options of a list.' })
  listedCount!: number;

  @Field(() => [PlatformEnum], { description: 'Platforms whose responses name it.' })
  platforms!: Platform[];

  @Field(() => DateTimeScalar, { description: 'When a response of the period first named it.' })
  firstSeen!: string;

  @Field(() => DateTimeScalar, { description: 'When a response of the period last named it.' })
  lastSeen!: string;

  /** The answers that it was counted in. */
  scope!: MetricQuery;
}

@ObjectType({
  description: 'A sentence that names a suggested competitor, without marks of markdown.',
  simpleResolvers: true,
})
export class CandidateSample implements SampleView {
  @Field(() => String, { description: 'The sentence, of 240 UTF-16 units at most beside marks of what is cut off.' })
  text!: string;

  @Field(() => Int, { description: 'Where the name begins in the text, in UTF-16 units.' })
  start!: number;

  @Field(() => Int, { description: 'Where the name ends, in UTF-16 units.' })
  end!: number;

  @Field(() => ID, { description: 'Identifier of the response.' })
  responseId!: string;

  @Field(() => PlatformEnum, { description: 'The platform that wrote it.' })
  platform!: Platform;

  @Field(() => DateTimeScalar, { description: 'When it was written.' })
  answeredAt!: string;
}

@ObjectType({ description: 'A page of suggested competitors.', simpleResolvers: true })
export class CandidateConnection extends connectionOf(Candidate, 'Candidate') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}
