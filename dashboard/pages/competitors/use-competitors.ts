import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { besideOf, readCompetitorFilters, toBeside } from '../../competitor-filters.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { BRAND_TRENDS, CANDIDATES, COMPETITORS } from './competitors.document.ts';

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

/** Competitors that are drawn before anybody chooses. */
const DRAWN_FIRST = 3;

/** Which competitors are drawn beside the brand, and how to choose others. @param ids of all, most answers first. */
export function useBeside(ids: readonly string[]): [string[], (next: readonly string[]) => void] {
  const router = useRouter();
  const beside = besideOf(readCompetitorFilters(useSearch({ strict: false })), ids, DRAWN_FIRST);
  const choose = (next: readonly string[]) =>
    void router.navigate({
      to: '.',
      search: (now) => ({ ...now, beside: toBeside(next) }),
      replace: true,
      resetScroll: false,
    });
  return [beside, choose];
}

/** The brand over time, and the chosen competitors; what was drawn stays until the next is there. */
export function useBrandTrends(competitorIds: readonly string[]) {
  const variables = { ...useVariables(), competitorIds: [...competitorIds] };
  return useQuery({
    queryKey: ['project', variables.id, 'brand-trends', variables],
    queryFn: ({ signal }) => ask(BRAND_TRENDS, variables, signal),
    placeholderData: keepPreviousData,
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
