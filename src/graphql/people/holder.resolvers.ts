import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { oneCall, oneWrite, pageOfCalls } from '../../core/field-prices.js';
import { endOtherSessions, endSession, listOwnSessions } from '../../core/people/holder-sessions.js';
import {
  disableHolder,
  getViewer,
  type HolderView,
  inviteHolder,
  type LinkedHolder as LinkedHolderView,
  listHolders,
  renewLink,
  updateHolder,
  updateViewer,
} from '../../core/people/holders.js';
import { pageOfEvents, type SecurityEventView } from '../../core/people/security-events.js';
import { leaveAccount } from '../../core/privacy/leaving.js';
import { getOwnAccount } from '../../core/usage/account-usage.js';
import type { GraphqlContext } from '../graphql-context.js';
import { PageArgs } from '../shared/connection.types.js';
import { parsePage, placeConnection } from '../shared/connection-pages.js';
import {
  EndedSessions,
  Holder,
  InviteHolderInput,
  LeftAccount,
  LinkedHolder,
  type SecurityEvent,
  SecurityEventConnection,
  Session,
  UpdateHolderInput,
  UpdateViewerInput,
  Viewer,
} from './holder.types.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';
const FOR_OWNERS = 'Only for owners who signed in: others get FORBIDDEN.';

/** The people of the account and who asks, their sessions, and what happened to the access of the account. */
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
    description:
      'People of the account, disabled ones included, oldest first; to who is limited to projects themselves alone. ' +
      FOR_HOLDERS,
  })
  async holders(@Ctx() { core }: GraphqlContext): Promise<Holder[]> {
    return (await listHolders(core)).map(toHolder);
  }

  @Query(() => [Session], {
    nullable: true,
    complexity: oneCall,
    description: `Sessions of who asks that are good now, last used first. ${FOR_HOLDERS}`,
  })
  async sessions(@Ctx() { core }: GraphqlContext): Promise<Session[]> {
    const own = core.caller.kind === 'holder' ? core.caller.sessionId : null;
    return (await listOwnSessions(core)).map(({ sessionId, createdAt, lastSeenAt, network, userAgent }) => {
      return { id: sessionId, createdAt, lastSeenAt, network, userAgent, isCurrent: sessionId === own };
    });
  }

  @Query(() => SecurityEventConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description:
      'What happened to the access of the account in the last 400 days, newest first: to owners all of it, to others ' +
      'what concerns them. Only for a signed-in holder: a key gets FORBIDDEN.',
  })
  async securityEvents(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<SecurityEventConnection> {
    const page = parsePage(args);
    const { entries, hasMore, total } = await pageOfEvents(core, page);
    const nodes = entries.map(toSecurityEvent);
    const connection = placeConnection(nodes, ({ at, id }) => ({ at, id }), page.after !== null, hasMore);
    return Object.assign(connection, { totalCount: total });
  }

  @Mutation(() => LinkedHolder, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Adds a person, who chooses a password by a link that works for seven days, or comes in by the provider that ' +
      `is required of them; a disabled person comes back. ${FOR_OWNERS}`,
  })
  async inviteHolder(
    @Arg('input', () => InviteHolderInput, { description: 'The person.' }) input: InviteHolderInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<LinkedHolder> {
    return deliver(ctx, await inviteHolder(ctx.core, input, ctx.client));
  }

  @Mutation(() => LinkedHolder, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Makes a new link for a person; earlier links stop working. An invitation where no password was chosen yet, ' +
      `else a link of one hour for a new password; none for who signs in by a required provider. ${FOR_OWNERS}`,
  })
  async renewHolderLink(
    @Arg('id', () => ID, { description: 'Identifier of the person.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<LinkedHolder> {
    return deliver(ctx, await renewLink(ctx.core, id, ctx.client));
  }

  @Mutation(() => Holder, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Changes the role of a person, whose sessions end, or the projects that they see, or marks an owner whose ' +
      'password signs in though a provider is required. An account keeps at least one owner, and one marked while a ' +
      `provider is required. ${FOR_OWNERS}`,
  })
  async updateHolder(
    @Arg('id', () => ID, { description: 'Identifier of the person.' }) id: string,
    @Arg('input', () => UpdateHolderInput, { description: 'The changes.' }) input: UpdateHolderInput,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<Holder> {
    return toHolder(await updateHolder(core, id, input, client));
  }

  @Mutation(() => Holder, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends what a person may do, at once. The last owner stays. ${FOR_OWNERS}`,
  })
  async disableHolder(
    @Arg('id', () => ID, { description: 'Identifier of the person.' }) id: string,
    @Ctx() { core, client, deliverConfirmation }: GraphqlContext,
  ): Promise<Holder> {
    return toHolder(await disableHolder(core, id, client, { canMail: deliverConfirmation !== null }));
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

  @Mutation(() => EndedSessions, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends a session of who asks, at once; an owner ends those of others too. ${FOR_HOLDERS}`,
  })
  async endSession(
    @Arg('id', () => ID, { description: 'Identifier of the session.' }) id: string,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<EndedSessions> {
    return endSession(core, id, client);
  }

  @Mutation(() => EndedSessions, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends all sessions of who asks but the one that asks. ${FOR_HOLDERS}`,
  })
  async endOtherSessions(@Ctx() { core, client }: GraphqlContext): Promise<EndedSessions> {
    return endOtherSessions(core, client);
  }

  @Mutation(() => LeftAccount, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Who asks leaves the account for good, at once: name, address, sessions and second factors are deleted, and ' +
      `what they made stays. The last owner stays. ${FOR_HOLDERS}`,
  })
  async leaveAccount(
    @Arg('name', () => String, { description: 'The name of the account, typed.' }) name: string,
    @Ctx() { core, client, deliverConfirmation }: GraphqlContext,
  ): Promise<LeftAccount> {
    return leaveAccount(core, { name }, client, { canMail: deliverConfirmation !== null });
  }
}

async function deliver(ctx: GraphqlContext, { holder, wayIn }: LinkedHolderView): Promise<LinkedHolder> {
  const { link, requiredProvider } = wayIn;
  const delivery = await ctx.deliverLink(holder.email, wayIn, !holder.hasPassword);
  const expiresAt = link?.expiresAt ?? ctx.core.clock.now().toISOString();
  const linkExpiresAt = link?.expiresAt ?? null;
  return { holder: toHolder(holder), ...delivery, linkExpiresAt, expiresAt, requiredProvider };
}

function toSecurityEvent({ detail, ...event }: SecurityEventView): SecurityEvent {
  return { ...event, detail: Object.entries(detail).map(([name, value]) => ({ name, value })) };
}

/** Without the account: only its own people see it. */
function toHolder({ holderId, accountId: _, ...holder }: HolderView): Holder {
  return { id: holderId, ...holder };
}
