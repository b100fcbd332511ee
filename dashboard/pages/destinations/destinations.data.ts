import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

/** Never a secret itself: that is shown once, by the mutation that makes it. */
export const DESTINATIONS = graphql(`
  query Destinations {
    viewer { role account { tier subscription limits { requestsPerMinute } } }
    destinations {
      id kind name url host events kinds projectIds state failingSince restingUntil lastFault disabledAt
      formerSecretUntil createdByName
    }
  }
`);

export type Viewer = NonNullable<ResultOf<typeof DESTINATIONS>['viewer']>;
export type Destination = NonNullable<ResultOf<typeof DESTINATIONS>['destinations']>[number];

export const DELIVERIES = graphql(`
  query Deliveries($id: ID!, $state: DeliveryState, $after: String) {
    deliveries(destinationId: $id, state: $state, first: 20, after: $after) {
      totalCount
      nodes { id type state createdAt nextAttemptAt attempts { at status ms fault responseHead } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Delivery = NonNullable<ResultOf<typeof DELIVERIES>['deliveries']>['nodes'][number];

export const CREATE_DESTINATION = graphql(`
  mutation AddDestination($input: CreateDestinationInput!) {
    createDestination(input: $input) { secret destination { id } }
  }
`);

export const UPDATE_DESTINATION = graphql(`
  mutation ChangeDestination($id: ID!, $input: UpdateDestinationInput!) {
    updateDestination(id: $id, input: $input) { id }
  }
`);

export const ROTATE_SECRET = graphql(`
  mutation RotateSecret($id: ID!, $graceHours: Int) {
    rotateDestinationSecret(id: $id, graceHours: $graceHours) { secret }
  }
`);

export const REMOVE_DESTINATION = graphql(`
  mutation RemoveDestination($id: ID!) { deleteDestination(id: $id) { deleted } }
`);

export const TEST_DESTINATION = graphql(`
  mutation SendTest($id: ID!) { testDestination(id: $id) { sent } }
`);

export const ENABLE_DESTINATION = graphql(`
  mutation EnableDestination($id: ID!) { enableDestination(id: $id) { id } }
`);

export const REPLAY_DELIVERY = graphql(`
  mutation SendAgain($id: ID!) { replayDelivery(id: $id) { id } }
`);

export const REPLAY_FAILED = graphql(`
  mutation SendFailedAgain($id: ID!, $from: DateTime!, $to: DateTime!) {
    replayDeliveries(destinationId: $id, from: $from, to: $to)
  }
`);
