import { Field, Int, ObjectType } from 'type-graphql';
import type { SentimentView } from '../../core/metrics/sentiment.js';

@ObjectType({ description: 'Accepted responses that name the brand, by their tone toward it.', simpleResolvers: true })
export class Sentiment implements SentimentView {
  @Field(() => Int, { description: 'Responses that praise or recommend the brand.' })
  positive!: number;

  @Field(() => Int, { description: 'Responses that name the brand without judgement.' })
  neutral!: number;

  @Field(() => Int, { description: 'Responses that criticise the brand or advise against it.' })
  negative!: number;

  @Field(() => Int, { description: 'Responses with clear praise and clear criticism.' })
  mixed!: number;

  @Field(() => Int, { description: 'All four together.' })
  total!: number;
}
