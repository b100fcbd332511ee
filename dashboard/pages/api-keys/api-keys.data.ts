import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

/** Never a key itself: that is shown once, by the mutation that makes it. */
export const API_KEYS = graphql(`
  query ApiKeys {
    viewer { role account { tier subscription limits { requestsPerMinute requestsPerDay } } }
    apiKeys { id name description access prefix createdAt lastUsedAt requestCount revokedAt }
  }
`);

export type Viewer = NonNullable<ResultOf<typeof API_KEYS>['viewer']>;
export type ApiKey = NonNullable<ResultOf<typeof API_KEYS>['apiKeys']>[number];

export const CREATE_KEY = graphql(`
  mutation CreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { apiKey key { id } }
  }
`);

export const REVOKE_KEY = graphql(`
  mutation RevokeKey($id: ID!) {
    revokeApiKey(id: $id) { id revokedAt }
  }
`);
