import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { isRefusedFor, Refused } from '../../api/refused.ts';
import { BRANDINGS, type Filters, readFilters, STAGES } from '../../filters.ts';
import { WORDS } from '../../ui/shared.words.ts';

const SUGGESTIONS = graphql(`
  query Suggestions(
    $id: ID!
    $origin: SuggestionOrigin! = SEARCH_TERMS
    $stage: Stage
    $branded: Boolean
    $marketId: ID
    $after: String
  ) {
    project(id: $id) {
      id
      promptSuggestions(
        origin: $origin, stage: $stage, branded: $branded, marketId: $marketId, first: 50, after: $after
      ) {
        pageInfo { hasNextPage endCursor }
        nodes {
          text
          origin
          source
          stage
          isBranded
          impressions
          clicks
          terms { term impressions clicks }
          wordingOf { id promptText }
        }
      }
    }
  }
`);

/** What was uploaded, and what the account may still add. */
const SUGGESTION_PLAN = graphql(`
  query SuggestionPlan($id: ID!) {
    account {
      cadence
      limits { promptCapacity dailySlots creditsPerMonth }
      usage { promptsUsed dailySlotsUsed creditsRemaining creditsResetAt }
    }
    project(id: $id) {
      id
      repeats
      settings { platforms }
      markets { id name }
      searchTermFiles { source termCount clicks impressions from to }
    }
  }
`);

export const ADD_SEARCH_TERMS = graphql(`
  mutation AddSearchTerms($id: ID!, $input: SearchTermsInput!) {
    addSearchTerms(projectId: $id, input: $input) { accepted rejected errors { line message } }
  }
`);

export const DELETE_SEARCH_TERMS = graphql(`
  mutation DeleteSearchTerms($id: ID!, $source: SearchTermSource!) {
    deleteSearchTerms(projectId: $id, source: $source) { removed }
  }
`);

type SuggestionPage = NonNullable<NonNullable<ResultOf<typeof SUGGESTIONS>['project']>['promptSuggestions']>;
export type Suggestion = SuggestionPage['nodes'][number];
type Plan = ResultOf<typeof SUGGESTION_PLAN>;
export type SuggestionAccount = NonNullable<Plan['account']>;
export type SuggestionProject = NonNullable<Plan['project']>;
export type TermFile = NonNullable<SuggestionProject['searchTermFiles']>[number];
export type Uploaded = NonNullable<ResultOf<typeof ADD_SEARCH_TERMS>['addSearchTerms']>;

/** Where suggestions come from, as the address and the page name it. The first is the default. */
export const ORIGINS = [
  { word: 'searches', id: 'SEARCH_TERMS', name: 'What people searched for' },
  { word: 'topic', id: 'TOPIC', name: 'Your topic' },
] as const;

export type Origin = (typeof ORIGINS)[number];

/** What the list is narrowed to: stage, brand and market as on every page, and where it comes from. */
interface SuggestionFilters extends Filters {
  /** Absent: search terms. */
  origin?: Origin['word'] | undefined;
}

export function originOf({ origin }: SuggestionFilters): Origin {
  return ORIGINS.find(({ word }) => word === origin) ?? ORIGINS[0];
}

/** What the list is narrowed to, and how to narrow it otherwise; the rest of the address stays. */
export function useSuggestionFilters(): [SuggestionFilters, (next: SuggestionFilters) => void] {
  const router = useRouter();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const origin = ORIGINS.slice(1).find(({ word }) => word === search['origin'])?.word;
  const setFilters = (next: SuggestionFilters) =>
    void router.navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...next }),
      replace: true,
      resetScroll: false,
    });
  return [{ ...readFilters(search), origin }, setFilters];
}

const TRIES = 5;

/** The pages of the list that were asked for. */
export function useSuggestions() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const [filters] = useSuggestionFilters();
  const variables = {
    id,
    origin: originOf(filters).id,
    stage: STAGES.find(({ word }) => word === filters.stage)?.id ?? null,
    branded: BRANDINGS.find(({ word }) => word === filters.brand)?.isBranded ?? null,
    marketId: filters.market ?? null,
  };
  return useInfiniteQuery({
    queryKey: ['project', id, 'suggestions', variables],
    queryFn: async ({ signal, pageParam: after }) => {
      const { project } = await ask(SUGGESTIONS, { ...variables, after }, signal);
      if (project?.promptSuggestions) return project.promptSuggestions;
      throw new Refused('SERVICE_UNAVAILABLE', WORDS.namesTakeLonger, { retryAfterSeconds: 1 });
    },
    // Which texts name the brand is found a second at a time, and what was found is kept.
    retry: (failures, error) => failures < (isRefusedFor(error, 'SERVICE_UNAVAILABLE') ? TRIES : 1),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
}

/** What was uploaded, and what the account may still add. */
export function useSuggestionPlan() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  return useQuery({
    queryKey: ['project', id, 'suggestion-plan'],
    queryFn: ({ signal }) => ask(SUGGESTION_PLAN, { id }, signal),
  });
}
