import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { KEY_ACCESS, type KeyAccess } from '../../entities/vocabulary.js';
import { DateTimeScalar, upperCased } from '../shared/scalars.js';

const KeyAccessEnum = upperCased(KEY_ACCESS);
registerEnumType(KeyAccessEnum, {
  name: 'KeyAccess',
  description: 'What a key may do.',
  valuesConfig: {
    FULL: { description: 'Read, and change what programs may change.' },
    READ: { description: 'Read and export alone: every change gets FORBIDDEN.' },
  },
});

@ObjectType({ description: 'An API key as its holder sees it: never the key itself.', simpleResolvers: true })
export class ApiKey {
  @Field(() => ID, { description: 'Identifier of the key.' })
  id!: string;

  @Field(() => String, { description: 'Name of the key.' })
  name!: string;

  @Field(() => String, { description: 'Description of the key.' })
  description!: string;

  @Field(() => String, { description: 'The beginning of the key, to recognise it by.' })
  prefix!: string;

  @Field(() => KeyAccessEnum, { description: 'What it may do.' })
  access!: KeyAccess;

  @Field(() => DateTimeScalar, { description: 'When the key was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When a request last used it; null before the first.',
  })
  lastUsedAt!: string | null;

  @Field(() => Int, { description: 'Requests that used it.' })
  requestCount!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null while it is valid.' })
  revokedAt!: string | null;
}

@ObjectType({ description: 'A new API key.', simpleResolvers: true })
export class CreatedApiKey {
  @Field(() => ApiKey, { description: 'The key as lists show it.' })
  key!: ApiKey;

  @Field(() => String, { description: 'The whole key: shown here and never again.' })
  apiKey!: string;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Name of the key.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description of the key.' })
  description?: string;

  @Field(() => KeyAccessEnum, { defaultValue: 'full', description: 'What it may do; this never changes.' })
  access?: KeyAccess;
}
