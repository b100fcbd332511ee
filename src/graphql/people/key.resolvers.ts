import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { oneCall, oneWrite } from '../../core/field-prices.js';
import { createOwnKey, type KeyView, listOwnKeys, revokeOwnKey } from '../../core/people/api-keys.js';
import type { GraphqlContext } from '../graphql-context.js';
import { ApiKey, CreateApiKeyInput, CreatedApiKey } from './key.types.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';
const FOR_MEMBERS = 'Only for members and owners who signed in: others get FORBIDDEN.';

/** Keys of the account. */
@Resolver(() => ApiKey)
export class KeyResolver {
  @Query(() => [ApiKey], {
    nullable: true,
    complexity: oneCall,
    description: `API keys of the account, revoked ones included, oldest first. ${FOR_HOLDERS}`,
  })
  async apiKeys(@Ctx() { core }: GraphqlContext): Promise<ApiKey[]> {
    return (await listOwnKeys(core)).map(toApiKey);
  }

  @Mutation(() => CreatedApiKey, {
    nullable: true,
    complexity: oneWrite,
    description: `Creates an API key; a tier without API access gets FORBIDDEN with the reason. ${FOR_MEMBERS}`,
  })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'The new key.' }) input: CreateApiKeyInput,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<CreatedApiKey> {
    const { key, apiKey } = await createOwnKey(core, input, client);
    return { key: toApiKey(key), apiKey };
  }

  @Mutation(() => ApiKey, {
    nullable: true,
    complexity: oneWrite,
    description: `Revokes an API key at once. ${FOR_MEMBERS}`,
  })
  async revokeApiKey(
    @Arg('id', () => ID, { description: 'Identifier of the key.' }) id: string,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<ApiKey> {
    return toApiKey(await revokeOwnKey(core, id, client));
  }
}

function toApiKey({ keyId, ...view }: KeyView): ApiKey {
  return { id: keyId, ...view };
}
