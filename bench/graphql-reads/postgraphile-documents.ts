/** The queries in PostGraphile's own schema over the tables, and its data in the form of the service's. */

const OLDEST_FIRST = 'orderBy: [CREATED_AT_ASC, ROW_ID_ASC]';
const PROJECTS = `allProjects(first: 20, condition: { accountId: $accountId, archivedAt: null }, ${OLDEST_FIRST})`;

export interface Nodes<Node> {
  nodes: Node[];
}

export interface PeerProject {
  rowId: string;
  platforms: string[];
  monitoringFrequency: string;
  autoDiscoverCompetitors: boolean;
  createdAt: string;
  updatedAt: string;
}

export const LIST = `query Projects($accountId: UUID!) {
  ${PROJECTS} {
    nodes {
      rowId name brandName websiteUrl faviconUrl description targetCountry mainTopic platforms monitoringFrequency
      autoDiscoverCompetitors isActive isPaused createdAt updatedAt
    }
  }
}`;

export function listFrom({ allProjects }: { allProjects: Nodes<PeerProject> }) {
  return {
    projects: {
      nodes: allProjects.nodes.map(
        ({ rowId, platforms, monitoringFrequency, autoDiscoverCompetitors, createdAt, updatedAt, ...project }) => ({
          ...project,
          id: rowId,
          settings: {
            platforms: platforms.map(upperCased),
            monitoringFrequency: upperCased(monitoringFrequency),
            autoDiscoverCompetitors,
          },
          createdAt: instant(createdAt),
          updatedAt: instant(updatedAt),
        }),
      ),
    },
  };
}

export interface PeerDashboard {
  rowId: string;
  promptsByAccountIdAndProjectId: Nodes<{ rowId: string; createdAt: string }>;
  competitorsByAccountIdAndProjectId: Nodes<{ rowId: string; discoveryMethod: string }>;
  visibilityScore: Nodes<number>;
}

export const DASHBOARD = `query Dashboard($accountId: UUID!, $from: Date!, $to: Date!) {
  ${PROJECTS} {
    nodes {
      rowId name brandName
      promptsByAccountIdAndProjectId(first: 10, condition: { archivedAt: null }, ${OLDEST_FIRST}) {
        nodes { rowId promptText isActive createdAt }
      }
      competitorsByAccountIdAndProjectId(first: 5, condition: { removedAt: null }, ${OLDEST_FIRST}) {
        nodes { rowId name websiteUrl discoveryMethod }
      }
      visibilityScore(fromDay: $from, toDay: $to) { nodes }
    }
  }
}`;

export function dashboardFrom({ allProjects }: { allProjects: Nodes<PeerDashboard> }) {
  return {
    projects: {
      nodes: allProjects.nodes.map(
        ({
          rowId,
          promptsByAccountIdAndProjectId,
          competitorsByAccountIdAndProjectId,
          visibilityScore,
          ...project
        }) => ({
          ...project,
          id: rowId,
          prompts: {
            nodes: promptsByAccountIdAndProjectId.nodes.map((prompt) => ({
              ...withId(prompt),
              createdAt: instant(prompt.createdAt),
            })),
          },
          competitors: {
            nodes: competitorsByAccountIdAndProjectId.nodes.map((competitor) => ({
              ...withId(competitor),
              discoveryMethod: upperCased(competitor.discoveryMethod),
            })),
          },
          visibility: { score: visibilityScore.nodes[0] },
        }),
      ),
    },
  };
}

export interface PeerTrend {
  rowId: string;
  name: string;
  visibilityScore: Nodes<number>;
  visibilityTrend: Nodes<object>;
}

export const TREND = `query Trend($accountId: UUID!, $id: UUID!, $from: Date!, $to: Date!) {
  projectByAccountIdAndRowId(accountId: $accountId, rowId: $id) {
    rowId name
    visibilityScore(fromDay: $from, toDay: $to) { nodes }
    visibilityTrend(fromDay: $from, toDay: $to) { nodes { date score responses } }
  }
}`;

export function trendFrom({ projectByAccountIdAndRowId: project }: { projectByAccountIdAndRowId: PeerTrend }) {
  return {
    project: {
      id: project.rowId,
      name: project.name,
      visibility: { score: project.visibilityScore.nodes[0], trend: project.visibilityTrend.nodes },
    },
  };
}

function withId<Row extends { rowId: string }>({ rowId, ...row }: Row) {
  return { id: rowId, ...row };
}

function upperCased(value: string): string {
  return value.toUpperCase();
}

function instant(text: string): string {
  return new Date(text).toISOString();
}
