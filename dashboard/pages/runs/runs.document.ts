import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** All of the page but its list. */
export const RUNS = graphql(`
  query Runs($id: ID!, $window: Window, $platforms: [Platform!]) {
    project(id: $id) {
      id
      name
      isPaused
      monitoring { nextRunAt lastRunAt queued running failedToday skippedToday }
      quality(window: $window, platforms: $platforms) {
        window { from to }
        byPlatform { platform planned underWay accepted failed skipped lastAnsweredAt reasons { state reason count } }
        byDay { date platform planned underWay accepted failed skipped reasons { state reason count } }
      }
    }
    platformStatus { platform state reason pausedUntil }
    account { platforms credits { used limit remaining resetsAt forecast } }
  }
`);

/** A page of the list, for the days that {@link RUNS} is about. */
export const RUN_LIST = graphql(`
  query RunList(
    $id: ID!, $from: Date, $to: Date, $platforms: [Platform!], $state: RunState, $promptId: ID, $after: String
  ) {
    project(id: $id) {
      runs(from: $from, to: $to, platforms: $platforms, state: $state, promptId: $promptId, first: 50, after: $after) {
        nodes {
          id
          platform
          trigger
          state
          reason
          attempts
          plannedAt
          nextAttemptAt
          model
          responseId
          responseDate
          prompt { id promptText }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export type RunsAnswer = ResultOf<typeof RUNS>;
export type RunsProject = NonNullable<RunsAnswer['project']>;
export type Quality = NonNullable<RunsProject['quality']>;
export type PlatformQuality = Quality['byPlatform'][number];
export type DayQuality = Quality['byDay'][number];
export type Monitoring = NonNullable<RunsProject['monitoring']>;
export type PlatformStatus = NonNullable<RunsAnswer['platformStatus']>[number];
export type Credits = NonNullable<NonNullable<RunsAnswer['account']>['credits']>;
export type RunPage = NonNullable<NonNullable<ResultOf<typeof RUN_LIST>['project']>['runs']>;
export type RunRow = RunPage['nodes'][number];
