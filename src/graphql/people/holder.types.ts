import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { HolderView } from '../../core/people/holder.view.js';
import { ROLES, type Role } from '../../entities/vocabulary.js';
import { upperCased } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';
import { Account } from './account.types.js';

export const RoleEnum = upperCased(ROLES);
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

  @Field(() => Boolean, { description: 'Whether they chose a password; false while an invitation is open.' })
  hasPassword!: boolean;

  @Field(() => Boolean, { description: 'Whether they have a second factor beside it.' })
  hasSecondFactor!: boolean;

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

@ObjectType({ description: 'A person with the link by which they choose a password, once.', simpleResolvers: true })
export class LinkedHolder {
  @Field(() => Holder, { description: 'The person.' })
  holder!: Holder;

  @Field(() => Boolean, { description: 'Whether the link was mailed to them.' })
  isMailed!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The link to hand over: shown here and never again; null where it was mailed.',
  })
  url!: string | null;

  @Field(() => DateTimeScalar, { description: 'Until when the link is good.' })
  expiresAt!: string;
}

@InputType({ description: 'A person to invite.' })
export class InviteHolderInput {
  @Field(() => String, { description: 'The address that they will sign in with; no other person may have it.' })
  email!: string;

  @Field(() => String, { description: 'Their name.' })
  name!: string;

  @Field(() => RoleEnum, { description: 'What they may do.' })
  role!: Role;
}

@InputType({ description: 'Changes to a person.' })
export class UpdateHolderInput {
  @Field(() => RoleEnum, { description: 'What they may do from now on.' })
  role!: Role;
}

@InputType({ description: 'Changes to who asks.' })
export class UpdateViewerInput {
  @Field(() => String, { description: 'The name to be called by.' })
  name!: string;
}

/** Without the account, which whoever sees it belongs to. */
export function toHolder({ holderId, accountId: _, ...holder }: HolderView): Holder {
  return { id: holderId, ...holder };
}
