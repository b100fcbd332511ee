import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useEffect } from 'react';
import { ask } from '../../api/ask.ts';
import { graphql, type Platform } from '../../api/gql.ts';
import { narrowedBy, platformsOf, whereOf } from '../../filters.ts';
import { runStateOf } from '../../page-filters.ts';
import { PLATFORMS } from '../../platforms.ts';

/** All of the page but its list. */
const RUNS = graphql(`
  query Runs($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!], $where: PromptFilter) {
    project(id: $id) {
      id
      name
      isPaused
      monitoring { nextRunAt lastRunAt queued running failedToday skippedToday }
      quality(window: $window, from: $from, to: $to, platforms: $platforms, where: $where) {
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
const RUN_LIST = graphql(`
  query RunList(
    $id: ID!
    $from: Date, $to: Date
    $platforms: [Platform!]
    $where: PromptFilter
    $state: RunState
    $promptId: ID
    $after: String
  ) {
    project(id: $id) {
      runs(
        from: $from, to: $to
        platforms: $platforms
        where: $where
        state: $state
        promptId: $promptId
        first: 50
        after: $after
      ) {
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
type RunPage = NonNullable<NonNullable<ResultOf<typeof RUN_LIST>['project']>['runs']>;
export type RunRow = RunPage['nodes'][number];

/** How often the page asks anew while something waits or is being asked; a hidden tab does not. */
const REFRESH_MS = 15_000;

/** All of the page but its list. */
export function useRuns() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  const variables = { id, ...narrowedBy(filters) };
  const asked = useQuery({
    queryKey: ['project', id, 'runs', variables],
    queryFn: ({ signal }) => ask(RUNS, variables, signal),
    refetchInterval: ({ state: { data, status } }) => (status !== 'error' && isUnderWay(data) ? REFRESH_MS : false),
  });
  useListRefresh(id, progressOf(asked.data));
  return asked;
}

interface Days {
  from: string;
  to: string;
}

/** The runs of these days, a page at a time. */
export function useRunList(days: Days) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId/runs' });
  const variables = {
    id,
    ...days,
    platforms: platformsOf(filters),
    where: whereOf(filters),
    state: runStateOf(filters),
    promptId: filters.prompt ?? null,
  };
  return useInfiniteQuery({
    queryKey: ['project', id, 'run-list', variables],
    queryFn: ({ signal, pageParam }) => ask(RUN_LIST, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const info = project?.runs?.pageInfo;
      return info?.hasNextPage ? info.endCursor : null;
    },
    placeholderData: keepPreviousData,
  });
}

/** Asks for the list anew once the state of the runs has changed. */
function useListRefresh(id: string, progress: string | null): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the progress is what it waits for
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['project', id, 'run-list'] });
  }, [client, id, progress]);
}

function isUnderWay(data: RunsAnswer | undefined): boolean {
  const monitoring = data?.project?.monitoring;
  return monitoring !== null && monitoring !== undefined && monitoring.queued + monitoring.running > 0;
}

function progressOf(data: RunsAnswer | undefined): string | null {
  const monitoring = data?.project?.monitoring;
  if (!monitoring) return null;
  const { queued, running, lastRunAt, failedToday, skippedToday } = monitoring;
  return [queued, running, lastRunAt, failedToday, skippedToday].join(' ');
}

interface OfDay {
  platform: Platform;
  date: string;
  planned: number;
}

/** One platform over all days of a period; null where nothing was planned. */
export interface Strip<Row> {
  platform: Platform;
  days: readonly (Row | null)[];
}

export interface Strips<Row> {
  /** Every UTC day of the period, the first one first. */
  dates: readonly string[];
  /** Platforms with runs, in their usual order. */
  strips: readonly Strip<Row>[];
  /** The most runs that any day of a platform has; 1 at least. */
  most: number;
}

const DAY_MS = 86_400_000;

/** The counts of days, laid out by platform and day. */
export function stripsOf<Row extends OfDay>(
  { from, to }: { from: string; to: string },
  rows: readonly Row[],
): Strips<Row> {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const dates = Array.from({ length }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10));
  const strips = PLATFORMS.map(({ id }) => {
    const own = new Map(rows.filter(({ platform }) => platform === id).map((row) => [row.date, row]));
    return { platform: id, days: dates.map((date) => own.get(date) ?? null), has: own.size > 0 };
  });
  return {
    dates,
    strips: strips.filter(({ has }) => has).map(({ platform, days }) => ({ platform, days })),
    most: Math.max(1, ...rows.map(({ planned }) => planned)),
  };
}
