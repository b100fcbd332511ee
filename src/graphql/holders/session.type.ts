import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.js';

@ObjectType({ description: 'A browser that who asks is signed in with.', simpleResolvers: true })
export class Session {
  @Field(() => ID, { description: 'Identifier of the session.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it began.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When it was last used, to the minute.' })
  lastSeenAt!: string;

  @Field(() => String, { description: 'The network that it began from.' })
  network!: string;

  @Field(() => String, { description: 'What the browser called itself.' })
  userAgent!: string;

  @Field(() => Boolean, { description: 'Whether it is the one that asks.' })
  isCurrent!: boolean;
}

@ObjectType({ description: 'How many sessions were ended.', simpleResolvers: true })
export class EndedSessions {
  @Field(() => Int, { description: 'Sessions that were good until now.' })
  ended!: number;
}
