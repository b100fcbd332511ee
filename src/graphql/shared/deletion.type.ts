import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The result of a deletion.', simpleResolvers: true })
export class Deletion {
  @Field(() => Boolean, { description: 'Always true: a deletion that fails is an error.' })
  deleted!: boolean;
}
