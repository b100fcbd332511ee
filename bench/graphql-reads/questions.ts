import type { Dashboard } from './dashboards.js';
import * as peer from './postgraphile-documents.js';

/** Days back from today in the queries for visibility; both ends count. */
export const WINDOW_DAYS = 30;

/** The days, the same for every server. */
export interface Period {
  from: string;
  to: string;
}

/** An operation as it is sent: the document is the same in each request. */
export interface Operation {
  query: string;
  variables: Readonly<Record<string, string>>;
}

/** How one kind of server is asked, and its response in the form in which all must be equal. */
interface Phrasing {
  /** `projectId` is one of the dashboard's, a different one each time. */
  operationFor: (dashboard: Dashboard, projectId: string, period: Period) => Operation;
  read: (answer: unknown) => unknown;
}

/** A measured read: the operation for the service and the bar, and the one for PostGraphile's own schema. */
export interface Question {
  name: string;
  own: Phrasing;
  peer: Phrasing;
}

const PROJECT = `id name brandName websiteUrl faviconUrl description targetCountry mainTopic
      settings { platforms monitoringFrequency autoDiscoverCompetitors } isActive isPaused createdAt updatedAt`;

const LIST = `query Projects {
  projects(first: 20) {
    nodes {
      ${PROJECT}
    }
  }
}`;

const DASHBOARD = `query Dashboard($from: Date!, $to: Date!) {
  projects(first: 20) {
    nodes {
      id name brandName
      prompts(first: 10) { nodes { id promptText isActive createdAt } }
      competitors(first: 5) { nodes { id name websiteUrl discoveryMethod } }
      visibility(from: $from, to: $to) { score }
    }
  }
}`;

const TREND = `query Trend($id: ID!, $from: Date!, $to: Date!) {
  project(id: $id) {
    id name
    visibility(from: $from, to: $to) { score trend { date score responses } }
  }
}`;

export const QUESTIONS: readonly Question[] = [
  {
    name: 'list of 20 projects',
    own: { operationFor: () => ({ query: LIST, variables: {} }), read: dataOf },
    peer: {
      operationFor: ({ accountId }) => ({ query: peer.LIST, variables: { accountId } }),
      read: (answer) => peer.listFrom(dataOf(answer)),
    },
  },
  {
    name: '20 projects, nested',
    own: { operationFor: (_, __, period) => ({ query: DASHBOARD, variables: { ...period } }), read: dataOf },
    peer: {
      operationFor: ({ accountId }, _, period) => ({ query: peer.DASHBOARD, variables: { accountId, ...period } }),
      read: (answer) => peer.dashboardFrom(dataOf(answer)),
    },
  },
  {
    name: 'visibility with trend',
    own: { operationFor: (_, id, period) => ({ query: TREND, variables: { id, ...period } }), read: dataOf },
    peer: {
      operationFor: ({ accountId }, id, period) => ({ query: peer.TREND, variables: { accountId, id, ...period } }),
      read: (answer) => peer.trendFrom(dataOf(answer)),
    },
  },
];

/** What a response holds besides its cost. A wrong form fails where it is read, or differs from the others. */
function dataOf<Data>(answer: unknown): Data {
  return (answer as { data: Data }).data;
}
