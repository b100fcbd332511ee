import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import {
  disableHolder,
  inviteHolder,
  type LinkedHolder as LinkedHolderView,
  listHolders,
  renewLink,
  updateHolder,
} from '../../core/people/holder.service.js';
import { getViewer, updateViewer } from '../../core/people/viewer.service.js';
import { getOwnAccount } from '../../core/usage/account-usage.js';
import type { GraphqlContext } from '../context.js';
import { oneCall, oneWrite } from '../shared/price.js';
import {
  Holder,
  InviteHolderInput,
  LinkedHolder,
  toHolder,
  UpdateHolderInput,
  UpdateViewerInput,
  Viewer,
} from './holder.types.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';
const FOR_OWNERS = 'Only for owners who signed in: others get FORBIDDEN.';

/** The people of the account, and who asks. */
@Resolver(() => Holder)
export class HolderResolver {
  @Query(() => Viewer, { nullable: true, complexity: oneCall, description: `Who asks. ${FOR_HOLDERS}` })
  async viewer(@Ctx() ctx: GraphqlContext): Promise<Viewer> {
    const [holder, account] = [await getViewer(ctx.core), await getOwnAccount(ctx.core)];
    return { holder: toHolder(holder), account, role: holder.role };
  }

  @Query(() => [Holder], {
    nullable: true,
    complexity: oneCall,
    description: `People of the account, disabled ones included, oldest first. ${FOR_HOLDERS}`,
  })
  async holders(@Ctx() { core }: GraphqlContext): Promise<Holder[]> {
    return (await listHolders(core)).map(toHolder);
  }

  @Mutation(() => LinkedHolder, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Adds a person, who chooses a password by a link that works for seven days; a disabled person comes ' +
      `back. ${FOR_OWNERS}`,
  })
  async inviteHolder(
    @Arg('input', () => InviteHolderInput, { description: 'The person.' }) input: InviteHolderInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<LinkedHolder> {
    return deliver(ctx, await inviteHolder(ctx.core, input, ctx.visitor));
  }

  @Mutation(() => LinkedHolder, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Makes a new link for a person; earlier links stop working. An invitation where no password was ' +
      `chosen yet, else a link of one hour for a new password. ${FOR_OWNERS}`,
  })
  async renewHolderLink(
    @Arg('id', () => ID, { description: 'Identifier of the person.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<LinkedHolder> {
    return deliver(ctx, await renewLink(ctx.core, id, ctx.visitor));
  }

  @Mutation(() => Holder, {
    nullable: true,
    complexity: oneWrite,
    description: `Changes the role of a person, whose sessions end. An account keeps at least one owner. ${FOR_OWNERS}`,
  })
  async updateHolder(
    @Arg('id', () => ID, { description: 'Identifier of the person.' }) id: string,
    @Arg('input', () => UpdateHolderInput, { description: 'The changes.' }) input: UpdateHolderInput,
    @Ctx() { core, visitor }: GraphqlContext,
  ): Promise<Holder> {
    return toHolder(await updateHolder(core, id, input, visitor));
  }

  @Mutation(() => Holder, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends what a person may do, at once. The last owner stays. ${FOR_OWNERS}`,
  })
  async disableHolder(
    @Arg('id', () => ID, { description: 'Identifier of the person.' }) id: string,
    @Ctx() { core, visitor }: GraphqlContext,
  ): Promise<Holder> {
    return toHolder(await disableHolder(core, id, visitor));
  }

  @Mutation(() => Holder, {
    nullable: true,
    complexity: oneWrite,
    description: `Changes the name of who asks. ${FOR_HOLDERS}`,
  })
  async updateViewer(
    @Arg('input', () => UpdateViewerInput, { description: 'The changes.' }) input: UpdateViewerInput,
    @Ctx() { core }: GraphqlContext,
  ): Promise<Holder> {
    return toHolder(await updateViewer(core, input));
  }
}

async function deliver(ctx: GraphqlContext, { holder, link }: LinkedHolderView): Promise<LinkedHolder> {
  const delivery = await ctx.deliverLink(holder.email, link);
  return { holder: toHolder(holder), ...delivery, expiresAt: link.expiresAt };
}
