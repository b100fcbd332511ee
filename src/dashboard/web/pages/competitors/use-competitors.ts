import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { CANDIDATES, COMPETITORS } from './competitors.document.ts';

function useVariables() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  return { id, window: periodOf(filters).id, platforms: platformsOf(filters) };
}

/** The brand and its tracked competitors. */
export function useCompetitors() {
  const variables = useVariables();
  return useQuery({
    queryKey: ['project', variables.id, 'competitors', variables],
    queryFn: ({ signal }) => ask(COMPETITORS, variables, signal),
  });
}

/**
 * Names that nobody tracks, dismissed ones or the others, a page after the other.
 * @param analysis the state of the project's analysis: once it is another, so are the names.
 */
export function useCandidates({ dismissed, analysis }: { dismissed: boolean; analysis: string | undefined }) {
  const variables = { ...useVariables(), dismissed };
  return useInfiniteQuery({
    queryKey: ['project', variables.id, 'candidates', variables, analysis],
    queryFn: ({ pageParam, signal }) => ask(CANDIDATES, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const page = project?.candidates?.pageInfo;
      return page?.hasNextPage ? page.endCursor : null;
    },
  });
}
