import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

export const PEOPLE = graphql(`
  query People {
    viewer { role holder { id } account { subscription } }
    holders {
      id email name role projectIds hasPassword hasJoined hasSecondFactor mayUsePassword createdAt disabledAt
      identities { id providerName linkedAt }
    }
    identityProviders { id name domains isRequired provisionedRole }
  }
`);

/** Names alone, a hundred at a time: who limits somebody chooses among all. */
export const PROJECT_NAMES = graphql(`
  query ProjectNames($after: String) {
    projects(first: 100, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } }
  }
`);

export type Viewer = NonNullable<ResultOf<typeof PEOPLE>['viewer']>;
export type Person = NonNullable<ResultOf<typeof PEOPLE>['holders']>[number];
export type Role = Person['role'];
export type Provider = NonNullable<ResultOf<typeof PEOPLE>['identityProviders']>[number];

export const INVITE = graphql(`
  mutation Invite($input: InviteHolderInput!) {
    inviteHolder(input: $input) { holder { name email } isMailed url linkExpiresAt requiredProvider }
  }
`);

export const RENEW_LINK = graphql(`
  mutation RenewLink($id: ID!) {
    renewHolderLink(id: $id) { holder { name email } isMailed url linkExpiresAt requiredProvider }
  }
`);

/** A person with the way in: a link by which they choose a password, shown once, or the company's provider. */
export type Linked = NonNullable<ResultOf<typeof INVITE>['inviteHolder']>;

export const CHANGE_PERSON = graphql(`
  mutation ChangePerson($id: ID!, $input: UpdateHolderInput!) {
    updateHolder(id: $id, input: $input) { id role projectIds }
  }
`);

export const DISABLE = graphql(`
  mutation Disable($id: ID!) {
    disableHolder(id: $id) { id disabledAt }
  }
`);

export const REQUIRE_PROVIDER = graphql(`
  mutation RequireProvider($id: ID!, $isRequired: Boolean!) {
    updateIdentityProvider(id: $id, input: { isRequired: $isRequired }) { id isRequired }
  }
`);

export const SET_MARK = graphql(`
  mutation KeepPassword($id: ID!, $mayUsePassword: Boolean!) {
    updateHolder(id: $id, input: { mayUsePassword: $mayUsePassword }) { id mayUsePassword }
  }
`);

export const REMOVE_IDENTITY = graphql(`
  mutation RemoveIdentity($id: ID!) {
    removeHolderIdentity(id: $id) { id }
  }
`);
