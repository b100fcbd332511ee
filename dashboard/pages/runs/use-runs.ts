import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ask } from '../../api/ask.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { runStateOf } from '../../run-filters.ts';
import { RUN_LIST, RUNS, type RunsAnswer } from './runs.document.ts';

/** How often the page asks anew while something waits or is being asked; a hidden tab does not. */
const REFRESH_MS = 15_000;

/** All of the page but its list. */
export function useRuns() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  const variables = { id, window: periodOf(filters).id, platforms: platformsOf(filters) };
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
