import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { pageOfEvents, type SecurityEventView } from '../../core/people/event-page.js';
import type { GraphqlContext } from '../context.js';
import { PageArgs, placeConnection } from '../shared/connection.js';
import { parsePage } from '../shared/listed-page.js';
import { pageOfCalls } from '../shared/price.js';
import { SecurityEvent, SecurityEventConnection } from './security-event.type.js';

/** What happened to the access of the account. */
@Resolver(() => SecurityEvent)
export class SecurityEventResolver {
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
}

function toSecurityEvent({ detail, ...event }: SecurityEventView): SecurityEvent {
  return { ...event, detail: Object.entries(detail).map(([name, value]) => ({ name, value })) };
}
