import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { PROVISIONED_ROLES, type ProvisionedRole } from '../../entities/vocabulary.js';
import { DateTimeScalar, upperCased } from '../shared/scalars.js';

const ProvisionedRoleEnum = upperCased(PROVISIONED_ROLES);
registerEnumType(ProvisionedRoleEnum, {
  name: 'ProvisionedRole',
  description: 'What a provider may make of who has no place in the account.',
  valuesConfig: {
    VIEWER: { description: 'Reads and exports.' },
    MEMBER: { description: 'Reads, and writes projects, prompts, competitors and API keys.' },
  },
});

@ObjectType({
  description: "A company's own provider that people of the account sign in by; the operator adds it.",
  simpleResolvers: true,
})
export class IdentityProvider {
  @Field(() => ID, { description: 'Identifier of the provider.' })
  id!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { description: 'How it names itself: the address of its issuer.' })
  issuer!: string;

  @Field(() => [String], { description: 'What addresses that it speaks for have after the @, in order.' })
  domains!: string[];

  @Field(() => Boolean, { description: 'Whether people with such addresses sign in by it alone.' })
  isRequired!: boolean;

  @Field(() => ProvisionedRoleEnum, {
    nullable: true,
    description: 'The role in which it adds who has no place in the account; null where it adds nobody.',
  })
  provisionedRole!: ProvisionedRole | null;
}

@InputType({ description: 'Changes to a provider.' })
export class UpdateIdentityProviderInput {
  @Field(() => Boolean, { description: 'Whether people with addresses of its domains sign in by it alone.' })
  isRequired!: boolean;
}

@ObjectType({ description: 'Who a person is at a provider.', simpleResolvers: true })
export class LinkedIdentity {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string;

  @Field(() => String, { description: 'The name of the provider.' })
  providerName!: string;

  @Field(() => DateTimeScalar, { description: 'When the person was linked.' })
  linkedAt!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When they last signed in by it; null for never.' })
  lastUsedAt!: string | null;
}

@ObjectType({ description: 'That a person is not known by a provider any more.', simpleResolvers: true })
export class RemovedIdentity {
  @Field(() => ID, { description: 'Identifier of the link that was removed.' })
  id!: string;
}
