import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';
import { useSecretWrite } from '../../api/use-write.ts';

export const ACCOUNT = graphql(`
  query Account {
    viewer { role holder { id name email } }
    account {
      name tier subscription cadence platforms
      limits { requestsPerMinute requestsPerDay promptCapacity dailySlots creditsPerMonth }
      usage {
        requestsThisMinute requestsToday promptsUsed dailySlotsUsed creditsUsed creditsRemaining creditsResetAt
      }
    }
    holders { id name }
  }
`);

export type AccountAnswer = ResultOf<typeof ACCOUNT>;
export type Account = NonNullable<AccountAnswer['account']>;
export type Viewer = NonNullable<AccountAnswer['viewer']>;

export const COMPANY_LINKS = graphql(`
  query CompanyLinks {
    viewer { holder { id identities { id providerName linkedAt lastUsedAt } } }
    identityProviders { id name }
  }
`);

type CompanyAnswer = ResultOf<typeof COMPANY_LINKS>;
export type Identity = NonNullable<NonNullable<CompanyAnswer['viewer']>['holder']['identities']>[number];
export type Provider = NonNullable<CompanyAnswer['identityProviders']>[number];

export const REMOVE_IDENTITY = graphql(`
  mutation RemoveOwnIdentity($id: ID!) {
    removeHolderIdentity(id: $id) { id }
  }
`);

export const UPDATE_ACCOUNT = graphql(`
  mutation UpdateAccount($input: UpdateAccountInput!) {
    updateAccount(input: $input) { id name cadence }
  }
`);

export const DELETE_ACCOUNT = graphql(`
  mutation DeleteAccount($name: String!) {
    requestAccountDeletion(name: $name) { id deleteAt }
  }
`);

export const LEAVE_ACCOUNT = graphql(`
  mutation LeaveAccount($name: String!) {
    leaveAccount(name: $name) { accountId }
  }
`);

export const UPDATE_VIEWER = graphql(`
  mutation UpdateViewer($name: String!) {
    updateViewer(input: { name: $name }) { id name }
  }
`);

export const NOTIFICATIONS = graphql(`
  query Notifications {
    notifications { timeZone quietHours { from to } quietDays immediate digest kinds projectIds }
    projects(first: 100) { nodes { id name } }
  }
`);

export type OwnNotificationsAnswer = NonNullable<ResultOf<typeof NOTIFICATIONS>['notifications']>;
export type NamedProject = NonNullable<ResultOf<typeof NOTIFICATIONS>['projects']>['nodes'][number];

export const UPDATE_NOTIFICATIONS = graphql(`
  mutation UpdateNotifications($input: UpdateNotificationsInput!) {
    updateNotifications(input: $input) { timeZone }
  }
`);

export const SESSIONS = graphql(`
  query Sessions {
    sessions { id createdAt lastSeenAt network userAgent isCurrent }
  }
`);

export type Session = NonNullable<ResultOf<typeof SESSIONS>['sessions']>[number];

export const END_SESSION = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id) { ended }
  }
`);

export const END_OTHERS = graphql(`
  mutation EndOthers {
    endOtherSessions { ended }
  }
`);

export const EVENTS = graphql(`
  query Events($after: String) {
    securityEvents(first: 12, after: $after) {
      totalCount
      pageInfo { endCursor hasNextPage }
      nodes { id at kind holderId holderName network userAgent detail { name value } }
    }
  }
`);

export type SecurityEvent = NonNullable<ResultOf<typeof EVENTS>['securityEvents']>['nodes'][number];

/** A change of somebody's factors: sessions may end with it, and it is an event. */
export function useFactorWrite() {
  return useSecretWrite([['account'], ['people'], ['frame']]);
}
