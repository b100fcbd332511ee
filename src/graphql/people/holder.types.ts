import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ROLES, type Role, SECURITY_EVENTS, type SecurityEventKind } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar, upperCased } from '../shared/scalars.js';
import { Account } from './account.types.js';

const RoleEnum = upperCased(ROLES);
registerEnumType(RoleEnum, {
  name: 'Role',
  description: 'What a person may do in an account.',
  valuesConfig: {
    OWNER: { description: 'Everything: also people and the account.' },
    MEMBER: { description: 'Reads, and writes projects, prompts, competitors and API keys.' },
    VIEWER: { description: 'Reads and exports.' },
  },
});

@ObjectType({ description: 'A person of the account.', simpleResolvers: true })
export class Holder {
  @Field(() => ID, { description: 'Identifier of the person.' })
  id!: string;

  @Field(() => String, { description: 'The address that they sign in with.' })
  email!: string;

  @Field(() => String, { description: 'Their name.' })
  name!: string;

  @Field(() => RoleEnum, { description: 'What they may do.' })
  role!: Role;

  @Field(() => [ID], {
    nullable: true,
    description: 'The projects that they see alone, archived ones included; null for all, as owners do.',
  })
  projectIds!: readonly string[] | null;

  @Field(() => Boolean, { description: 'Whether they chose a password; false while an invitation is open.' })
  hasPassword!: boolean;

  @Field(() => Boolean, {
    description: 'Whether they have come in: they chose a password, or are known by a company’s provider.',
  })
  hasJoined!: boolean;

  @Field(() => Boolean, { description: 'Whether they have a second factor beside it.' })
  hasSecondFactor!: boolean;

  @Field(() => Boolean, {
    description: 'Whether their password still signs in where a provider is required, with the second factor.',
  })
  mayUsePassword!: boolean;

  @Field(() => DateTimeScalar, { description: 'When they were added.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When they were disabled; null while they may sign in.' })
  disabledAt!: string | null;
}

@ObjectType({ description: 'Who asks, as the session tells.', simpleResolvers: true })
export class Viewer {
  @Field(() => Holder, { description: 'The person who signed in.' })
  holder!: Holder;

  @Field(() => Account, { description: 'Their account.' })
  account!: Account;

  @Field(() => RoleEnum, { description: 'What they may do in it.' })
  role!: Role;
}

@ObjectType({
  description: 'A person with the way in, once: a link, or the company’s provider.',
  simpleResolvers: true,
})
export class LinkedHolder {
  @Field(() => Holder, { description: 'The person.' })
  holder!: Holder;

  @Field(() => Boolean, { description: 'Whether the way in was mailed to them.' })
  isMailed!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The address to hand over: shown here and never again; null where it was mailed.',
  })
  url!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Until when the link is good; null where they come in by a provider, which has no end.',
  })
  linkExpiresAt!: string | null;

  @Field(() => DateTimeScalar, {
    description: 'Until when the link is good; without a link when it was asked for.',
    deprecationReason: 'linkExpiresAt, which is null without a link',
  })
  expiresAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the required provider that they come in by, so that there is no link; else null.',
  })
  requiredProvider!: string | null;
}

@InputType({ description: 'A person to invite.' })
export class InviteHolderInput {
  @Field(() => String, { description: 'The address that they will sign in with; no other person may have it.' })
  email!: string;

  @Field(() => String, { description: 'Their name.' })
  name!: string;

  @Field(() => RoleEnum, { description: 'What they may do.' })
  role!: Role;

  @Field(() => [ID], {
    nullable: true,
    description: 'The projects that they see alone, 200 at most; all by default, and always to an owner.',
  })
  projectIds?: string[] | null;
}

@InputType({ description: 'Changes to a person; what is left out stays.' })
export class UpdateHolderInput {
  @Field(() => RoleEnum, { nullable: true, description: 'What they may do from now on.' })
  role?: Role;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the password of an owner who has a second factor signs in though a provider is required.',
  })
  mayUsePassword?: boolean;

  @Field(() => [ID], {
    nullable: true,
    description: 'The projects that they see alone from their next request on; null for all, as an owner has to.',
  })
  projectIds?: string[] | null;
}

