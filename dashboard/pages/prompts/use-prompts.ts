import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { type PromptFilters, STATES } from '../../prompt-filters.ts';
import { PROMPT_PLAN, PROMPTS } from './prompts.document.ts';

/** What the list is narrowed to, and how to narrow it otherwise. */
export function usePromptFilters(): [PromptFilters, (next: PromptFilters) => void] {
  const router = useRouter();
  const filters = useSearch({ from: '/signed-in/projects/$projectId/prompts' });
  const setFilters = (next: PromptFilters) =>
    void router.navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace: true });
  return [filters, setFilters];
}

/** The pages of the list that were asked for. */
export function usePrompts() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId/prompts' });
  const [filters] = usePromptFilters();
  const { search, tag, state } = filters;
  const variables = {
    ...{ id, search: search ?? null, tag: tag ?? null },
    isActive: STATES.find(({ word }) => word === state)?.isActive ?? null,
    window: periodOf(filters).id,
    platforms: platformsOf(filters),
  };
  return useInfiniteQuery({
    queryKey: ['project', id, 'prompts', variables],
    queryFn: ({ signal, pageParam: after }) => ask(PROMPTS, { ...variables, after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const page = project?.prompts?.pageInfo;
      return page?.hasNextPage ? page.endCursor : null;
    },
  });
}

/** What the account may still add, and the project's tags. */
export function usePlan() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId/prompts' });
  return useQuery({
    queryKey: ['project', id, 'prompt-plan'],
    queryFn: ({ signal }) => ask(PROMPT_PLAN, { id }, signal),
  });
}
