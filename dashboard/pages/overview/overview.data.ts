import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { narrowedBy } from '../../filters.ts';

/** All of the page in one operation. */
const OVERVIEW = graphql(`
  query Overview($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!], $where: PromptFilter) {
    project(id: $id) {
      id
      name
      brandName
      isPaused
      settings { platforms }
      lastAnsweredAt
      changes(window: $window, from: $from, to: $to) { id at kind text }
      visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) {
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
      unasked: visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms, branded: false) {
        score
        byPlatform { responseCount brandMentionCount }
      }
      cells(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) {
        promptId
        promptText
        isBranded
        platform
        responseCount
        brandMentionCount
        visibilityScore
        confidence { low high }
      }
      brands(where: $where, window: $window, from: $from, to: $to, platforms: $platforms, tracked: true) {
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
      sentiment(where: $where, window: $window, from: $from, to: $to) { positive neutral negative mixed noRule total }
      criticism: responses(where: $where, window: $window, from: $from, to: $to, sentiments: [NEGATIVE], first: 3) {
        nodes { id evidence platform answeredAt prompt { promptText } }
      }
      citations(where: $where, window: $window, from: $from, to: $to, first: 8) {
        totalCount
        nodes { domain citationCount responseCount share ownership topUrls { url count } }
      }
    }
  }
`);

export const ADD_NOTE = graphql(`
  mutation AddNote($projectId: ID!, $input: AddNoteInput!) { addNote(projectId: $projectId, input: $input) { id } }
`);

export const REMOVE_NOTE = graphql(`mutation RemoveNote($id: ID!) { removeNote(id: $id) { deleted } }`);

/** Apart from the project, so that a refusal of this one is one of the whole operation. */
const PLATFORM_STATUS = graphql(`query OverviewPlatforms { platformStatus { platform state reason } }`);

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

/** The numbers of the page. */
export function useOverview() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  const variables = { id, ...narrowedBy(filters) };
  return useQuery({
    queryKey: ['project', id, 'overview', variables],
    queryFn: ({ signal }) => ask(OVERVIEW, variables, signal),
  });
}

/** Alerts of a project as marks of the trend; loaded apart, once the page is there. */
export function useAlertMarks(id: string) {
  return useQuery({
    queryKey: ['project', id, 'alerts', 'marks'],
    queryFn: async ({ signal }) => (await import('../alert-marks/alert-marks.ts')).askAlertMarks(id, signal),
  }).data;
}

/** Whether the platforms are asked now; empty until that is known. */
export function usePlatformStatus() {
  const { data } = useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => ask(PLATFORM_STATUS, {}, signal),
  });
  return data?.platformStatus ?? [];
}
