import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql, type Stage } from '../../api/gql.ts';
import { narrowedBy } from '../../filters.ts';
import { PROMPT_STATES, type PromptFilters } from '../../page-filters.ts';

/** A page of the list; the newest first, so that what was just added is on top. */
const PROMPTS = graphql(`
  query Prompts(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!]
    $search: String
    $where: PromptFilter
    $isActive: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      prompts(first: 100, after: $after, search: $search, where: $where, isActive: $isActive, order: NEWEST_FIRST) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          id
          promptText
          tags
          category
          stage
          likelyStage
          isActive
          monitoringFrequency
          platforms
          isBranded
          market { name }
          wordingOfId
          lastAnsweredAt
          nextRunAt
          lastRuns { platform state message }
          visibility(window: $window, from: $from, to: $to, platforms: $platforms) {
            responseCount
            byPlatform {
              platform
              visibilityScore
              brandMentionCount
              responseCount
              confidence { low high }
            }
          }
        }
      }
    }
  }
`);

/** What the account may still add, and what the project's prompts have in common. */
const PROMPT_PLAN = graphql(`
  query PromptPlan($id: ID!) {
    account {
      cadence
      limits { promptCapacity dailySlots creditsPerMonth }
      usage { promptsUsed dailySlotsUsed creditsRemaining creditsResetAt }
    }
    project(id: $id) {
      brandName
      isPaused
      repeats
      settings { platforms }
      promptTags { tag promptCount }
      sampleSize(input: { changePoints: 5 }) {
        present { intents platforms isDaily detectablePoints }
        cheapest { prompts platforms isDaily repeats }
        assumptions { basis }
      }
    }
  }
`);

export const PROMPT_DUPLICATES = graphql(`
  query PromptDuplicates($id: ID!, $texts: [String!]! = [], $marketId: ID) {
    project(id: $id) { promptDuplicates(texts: $texts, marketId: $marketId) { at promptId entry } }
  }
`);

export const CREATE_PROMPTS = graphql(`
  mutation CreatePrompts($id: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $id, inputs: $inputs) { id }
  }
`);

export const COPY_PROMPTS = graphql(`
  mutation CopyPrompts($ids: [ID!]!, $marketId: ID!) { copyPrompts(ids: $ids, marketId: $marketId) { id } }
`);

const UPDATE_PROMPTS = graphql(`
  mutation UpdatePrompts($ids: [ID!]!, $input: UpdatePromptsInput!) {
    updatePrompts(ids: $ids, input: $input) { id }
  }
`);

const DELETE_PROMPTS = graphql(`
  mutation DeletePrompts($ids: [ID!]!) {
    deletePrompts(ids: $ids) { deleted }
  }
`);

type PromptPage = NonNullable<NonNullable<ResultOf<typeof PROMPTS>['project']>['prompts']>;
export type Prompt = PromptPage['nodes'][number];
export type PromptCell = NonNullable<Prompt['visibility']>['byPlatform'][number];
type Plan = ResultOf<typeof PROMPT_PLAN>;
export type PlanAccount = NonNullable<Plan['account']>;
export type PlanProject = NonNullable<Plan['project']>;
export type SampleSize = NonNullable<PlanProject['sampleSize']>;
export type Duplicate = NonNullable<
  NonNullable<ResultOf<typeof PROMPT_DUPLICATES>['project']>['promptDuplicates']
>[number];

/** What the list is narrowed to, and how to narrow it otherwise. */
export function usePromptFilters(): [PromptFilters, (next: PromptFilters) => void] {
  const router = useRouter();
  const filters = useSearch({ from: '/signed-in/projects/$projectId/prompts' });
  const setFilters = (next: PromptFilters) =>
    void router.navigate({ to: '.', search: (now: object) => ({ ...now, ...next }), replace: true });
  return [filters, setFilters];
}

/** The pages of the list that were asked for. */
export function usePrompts() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId/prompts' });
  const [filters] = usePromptFilters();
  const { search, state } = filters;
  const variables = {
    ...{ id, search: search ?? null },
    isActive: PROMPT_STATES.find(({ word }) => word === state)?.isActive ?? null,
    ...narrowedBy(filters),
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

/** Prompts that the service changes at once. */
const AT_ONCE = 100;

type Changes = VariablesOf<typeof UPDATE_PROMPTS>['input'];

/** Changes prompts alike: a hundred at once, all or none of each hundred, the next once those before it are done. */
export function useChange(onDone: () => void) {
  return useBulk(({ ids, input }: { ids: readonly string[]; input: Changes }) => {
    return inHundreds(ids, (some) => ask(UPDATE_PROMPTS, { ids: some, input }));
  }, onDone);
}

/** Sets the stage of prompts, of each its own: those of one stage alike, as {@link useChange} does. */
export function useStages(onDone: () => void) {
  return useBulk(async (stages: ReadonlyMap<Stage | null, readonly string[]>) => {
    for (const [stage, ids] of stages)
      await inHundreds(ids, (some) => ask(UPDATE_PROMPTS, { ids: some, input: { stage } }));
  }, onDone);
}

/** Archives prompts, as {@link useChange} does. */
export function useArchive(onDone: () => void) {
  return useBulk((ids: readonly string[]) => inHundreds(ids, (some) => ask(DELETE_PROMPTS, { ids: some })), onDone);
}

function useBulk<Variables>(mutationFn: (variables: Variables) => Promise<void>, onDone: () => void) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

async function inHundreds(ids: readonly string[], send: (some: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await send(ids.slice(at, at + AT_ONCE));
}
