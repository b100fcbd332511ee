import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type SentimentCounts, sentimentInput } from '../../core/metrics/sentiment.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { GraphqlContext } from '../context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { oneCall } from '../shared/price.js';
import { Sentiment } from './sentiment.type.js';

/** Sentiment toward the brand of a project. */
@Resolver(() => Project)
export class SentimentResolver {
  @FieldResolver(() => Sentiment, {
    nullable: true,
    complexity: oneCall,
    description: 'Tone of the responses toward the brand.',
  })
  async sentiment(
    @Root() { id }: ProjectView,
    @Args(() => PeriodArgs) days: PeriodArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<SentimentCounts> {
    return ctx.loaders.sentimentOf.load({ id, args: parseQuestion(ctx, sentimentInput, days).period });
  }
}
