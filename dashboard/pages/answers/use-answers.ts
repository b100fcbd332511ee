import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type AnswerFilters, TONES } from '../../answer-filters.ts';
import { ask } from '../../api/ask.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { ANSWER, ANSWER_CHOICES, ANSWER_COUNT, ANSWERS } from './answers.document.ts';
import { isSearchable } from './narrowing.ts';

const ROUTE = '/signed-in/projects/$projectId/answers';
const KEPT_MS = 60_000;

/** The id of the project, what its answers are narrowed to, and how to narrow them otherwise. */
export function useAnswerFilters() {
  const { projectId } = useParams({ from: ROUTE });
  const filters = useSearch({ from: ROUTE });
  const router = useRouter();
  const narrow = (next: Partial<AnswerFilters>) =>
    void router.navigate({ to: '.', search: (now) => ({ ...now, ...next, answer: undefined }), replace: true });
  return { projectId, filters, narrow };
}

/**
 * The list, page by page. It is never asked for anew by itself: that would ask for each of its pages, of which a long
 * list has hundreds. It is kept for a minute after the page is left.
 */
export function useAnswers(projectId: string, filters: AnswerFilters) {
  const variables = variablesOf(projectId, filters);
  const asked = useInfiniteQuery({
    queryKey: ['project', projectId, 'answers', variables],
    queryFn: ({ signal, pageParam }) => ask(ANSWERS, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const place = project?.responses?.pageInfo;
      return place?.hasNextPage ? place.endCursor : null;
    },
    enabled: isSearchable(filters),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnMount: false,
  });
  const pages = asked.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ project }) => project?.responses?.nodes ?? []) ?? [], [pages]);
  return { asked, rows };
}

/** How many answers there are; null while it is not known. */
export function useAnswerCount(projectId: string, filters: AnswerFilters): number | null {
  const variables = variablesOf(projectId, filters);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['project', projectId, 'answer-count', variables],
    queryFn: ({ signal }) => ask(ANSWER_COUNT, variables, signal),
    enabled: isSearchable(filters),
  });
  return isPlaceholderData ? null : (data?.project?.responses?.totalCount ?? null);
}

/** What can be chosen to narrow the list; undefined until it is there. */
export function useAnswerChoices(projectId: string, filters: AnswerFilters) {
  const variables = { id: projectId, window: periodOf(filters).id };
  const { data } = useQuery({
    queryKey: ['project', projectId, 'answer-choices', variables],
    queryFn: ({ signal }) => ask(ANSWER_CHOICES, variables, signal),
  });
  return data?.project ?? undefined;
}

/** The answer at a place, `2026-11-22.<id>`. */
export function useAnswer(projectId: string, place: string) {
  const [date = '', id = ''] = place.split('.');
  return useQuery({
    queryKey: ['project', projectId, 'answer', place],
    queryFn: ({ signal }) => ask(ANSWER, { projectId, date, id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** As the address names an answer: its UTC day and id. */
export function placeOf({ answeredAt, id }: { answeredAt: string; id: string }): string {
  return `${answeredAt.slice(0, 10)}.${id}`;
}

function variablesOf(id: string, filters: AnswerFilters) {
  const { prompt, named, mentioning, tones, citing, search } = filters;
  return {
    id,
    window: periodOf(filters).id,
    platforms: platformsOf(filters),
    promptId: prompt ?? null,
    named: named === undefined ? null : named === 'yes',
    mentioning: mentioning ?? null,
    sentiments: tones ? TONES.filter(({ word }) => tones.includes(word)).map((tone) => tone.id) : null,
    citing: citing ?? null,
    search: search ?? null,
  };
}
