import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { twoCalls } from '../../core/field-prices.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { SampleSizeView } from '../../core/sample-size/sample-size.js';
import { sampleSizeInput } from '../../core/sample-size/sample-size.reads.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Project } from '../projects/project.types.js';
import { parseArguments } from '../shared/arguments.js';
import { SampleSize, SampleSizeInput } from './sample-size.types.js';

/** How many answers a wish takes. */
@Resolver(() => Project)
export class SampleSizeResolver {
  @FieldResolver(() => SampleSize, {
    nullable: true,
    complexity: twoCalls,
    description:
      'How many questions, platforms and askings it takes until a change shows or a score is known so exactly, from ' +
      'the answers of the last eight weeks.',
  })
  async sampleSize(
    @Root() { id }: ProjectView,
    @Arg('input', () => SampleSizeInput, { description: 'What is to be told.' }) input: SampleSizeInput,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<SampleSizeView> {
    return loaders.sampleSizeOf.load({ id, args: parseArguments(sampleSizeInput, input) });
  }
}
