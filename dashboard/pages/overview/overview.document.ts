import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** All of the page in one operation. */
export const OVERVIEW = graphql(`
  query Overview($id: ID!, $window: Window, $platforms: [Platform!]) {
    project(id: $id) {
      id
      name
      brandName
      isPaused
      settings { platforms }
      lastAnsweredAt
      changes(window: $window) { at kind text }
      visibility(window: $window, platforms: $platforms) {
        score
        window { from to }
        adjustedConfidence { low high }
        previous { score change verdict }
        days: trend { date score responses }
        pooled: trend(over: 7) { date score responses confidence: adjustedConfidence { low high } }
        byPlatform {
          platform
          responseCount
          brandMentionCount
          visibilityScore
          confidence: adjustedConfidence { low high }
          previous { change verdict }
        }
      }
      unasked: visibility(window: $window, platforms: $platforms, branded: false) {
        score
        byPlatform { responseCount brandMentionCount }
      }
      cells(window: $window, platforms: $platforms) {
        promptId
        promptText
        isBranded
        platform
        responseCount
        brandMentionCount
        visibilityScore
        confidence { low high }
      }
      brands(window: $window, platforms: $platforms, tracked: true) {
        name
        isBrand
        competitorId
        mentionCount
        responseCount
        wholeCount
        visibilityScore
        confidence: adjustedConfidence { low high }
        share
      }
      sentiment(window: $window) { positive neutral negative mixed noRule total }
      criticism: responses(window: $window, sentiments: [NEGATIVE], first: 3) {
        nodes { id evidence platform answeredAt prompt { promptText } }
      }
      citations(window: $window, first: 8) {
        totalCount
        nodes { domain citationCount responseCount share ownership topUrls { url count } }
      }
    }
  }
`);

/** Apart from the project, so that a refusal of this one is one of the whole operation. */
export const PLATFORM_STATUS = graphql(`query OverviewPlatforms { platformStatus { platform state reason } }`);

export type OverviewProject = NonNullable<ResultOf<typeof OVERVIEW>['project']>;
export type Visibility = NonNullable<OverviewProject['visibility']>;
export type PlatformRow = Visibility['byPlatform'][number];
export type Cell = NonNullable<OverviewProject['cells']>[number];
export type Change = NonNullable<OverviewProject['changes']>[number];
export type PlatformStatus = NonNullable<ResultOf<typeof PLATFORM_STATUS>['platformStatus']>[number];
export type Brand = NonNullable<OverviewProject['brands']>[number];
export type Domain = NonNullable<OverviewProject['citations']>['nodes'][number];
export type Critic = NonNullable<OverviewProject['criticism']>['nodes'][number];
export type SentimentCounts = NonNullable<OverviewProject['sentiment']>;
