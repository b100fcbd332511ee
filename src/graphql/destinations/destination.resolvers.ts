import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import {
  pageOfDeliveries,
  replayDeliveries,
  replayDelivery,
  testDestination,
} from '../../core/destinations/deliveries.js';
import { listDestinations } from '../../core/destinations/destination.reads.js';
import {
  createDestination,
  deleteDestination,
  enableDestination,
  rotateDestinationSecret,
  updateDestination,
} from '../../core/destinations/destination.writes.js';
import { oneCall, oneWrite, pageOfCalls } from '../../core/field-prices.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Deletion } from '../projects/project.types.js';
import { parsePage, placeConnection } from '../shared/connection-pages.js';
import {
  CreateDestinationInput,
  CreatedDestination,
  DeliveriesArgs,
  DeliveryConnection,
  Destination,
  ReplayDeliveriesArgs,
  ReplayedDelivery,
  RotatedSecret,
  SentTest,
  UpdateDestinationInput,
} from './destination.types.js';

const FOR_HOLDERS = 'Only for a signed-in holder: a key gets FORBIDDEN.';
const FOR_MEMBERS = 'Only for members and owners who signed in and confirmed their identity: others get FORBIDDEN.';
const ID_OF_DESTINATION = 'Identifier of the destination.';

/** Where events of the account are delivered to. */
@Resolver(() => Destination)
export class DestinationResolver {
  @Query(() => [Destination], {
    nullable: true,
    complexity: oneCall,
    description: `Webhooks and channels of the account, oldest first, 20 at most. ${FOR_HOLDERS}`,
  })
  async destinations(@Ctx() { core }: GraphqlContext): Promise<Destination[]> {
    return listDestinations(core);
  }

  @Query(() => DeliveryConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description: `What was delivered to a destination in the last 30 days, newest first. ${FOR_HOLDERS}`,
  })
  async deliveries(
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<DeliveryConnection> {
    const page = parsePage(args);
    const { destinationId, state } = args;
    const { entries, hasMore, total } = await pageOfDeliveries(core, { destinationId, state, ...page });
    const connection = placeConnection(
      entries,
      ({ createdAt, id }) => ({ at: createdAt, id }),
      page.after !== null,
      hasMore,
    );
    return Object.assign(connection, { totalCount: total });
  }

  @Mutation(() => CreatedDestination, {
    nullable: true,
    complexity: oneWrite,
    description: `Adds a webhook, in tiers with API access, or a channel; 20 of an account at most. ${FOR_MEMBERS}`,
  })
  async createDestination(
    @Arg('input', () => CreateDestinationInput, { description: 'The new destination.' }) input: CreateDestinationInput,
    @Ctx() { core, client, destinations: tools }: GraphqlContext,
  ): Promise<CreatedDestination> {
    return createDestination(core, withoutNulls(input), { tools, client });
  }

  @Mutation(() => Destination, {
    nullable: true,
    complexity: oneWrite,
    description: `Changes a destination from the next event on. ${FOR_MEMBERS}`,
  })
  async updateDestination(
    @Arg('id', () => ID, { description: ID_OF_DESTINATION }) id: string,
    @Arg('input', () => UpdateDestinationInput, { description: 'What to change.' }) input: UpdateDestinationInput,
    @Ctx() { core, client, destinations: tools }: GraphqlContext,
  ): Promise<Destination> {
    return updateDestination(core, id, input, { tools, client });
  }

  @Mutation(() => Deletion, {
    nullable: true,
    complexity: oneWrite,
    description: `Removes a destination for good; what waits for it is dropped. ${FOR_MEMBERS}`,
  })
  async deleteDestination(
    @Arg('id', () => ID, { description: ID_OF_DESTINATION }) id: string,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<Deletion> {
    return deleteDestination(core, id, client);
  }

  @Mutation(() => RotatedSecret, {
    nullable: true,
    complexity: oneWrite,
    description: `Gives a webhook a new secret; the former one signs beside it meanwhile. ${FOR_MEMBERS}`,
  })
  async rotateDestinationSecret(
    @Arg('id', () => ID, { description: ID_OF_DESTINATION }) id: string,
    @Arg('graceHours', () => Int, {
      nullable: true,
      description: 'Hours for which the former secret signs too, 0 to 168; 24 by default.',
    })
    graceHours: number | null,
    @Ctx() { core, client, destinations: tools }: GraphqlContext,
  ): Promise<RotatedSecret> {
    return rotateDestinationSecret(core, { id, graceHours }, { tools, client });
  }

  @Mutation(() => Destination, {
    nullable: true,
    complexity: oneWrite,
    description: `Sends to a destination again that was disabled. ${FOR_MEMBERS}`,
  })
  async enableDestination(
    @Arg('id', () => ID, { description: ID_OF_DESTINATION }) id: string,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<Destination> {
    return enableDestination(core, id, client);
  }

  @Mutation(() => SentTest, {
    nullable: true,
    complexity: oneWrite,
    description: `Sends an event to try a destination with, five times an hour at most. ${FOR_MEMBERS}`,
  })
  async testDestination(
    @Arg('id', () => ID, { description: ID_OF_DESTINATION }) id: string,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<SentTest> {
    return testDestination(core, id, client);
  }

  @Mutation(() => ReplayedDelivery, {
    nullable: true,
    complexity: oneWrite,
    description: `Sends the event of a delivery again that has ended, within 30 days. ${FOR_MEMBERS}`,
  })
  async replayDelivery(
    @Arg('id', () => ID, { description: 'Identifier of the delivery.' }) id: string,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<ReplayedDelivery> {
    return replayDelivery(core, id, client);
  }

  @Mutation(() => Int, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Sends events again whose deliveries to a destination ended so, oldest first, 1,000 at most; what failed and ' +
      `has arrived since is left out. Returns how many. ${FOR_MEMBERS}`,
  })
  async replayDeliveries(
    @Args(() => ReplayDeliveriesArgs) { state, ...args }: ReplayDeliveriesArgs,
    @Ctx() { core, client }: GraphqlContext,
  ): Promise<number> {
    return replayDeliveries(core, { ...args, state: state ?? undefined }, client);
  }
}

/** Null is the same as nothing where a field has a default. */
function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
