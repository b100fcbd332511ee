import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

/** Never an address itself: that is shown once, by the mutation that makes it. */
export const FEEDS = graphql(`
  query Feeds($id: ID!) {
    project(id: $id) {
      feeds { id name kind window platforms isFiltered ending createdByName createdAt revokedAt requestCount lastUsedAt }
    }
  }
`);

export type Feed = NonNullable<NonNullable<ResultOf<typeof FEEDS>['project']>['feeds']>[number];

export const CREATE_FEED = graphql(`
  mutation CreateFeed($projectId: ID!, $input: CreateFeedInput!) {
    createFeed(projectId: $projectId, input: $input) { url feed { id } }
  }
`);

export const REVOKE_FEED = graphql(`
  mutation RevokeFeed($id: ID!) { revokeFeed(id: $id) { id } }
`);

export type FeedKind = Feed['kind'];
export type FeedWindow = Feed['window'];
