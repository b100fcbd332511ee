import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { OVERVIEW, PLATFORM_STATUS } from './overview.document.ts';

/** The numbers of the page. */
export function useOverview() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  const variables = { id, window: periodOf(filters).id, platforms: platformsOf(filters) };
  return useQuery({
    queryKey: ['project', id, 'overview', variables],
    queryFn: ({ signal }) => ask(OVERVIEW, variables, signal),
  });
}

/** Whether the platforms are asked now; empty until that is known. */
export function usePlatformStatus() {
  const { data } = useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => ask(PLATFORM_STATUS, {}, signal),
  });
  return data?.platformStatus ?? [];
}
