import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** Cited pages, asked for once a domain is opened, or gaps are. */
export const CITED_PAGES = graphql(`
  query CitedPages(
    $id: ID!
    $window: Window
    $platforms: [Platform!]
    $domain: String
    $gaps: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      pages(window: $window, platforms: $platforms, domain: $domain, gaps: $gaps, first: 25, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          url
          domain
          ownership
          responseCount
          responseCountNamingBrand
          competitorResponseCount
          isGap
          firstSeen
          lastSeen
        }
      }
    }
  }
`);

export type CitedPage = NonNullable<NonNullable<ResultOf<typeof CITED_PAGES>['project']>['pages']>['nodes'][number];
