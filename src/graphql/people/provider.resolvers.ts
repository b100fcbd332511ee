import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { oneCall, oneWrite } from '../../core/field-prices.js';
import { IDENTITIES_MAX, type IdentityView, removeIdentity } from '../../core/people/providers/identities.js';
import { listProviders, PROVIDERS_MAX, type ProviderView } from '../../core/people/providers/providers.js';
import { updateIdentityProvider } from '../../core/people/providers/required-provider.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { Holder } from './holder.types.js';
import { IdentityProvider, LinkedIdentity, RemovedIdentity, UpdateIdentityProviderInput } from './provider.types.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';

/** Companies' own providers, and who people are there. */
@Resolver(() => Holder)
export class IdentityProviderResolver {
  @Extensions({ entries: PROVIDERS_MAX })
  @Query(() => [IdentityProvider], {
    nullable: true,
    complexity: oneCall,
    description: `Providers that people of the account sign in by, oldest first. ${FOR_HOLDERS}`,
  })
  async identityProviders(@Ctx() { core }: GraphqlContext): Promise<ProviderView[]> {
    return listProviders(core);
  }

  @Extensions({ entries: IDENTITIES_MAX })
  @FieldResolver(() => [LinkedIdentity], {
    nullable: true,
    complexity: oneCall,
    description:
      'Who the person is at providers, oldest first. Owners see it of all, others of themselves: else empty.',
  })
  async identities(@Root() { id }: Holder, @Ctx() { loaders }: GraphqlContext): Promise<IdentityView[]> {
    return loaders.identitiesOf.load({ id, args: null });
  }

  @Mutation(() => IdentityProvider, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Sets whether people with addresses of a provider sign in by it alone; their other sessions end. To require ' +
      'it, the owner who asks must have signed in by it, and an owner with a password and a second factor be marked ' +
      '`mayUsePassword`. Only for owners who signed in: others get FORBIDDEN.',
  })
  async updateIdentityProvider(
    @Arg('id', () => ID, { description: 'Identifier of the provider.' }) id: string,
    @Arg('input', () => UpdateIdentityProviderInput, { description: 'The changes.' })
    input: UpdateIdentityProviderInput,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<ProviderView> {
    return updateIdentityProvider(core, id, input, client);
  }

  @Mutation(() => RemovedIdentity, {
    nullable: true,
    complexity: oneWrite,
    description:
      'The person is not known by the provider any more, and the sessions that it opened end; a verified address may ' +
      `link them again. One's own; an owner removes those of others too. ${FOR_HOLDERS}`,
  })
  async removeHolderIdentity(
    @Arg('id', () => ID, { description: 'Identifier of the link.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<RemovedIdentity> {
    return write(ctx, (core) => removeIdentity(core, id, ctx.client));
  }
}