@InputType({ description: 'Changes to who asks.' })
export class UpdateViewerInput {
  @Field(() => String, { description: 'The name to be called by.' })
  name!: string;
}

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

@ObjectType({ description: 'That the person who asked has left.', simpleResolvers: true })
export class LeftAccount {
  @Field(() => ID, { description: 'Identifier of the account that was left.' })
  accountId!: string;
}

const SecurityEventEnum = upperCased(SECURITY_EVENTS);
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
    ACCOUNT_EXPORTED: { description: 'All that is kept of the account was downloaded, without its secrets.' },
    OWN_DATA_EXPORTED: { description: 'A person downloaded what is kept of them.' },
    DELETION_REQUESTED: { description: 'The account is to be deleted.' },
    DELETION_TAKEN_BACK: { description: 'The account is not to be deleted any more.' },
    PLATFORM_KEY_SET: { description: 'The key of a platform was stored, for all accounts.' },
    PLATFORM_KEY_REMOVED: { description: 'The stored key of a platform was removed.' },
    PLATFORM_PAUSED: { description: 'A platform was paused, for all accounts.' },
    PLATFORM_RESUMED: { description: 'A platform was resumed.' },
    HOLDER_LEFT: { description: 'A person left the account for good.' },
    DESTINATION_CREATED: { description: 'A webhook or channel was added, which events are delivered to.' },
    DESTINATION_CHANGED: { description: 'What a destination is sent, its name or its address was changed.' },
    DESTINATION_REMOVED: { description: 'A destination was removed.' },
    DESTINATION_SECRET_ROTATED: { description: 'A webhook got a new secret to be signed with.' },
    DESTINATION_ENABLED: { description: 'A destination that was disabled is sent events again.' },
    DESTINATION_TESTED: { description: 'An event was sent to try a destination.' },
    DELIVERIES_REPLAYED: { description: 'Events were sent to a destination again.' },
    SHARE_LINK_CREATED: {
      description: 'A link was created that shows parts of a project to people without an account.',
    },
    SHARE_LINK_CHANGED: { description: 'Such a link was changed: `changed` names its fields.' },
    SHARE_LINK_REVOKED: { description: 'Such a link was revoked.' },
    PROVIDER_CREATED: { description: "The operator added a company's provider, which people may sign in by." },
    PROVIDER_CHANGED: { description: 'The operator changed a provider: `changed` names its fields.' },
    PROVIDER_REMOVED: { description: 'The operator removed a provider; the sessions that it opened ended.' },
    SSO_SIGN_IN: { description: 'A person signed in by a provider.' },
    SSO_REFUSED: { description: 'A provider sent somebody who was not let in: `reason` says why.' },
    IDENTITY_LINKED: { description: 'A person was linked to whom a provider knows.' },
    IDENTITY_REMOVED: { description: 'Such a link was removed.' },
    SSO_REQUIRED: { description: 'People with addresses of a provider sign in by it alone from now on.' },
    SSO_OPTIONAL: { description: 'Passwords sign in again beside a provider.' },
    BREAK_GLASS_SIGN_IN: { description: 'A marked owner signed in by password though a provider is required.' },
    PASSWORD_MARKED: { description: 'An owner may sign in by password from now on though a provider is required.' },
    PASSWORD_UNMARKED: { description: 'That is no longer so.' },
    FEED_CREATED: { description: 'A file of a project was put at an address of its own.' },
    FEED_REVOKED: { description: 'Such an address was revoked.' },
    PROJECTS_LIMITED: { description: 'The projects that a person sees were changed: `projects` names them, or `all`.' },
  },
});

@ObjectType({ description: 'One detail of an event.', simpleResolvers: true })
class SecurityEventDetail {
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

  @Field(() => String, { nullable: true, description: 'The name of that person; null once they have left.' })
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
