import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { endOtherSessions, endSession, listOwnSessions } from '../../core/people/session.service.js';
import type { GraphqlContext } from '../context.js';
import { oneCall, oneWrite } from '../shared/price.js';
import { EndedSessions, Session } from './session.type.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';

/** The browsers that who asks is signed in with. */
@Resolver(() => Session)
export class SessionResolver {
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

  @Mutation(() => EndedSessions, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends a session of who asks, at once; an owner ends those of others too. ${FOR_HOLDERS}`,
  })
  async endSession(
    @Arg('id', () => ID, { description: 'Identifier of the session.' }) id: string,
    @Ctx() { core, visitor }: GraphqlContext,
  ): Promise<EndedSessions> {
    return endSession(core, id, visitor);
  }

  @Mutation(() => EndedSessions, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends all sessions of who asks but the one that asks. ${FOR_HOLDERS}`,
  })
  async endOtherSessions(@Ctx() { core, visitor }: GraphqlContext): Promise<EndedSessions> {
    return endOtherSessions(core, visitor);
  }
}
