import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo } from 'react';
import { type AnswerFilters, TONES } from '../../answer-filters.ts';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { daysOf, narrowedBy, periodOf } from '../../filters.ts';

/** A page of the list: what a row shows, and no texts, of which one alone may have a million characters. */
const ANSWERS = graphql(`
  query Answers(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!]
    $where: PromptFilter
    $promptId: ID
    $named: Boolean
    $mentioning: ID
    $sentiments: [SentimentClass!]
    $citing: String
    $search: String
    $after: String
  ) {
    project(id: $id) {
      responses(
        window: $window, from: $from, to: $to
        platforms: $platforms
        where: $where
        promptId: $promptId
        named: $named
        mentioning: $mentioning
        sentiments: $sentiments
        citing: $citing
        search: $search
        first: 50
        after: $after
      ) {
        pageInfo { endCursor hasNextPage }
        nodes {
          id
          answeredAt
          platform
          model
          sentiment
          evidence
          excerpt
          question
          prompt { id promptText }
          mentions { name isBrand candidateId competitorId }
        }
      }
    }
  }
`);

/** How many there are, apart from the list: it takes longer, and the list is there without it. */
const ANSWER_COUNT = graphql(`
  query AnswerCount(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!]
    $where: PromptFilter
    $promptId: ID
    $named: Boolean
    $mentioning: ID
    $sentiments: [SentimentClass!]
    $citing: String
    $search: String
  ) {
    project(id: $id) {
      responses(
        window: $window, from: $from, to: $to
        platforms: $platforms
        where: $where
        promptId: $promptId
        named: $named
        mentioning: $mentioning
        sentiments: $sentiments
        citing: $citing
        search: $search
        first: 1
      ) {
        totalCount
      }
    }
  }
`);

/** What the list can be narrowed by. */
const ANSWER_CHOICES = graphql(`
  query AnswerChoices($id: ID!, $window: Window, $from: Date, $to: Date) {
    project(id: $id) {
      id
      brandName
      prompts(first: 100) { nodes { id promptText } }
      competitors(first: 100) { nodes { id name } }
      citations(window: $window, from: $from, to: $to, first: 20) { nodes { domain } }
    }
  }
`);

/** A prompt that cannot be chosen, as it is archived or beyond the first hundred: its text, or what it asked last. */
const PROMPT_CHOSEN = graphql(`
  query PromptChosen($projectId: ID!, $id: ID!) {
    prompt(id: $id) { promptText }
    project(id: $projectId) {
      responses(promptId: $id, window: D90, first: 1) { nodes { question } }
    }
  }
`);

/** A name that cannot be chosen, as nobody tracks it: an answer that has it tells it. */
const NAME_CHOSEN = graphql(`
  query NameChosen($projectId: ID!, $id: ID!) {
    project(id: $projectId) {
      responses(mentioning: $id, window: D90, first: 1) {
        nodes { mentions { name competitorId candidateId } }
      }
    }
  }
`);

/** One answer with its text. */
const ANSWER = graphql(`
  query Answer($projectId: ID!, $date: Date!, $id: ID!) {
    response(projectId: $projectId, date: $date, id: $id) {
      id
      text
      answeredAt
      platform
      model
      sentiment
      sentimentSource
      evidence
      question
      prompt { id promptText }
      brandDecidedBy
      mentions { name isBrand candidateId competitorId decidedBy spans { start end } }
      citations { url domain }
      searches
      correction {
        sentiment
        foundSentiment
        names { name isNamed subjectId }
        correctedAt
        correctedByName
      }
    }
  }
`);

/** Puts back what was found. */
export const UNDO_CORRECTION = graphql(`
  mutation UndoCorrection($projectId: ID!, $date: Date!, $id: ID!) {
    undoCorrection(projectId: $projectId, date: $date, id: $id) { id }
  }
`);

export type ListedAnswer = NonNullable<NonNullable<ResultOf<typeof ANSWERS>['project']>['responses']>['nodes'][number];
export type ReadAnswer = NonNullable<ResultOf<typeof ANSWER>['response']>;
export type AnswerChoices = NonNullable<ResultOf<typeof ANSWER_CHOICES>['project']>;

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
  const variables = { id: projectId, ...daysOf(filters) };
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
    ...narrowedBy(filters),
    promptId: prompt ?? null,
    named: named === undefined ? null : named === 'yes',
    mentioning: mentioning ?? null,
    sentiments: tones ? TONES.filter(({ word }) => tones.includes(word)).map((tone) => tone.id) : null,
    citing: citing ?? null,
    search: search ?? null,
  };
}

