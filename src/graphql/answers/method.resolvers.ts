import { Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { oneCall } from '../../core/field-prices.js';
import { type MethodView, PLACE_PARTS, SURFACES } from '../../core/platforms/methods.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { PlatformEnum, upperCased } from '../shared/scalars.js';

const SurfaceEnum = upperCased(SURFACES);
registerEnumType(SurfaceEnum, {
  name: 'Surface',
  description: 'Through what a platform is asked.',
  valuesConfig: { API: { description: "The platform's API, never its app." } },
});

const PlacePartEnum = upperCased(PLACE_PARTS);
registerEnumType(PlacePartEnum, {
  name: 'PlacePart',
  description: 'What a platform may be told of the place to search from.',
  valuesConfig: {
    COUNTRY: { description: 'The country.' },
    REGION: { description: 'A region of the country.' },
    CITY: { description: 'A city.' },
  },
});

@ObjectType({ description: 'How a platform is asked: what its numbers measure.', simpleResolvers: true })
class Method implements MethodView {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => SurfaceEnum, { description: 'Through what it is asked.' })
  surface!: MethodView['surface'];

  @Field(() => String, { description: 'The model that is asked for; a response has the one that served it.' })
  model!: string;

  @Field(() => Boolean, { description: 'Whether every answer rests on a search; else the model decides.' })
  isSearchForced!: boolean;

  @Field(() => [PlacePartEnum], { description: 'What it is told of a place that is known; empty: nothing.' })
  places!: MethodView['places'];

  @Field(() => Int, { description: 'Raised with every change of the requests that can change answers.' })
  requestVersion!: number;

  @Field(() => String, { description: 'What its answers are, and are not, in a few sentences.' })
  note!: string;
}

/** What is measured. */
@Resolver(() => Method)
export class MethodResolver {
  @Query(() => [Method], {
    nullable: true,
    complexity: oneCall,
    description: 'How each platform is asked, the same for every account.',
  })
  methods(@Ctx() { methods }: GraphqlContext): readonly Method[] {
    return methods;
  }
}
