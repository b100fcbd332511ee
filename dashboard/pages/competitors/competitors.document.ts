import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

export const COMPETITORS = graphql(`
  query Competitors($id: ID!, $window: Window, $platforms: [Platform!]) {
    project(id: $id) {
      id
      name
      brandName
      aliases
      websiteUrl
      analysis { state }
      whole: visibility(window: D90) { byPlatform { responseCount } }
      period: visibility(window: $window, platforms: $platforms) { window { from to } }
      brands(window: $window, platforms: $platforms, tracked: true) {
        name
        isBrand
        competitorId
        mentionCount
        responseCount
        wholeCount
        visibilityScore
        confidence: adjustedConfidence { low high }
        againstBrand { verdict difference low high }
        share
        previous { visibilityScore change verdict }
      }
      competitors(first: 100) {
        nodes { id name aliases websiteUrl discoveryMethod firstSeenAt lastSeenAt }
      }
    }
  }
`);

/** The brand and chosen competitors over time. */
export const BRAND_TRENDS = graphql(`
  query BrandTrends($id: ID!, $window: Window, $platforms: [Platform!], $competitorIds: [ID!]!) {
    project(id: $id) {
      id
      brandTrends(window: $window, platforms: $platforms, competitorIds: $competitorIds, over: 7) {
        name
        isBrand
        competitorId
        points { date visibilityScore responseCount wholeCount }
      }
    }
  }
`);

/** Names that nobody tracks, a page at a time. */
export const CANDIDATES = graphql(`
  query Candidates($id: ID!, $window: Window, $platforms: [Platform!], $dismissed: Boolean, $after: String) {
    project(id: $id) {
      id
      candidates(window: $window, platforms: $platforms, dismissed: $dismissed, first: 10, after: $after) {
        totalCount
        pageInfo { endCursor hasNextPage }
        nodes {
          id
          name
          responseCount
          listedCount
          platforms
          firstSeen
          lastSeen
          sample { text start end platform answeredAt }
        }
      }
    }
  }
`);

export const CREATE_COMPETITOR = graphql(`
  mutation CreateCompetitor($projectId: ID!, $input: CreateCompetitorInput!) {
    createCompetitor(projectId: $projectId, input: $input) { id nameAdvice { name message suggestedAliases } }
  }
`);

export const UPDATE_COMPETITOR = graphql(`
  mutation UpdateCompetitor($id: ID!, $input: UpdateCompetitorInput!) {
    updateCompetitor(id: $id, input: $input) { id nameAdvice { name message suggestedAliases } }
  }
`);

export const DELETE_COMPETITOR = graphql(`
  mutation DeleteCompetitor($id: ID!) { deleteCompetitor(id: $id) { deleted } }
`);

/** The brand's other names. */
export const ADD_BRAND_ALIAS = graphql(`
  mutation AddBrandAlias($id: ID!, $aliases: [String!]) {
    updateProject(id: $id, input: { aliases: $aliases }) { id }
  }
`);

export const DISMISS_CANDIDATE = graphql(`
  mutation DismissCandidate($id: ID!) { dismissCandidate(id: $id) { id } }
`);

export const RESTORE_CANDIDATE = graphql(`
  mutation RestoreCandidate($id: ID!) { restoreCandidate(id: $id) { id } }
`);

export type ComparedProject = NonNullable<ResultOf<typeof COMPETITORS>['project']>;
export type Brand = NonNullable<ComparedProject['brands']>[number];
type TrendsProject = NonNullable<ResultOf<typeof BRAND_TRENDS>['project']>;
export type BrandTrend = NonNullable<TrendsProject['brandTrends']>[number];
export type Competitor = NonNullable<ComparedProject['competitors']>['nodes'][number];
type Candidates = NonNullable<NonNullable<ResultOf<typeof CANDIDATES>['project']>['candidates']>;
export type Candidate = Candidates['nodes'][number];