/** What the prompt and the name are called that the list is narrowed to; `…` until it is known. */
export interface Chosen {
  prompt: string;
  name: string;
}

const UNKNOWN = '…';

/** Looks among what can be chosen, and asks the service for what cannot: the address may have any id. */
export function useChosen(projectId: string, filters: AnswerFilters, choices: AnswerChoices | undefined): Chosen {
  return {
    prompt: usePrompt(projectId, filters.prompt, choices),
    name: useName(projectId, filters.mentioning, choices),
  };
}

function usePrompt(projectId: string, promptId: string | undefined, choices: AnswerChoices | undefined): string {
  const offered = choices?.prompts?.nodes.find(({ id }) => id === promptId)?.promptText;
  const { data, isFetched } = useQuery({
    queryKey: ['project', projectId, 'prompt-chosen', promptId],
    queryFn: ({ signal }) => ask(PROMPT_CHOSEN, { projectId, id: promptId ?? '' }, signal),
    enabled: promptId !== undefined && choices !== undefined && offered === undefined,
    placeholderData: () => undefined,
  });
  const asked = data?.project?.responses?.nodes[0]?.question;
  return offered ?? data?.prompt?.promptText ?? asked ?? (isFetched ? 'one without answers in this period' : UNKNOWN);
}

function useName(projectId: string, mentioning: string | undefined, choices: AnswerChoices | undefined): string {
  const offered = mentioning === undefined ? undefined : offeredName(mentioning, choices);
  const { data, isFetched } = useQuery({
    queryKey: ['project', projectId, 'name-chosen', mentioning],
    queryFn: ({ signal }) => ask(NAME_CHOSEN, { projectId, id: mentioning ?? '' }, signal),
    enabled: mentioning !== undefined && choices !== undefined && offered === undefined,
    placeholderData: () => undefined,
  });
  const mentions = data?.project?.responses?.nodes[0]?.mentions ?? [];
  const found = mentions.find((one) => one.competitorId === mentioning || one.candidateId === mentioning)?.name;
  return offered ?? found ?? (isFetched ? 'one without answers in this period' : UNKNOWN);
}

function offeredName(id: string, choices: AnswerChoices | undefined): string | undefined {
  if (choices?.id === id) return choices.brandName;
  return choices?.competitors?.nodes.find((competitor) => competitor.id === id)?.name;
}

/** Bounds of the service for words that are looked for. */
export const SEARCH_MIN = 3;
export const SEARCH_MAX = 200;
export const SEARCH_DAYS_MAX = 31;

/** What narrows the list beyond period and platforms, of which the bar above has controls of its own. */
export type Narrowing = 'search' | 'prompt' | 'named' | 'mentioning' | 'tones' | 'citing';

export const CLEARED: Readonly<Record<Narrowing, undefined>> = {
  search: undefined,
  prompt: undefined,
  named: undefined,
  mentioning: undefined,
  tones: undefined,
  citing: undefined,
};

/** Whether the service looks for the words in a period as long as this: each text of it is read. */
export function isSearchable(filters: AnswerFilters): boolean {
  return filters.search === undefined || periodOf(filters).days <= SEARCH_DAYS_MAX;
}

/** What narrows the list, in words, in the order of the controls. */
export function narrowings(
  filters: AnswerFilters,
  choices: AnswerChoices | undefined,
  chosen: Chosen,
): { name: Narrowing; text: string }[] {
  const { search, prompt, named, mentioning, tones, citing } = filters;
  const brand = choices?.brandName ?? 'The brand';
  const texts: Record<Narrowing, string | undefined> = {
    search: search && `Search: ${search}`,
    prompt: prompt && `Prompt: ${chosen.prompt}`,
    named: named && `${brand}: ${named === 'yes' ? 'named' : 'not named'}`,
    mentioning: mentioning && `Names: ${chosen.name}`,
    tones:
      tones &&
      `Tone: ${TONES.filter(({ word }) => tones.includes(word))
        .map(({ word }) => word)
        .join(', ')}`,
    citing: citing && `Cites: ${citing}`,
  };
  return (Object.keys(CLEARED) as Narrowing[]).flatMap((name) => {
    const text = texts[name];
    return text ? [{ name, text }] : [];
  });
}
