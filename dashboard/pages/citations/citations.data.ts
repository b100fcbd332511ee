import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { narrowedBy } from '../../filters.ts';
import { type CitationFilters, readCitationFilters, shownOf } from '../../page-filters.ts';

/** Cited domains, and what tells an empty list from a project that has no answers or no competitors. */
const CITATIONS = graphql(`
  query Citations(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!], $where: PromptFilter
    $ownership: Ownership
    $gaps: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      name
      brandName
      visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) { byPlatform { responseCount } }
      competitors(first: 2) { nodes { id } }
      citations(
        where: $where
        window: $window, from: $from, to: $to
        platforms: $platforms
        ownership: $ownership
        gaps: $gaps
        first: 50
        after: $after
      ) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          domain
          ownership
          citationCount
          responseCount
          responseCountNamingBrand
          competitorResponseCount
          isGap
          share
          firstSeen
          lastSeen
        }
      }
    }
  }
`);

export type CitationsProject = NonNullable<ResultOf<typeof CITATIONS>['project']>;
type CitedDomains = NonNullable<CitationsProject['citations']>;
export type CitedDomain = CitedDomains['nodes'][number];

/** What the page is narrowed to, and how to narrow it otherwise; the rest of the address stays. */
export function useCitationFilters(): [CitationFilters, (next: CitationFilters) => void] {
  const router = useRouter();
  const filters = readCitationFilters(useSearch({ strict: false }));
  const setFilters = (next: CitationFilters) =>
    void router.navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return [filters, setFilters];
}

/** The cited domains that the address asks for, fifty at a time. */
export function useCitations() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const [filters] = useCitationFilters();
  const { word, ownership } = shownOf(filters);
  const narrowed = { ...narrowedBy(filters), ownership };
  const variables = { id, ...narrowed, gaps: word === 'gaps' };
  return useInfiniteQuery({
    queryKey: ['project', id, 'citations', variables],
    queryFn: ({ pageParam, signal }) => ask(CITATIONS, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const place = project?.citations?.pageInfo;
      return place?.hasNextPage ? place.endCursor : null;
    },
  });
}
