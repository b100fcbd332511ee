import type { Dashboard } from './dashboards.js';
import * as peer from './postgraphile-documents.js';

/** Days back from today that visibility is asked about; both ends count. */
export const WINDOW_DAYS = 30;

/** Which days, for every server alike. */
export interface Period {
  from: string;
  to: string;
}

/** An operation as it is sent: the document is the same in each request. */
export interface Operation {
  query: string;
  variables: Readonly<Record<string, string>>;
}

/** How one kind of server is asked, and its answer in the form in which all answers must be equal. */
interface Phrasing {
  /** `projectId` is one of the dashboard's, another one each time. */
  operationFor: (dashboard: Dashboard, projectId: string, period: Period) => Operation;
  read: (answer: unknown) => unknown;
}

/** A read that is measured: as the service and the bar are asked for it, and as PostGraphile is by its own schema. */
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

/**
 * What an answer holds beside its cost. A wrong form of it fails where it is read, or differs from the other answers.
 */
function dataOf<Data>(answer: unknown): Data {
  return (answer as { data: Data }).data;
}
