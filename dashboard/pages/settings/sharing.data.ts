import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

/** Never an address itself: that is shown once, by the mutation that makes it. */
export const SHARE_LINKS = graphql(`
  query ShareLinks($id: ID!) {
    project(id: $id) {
      shareLinks { id name shows hasPassword createdByName createdAt expiresAt revokedAt visitCount lastVisitedAt }
    }
  }
`);

export type ShareLink = NonNullable<NonNullable<ResultOf<typeof SHARE_LINKS>['project']>['shareLinks']>[number];

export const CREATE_SHARE_LINK = graphql(`
  mutation CreateShareLink($projectId: ID!, $input: CreateShareLinkInput!) {
    createShareLink(projectId: $projectId, input: $input) { url shareLink { id } }
  }
`);

export const UPDATE_SHARE_LINK = graphql(`
  mutation UpdateShareLink($id: ID!, $input: UpdateShareLinkInput!) {
    updateShareLink(id: $id, input: $input) { id }
  }
`);

export const REVOKE_SHARE_LINK = graphql(`
  mutation RevokeShareLink($id: ID!) { revokeShareLink(id: $id) { id } }
`);

export type SharedPart = ShareLink['shows'][number];
