import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** Cited domains, and what tells an empty list from a project that has no answers or no competitors. */
export const CITATIONS = graphql(`
  query Citations(
    $id: ID!
    $window: Window
    $platforms: [Platform!]
    $ownership: Ownership
    $gaps: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      name
      brandName
      visibility(window: $window, platforms: $platforms) { byPlatform { responseCount } }
      competitors(first: 2) { nodes { id } }
      citations(
        window: $window
        platforms: $platforms
        ownership: $ownership
        gaps: $gaps
        first: 50
        after: $after
      ) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          domain
          ownership
          citationCount
          responseCount
          responseCountNamingBrand
          competitorResponseCount
          isGap
          share
          firstSeen
          lastSeen
        }
      }
    }
  }
`);

export type CitationsProject = NonNullable<ResultOf<typeof CITATIONS>['project']>;
export type CitedDomains = NonNullable<CitationsProject['citations']>;
export type CitedDomain = CitedDomains['nodes'][number];
