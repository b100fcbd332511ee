import { Field, Int, ObjectType } from 'type-graphql';
import type { SearchView } from '../../core/metrics/searches.js';
import type { Platform } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { PlatformEnum } from '../shared/scalars.js';

@ObjectType({
  description: 'What platforms searched the web for, with what the responses that they wrote then name.',
  simpleResolvers: true,
})
class Search implements SearchView {
  @Field(() => String, {
    description:
      'The query as a platform sent it, text of a stranger; of those that differ in letter case alone the first.',
  })
  query!: string;

  @Field(() => Int, { description: 'Accepted responses for which it was searched.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Those of them that name the brand.' })
  namingBrandCount!: number;

  @Field(() => Int, { description: 'Those of them that name at least one tracked competitor.' })
  namingCompetitorCount!: number;

  @Field(() => [PlatformEnum], { description: 'The platforms that searched for it.' })
  platforms!: Platform[];

  @Field(() => Int, { description: 'Prompts for which it was searched, archived ones included.' })
  promptCount!: number;

  @Field(() => Boolean, {
    description:
      'Whether three or more of the responses name a competitor and not the brand, and none or significantly fewer ' +
      'name the brand.',
  })
  isGap!: boolean;
}

@ObjectType({ description: 'A page of what platforms searched the web for.', simpleResolvers: true })
export class SearchConnection extends connectionOf(Search, 'Search') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}
