import { Field, Int, ObjectType } from 'type-graphql';
import type { SentimentCounts } from '../../core/metrics/sentiment.js';

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
}
