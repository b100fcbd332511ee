import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { SECURITY_EVENTS, type SecurityEventKind } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.js';
import { upperCased } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';

export const SecurityEventEnum = upperCased(SECURITY_EVENTS);
registerEnumType(SecurityEventEnum, {
  name: 'SecurityEventKind',
  description: 'What happened to the access of an account.',
  valuesConfig: {
    SIGN_IN: { description: 'A person signed in.' },
    SIGN_IN_FAILED: { description: 'A wrong password was sent for a person.' },
    SIGN_OUT: { description: 'A person signed out.' },
    SESSION_ENDED: { description: 'Sessions were ended.' },
    PASSWORD_CHANGED: { description: 'A password was chosen.' },
    RESET_REQUESTED: { description: 'A link for a new password was asked for.' },
    LINK_USED: { description: 'A link was used.' },
    INVITED: { description: 'A person was added.' },
    ROLE_CHANGED: { description: 'The role of a person was changed.' },
    HOLDER_DISABLED: { description: 'A person was disabled.' },
    KEY_CREATED: { description: 'An API key was created.' },
    KEY_REVOKED: { description: 'An API key was revoked.' },
    LIMITS_HIT: { description: 'Too many wrong passwords or second factors were sent for a person.' },
    FACTOR_ADDED: { description: 'A second factor was added.' },
    FACTOR_REMOVED: { description: 'A second factor was removed.' },
    FACTOR_FAILED: { description: 'The right password was sent for a person, and then a wrong second factor.' },
    RECOVERY_CODE_USED: { description: 'A recovery code was used to sign in or to step up.' },
    RECOVERY_CODES_RENEWED: { description: 'New recovery codes took the place of the old ones.' },
    STEPPED_UP: { description: 'A signed-in person confirmed their identity again.' },
    STEP_UP_FAILED: { description: 'A session sent a wrong password or second factor to prove who it is.' },
    SECOND_FACTOR_REQUIRED: { description: 'Everybody of the account needs a second factor from now on.' },
    SECOND_FACTOR_OPTIONAL: { description: 'A second factor is no longer required of everybody.' },
  },
});

@ObjectType({ description: 'One detail of an event.', simpleResolvers: true })
export class SecurityEventDetail {
  @Field(() => String, {
    description: 'What it is: `of` is the person that it happened to, `key` and `session` are identifiers.',
  })
  name!: string;

  @Field(() => String, { description: 'Its value.' })
  value!: string;
}

@ObjectType({ description: 'Something that happened to the access of the account.', simpleResolvers: true })
export class SecurityEvent {
  @Field(() => ID, { description: 'Identifier of the event.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it happened.' })
  at!: string;

  @Field(() => SecurityEventEnum, { description: 'What happened.' })
  kind!: SecurityEventKind;

  @Field(() => ID, { nullable: true, description: 'Who did it, or whose access it was; null for the operator.' })
  holderId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of that person.' })
  holderName!: string | null;

  @Field(() => String, { description: 'The network that it came from; `operator` for the operator.' })
  network!: string;

  @Field(() => String, { description: 'What the browser called itself.' })
  userAgent!: string;

  @Field(() => [SecurityEventDetail], { description: 'What else is known of it.' })
  detail!: SecurityEventDetail[];
}

@ObjectType({ description: 'A page of security events.', simpleResolvers: true })
export class SecurityEventConnection extends connectionOf(SecurityEvent, 'SecurityEvent') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}
