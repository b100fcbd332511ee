import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { createOwnKey, listOwnKeys, revokeOwnKey } from '../../core/keys/own-keys.js';
import type { GraphqlContext } from '../context.js';
import { oneCall, oneWrite } from '../schema/price.js';
import { ApiKey, CreateApiKeyInput, CreatedApiKey, toApiKey } from './key.type.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';

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
    description: `Creates an API key. ${FOR_HOLDERS}`,
  })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'The new key.' }) input: CreateApiKeyInput,
    @Ctx() { core }: GraphqlContext,
  ): Promise<CreatedApiKey> {
    const { key, apiKey } = await createOwnKey(core, input);
    return { key: toApiKey(key), apiKey };
  }

  @Mutation(() => ApiKey, {
    nullable: true,
    complexity: oneWrite,
    description: `Revokes an API key at once. ${FOR_HOLDERS}`,
  })
  async revokeApiKey(
    @Arg('id', () => ID, { description: 'Identifier of the key.' }) id: string,
    @Ctx() { core }: GraphqlContext,
  ): Promise<ApiKey> {
    return toApiKey(await revokeOwnKey(core, id));
  }
}
