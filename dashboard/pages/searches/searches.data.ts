import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { type Filters, narrowedBy, readFilters } from '../../filters.ts';

/** What platforms searched for, and what tells an empty list from a project that has no answers or no competitors. */
const SEARCHES = graphql(`
  query Searches(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!]
    $where: PromptFilter
    $gaps: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      name
      brandName
      visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) {
        byPlatform { responseCount }
      }
      competitors(first: 1) { nodes { id } }
      searches(
        where: $where
        window: $window, from: $from, to: $to
        platforms: $platforms
        gaps: $gaps
        first: 50
        after: $after
      ) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { query responseCount namingBrandCount namingCompetitorCount platforms promptCount isGap }
      }
    }
  }
`);

export type SearchesProject = NonNullable<ResultOf<typeof SEARCHES>['project']>;
export type Searched = NonNullable<SearchesProject['searches']>['nodes'][number];

/** What the page of searches is narrowed to, besides period and platforms. */
interface SearchFilters extends Filters {
  /** Absent: all searches. */
  show?: 'gaps' | undefined;
}

/** Undefined for what is absent or unknown, as {@link readFilters} has it. */
function readSearchFilters(search: Record<string, unknown>): SearchFilters {
  return { ...readFilters(search), show: search['show'] === 'gaps' ? 'gaps' : undefined };
}

/** What the page is narrowed to, and how to narrow it otherwise; the rest of the address stays. */
export function useSearchFilters(): [SearchFilters, (next: SearchFilters) => void] {
  const router = useRouter();
  const filters = readSearchFilters(useSearch({ strict: false }));
  const setFilters = (next: SearchFilters) =>
    void router.navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return [filters, setFilters];
}

/** The searches that the address asks for, fifty at a time. */
export function useSearches() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const [filters] = useSearchFilters();
  const variables = { id, ...narrowedBy(filters), gaps: filters.show === 'gaps' };
  return useInfiniteQuery({
    queryKey: ['project', id, 'searches', variables],
    queryFn: ({ pageParam, signal }) => ask(SEARCHES, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const place = project?.searches?.pageInfo;
      return place?.hasNextPage ? place.endCursor : null;
    },
  });
}
