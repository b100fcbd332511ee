import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { OVERVIEW } from './overview.document.ts';

const RUNNING_MS = 3_000;
const OUTDATED_MS = 30_000;

/** The numbers of the page. While answers are analysed again they are asked for anew, so that new ones come at once. */
export function useOverview() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  const variables = { id, window: periodOf(filters).id, platforms: platformsOf(filters) };
  return useQuery({
    queryKey: ['project', id, 'overview', variables],
    queryFn: ({ signal }) => ask(OVERVIEW, variables, signal),
    refetchInterval: ({ state: { data, status } }) => {
      if (status === 'error') return false;
      const analysis = data?.project?.analysis?.state;
      if (analysis === 'RUNNING') return RUNNING_MS;
      return analysis === 'OUTDATED' ? OUTDATED_MS : false;
    },
  });
}
