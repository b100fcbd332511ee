import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

/** Six points a project, so few at a time. */
export const PROJECTS = graphql(`
  query Projects($after: String) {
    projects(first: 4, after: $after) {
      totalCount
      pageInfo { endCursor hasNextPage }
      nodes {
        id
        name
        websiteUrl
        isPaused
        monitoring { lastRunAt nextRunAt }
        analysis { state }
        visibility(window: D30) {
          score
          window { from to }
          adjustedConfidence { low high }
          previous { score change verdict }
          pooled: trend(over: 7) { date score responses }
          byPlatform { responseCount }
        }
      }
    }
  }
`);

/** Asked only where somebody opens them. */
export const ARCHIVED = graphql(`
  query ArchivedProjects { projects(first: 100, archived: true) { nodes { id name websiteUrl updatedAt } } }
`);

export type ListedProject = NonNullable<ResultOf<typeof PROJECTS>['projects']>['nodes'][number];
