import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { type CitationFilters, readCitationFilters, shownOf } from '../../citation-filters.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { CITATIONS } from './citations.document.ts';

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
  const narrowed = { window: periodOf(filters).id, platforms: platformsOf(filters), ownership };
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
