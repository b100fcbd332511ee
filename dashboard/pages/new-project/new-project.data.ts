import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql, type Platform } from '../../api/gql.ts';

/** What the account may have, and what it has. */
export const PLAN = graphql(`
  query PlanForNewProject {
    account {
      platforms
      cadence
      limits { projectCapacity competitorCapacity promptCapacity dailySlots creditsPerMonth }
      usage { promptsUsed dailySlotsUsed creditsRemaining creditsResetAt }
    }
    projects(first: 1) { totalCount }
  }
`);

export type Plan = NonNullable<ResultOf<typeof PLAN>['account']>;

export const CREATE_PROJECT = graphql(`
  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }
`);

export const SET_PLATFORMS = graphql(`
  mutation SetFirstPlatforms($id: ID!, $platforms: [Platform!]!) {
    updateProject(id: $id, input: { settings: { platforms: $platforms } }) { id }
  }
`);

export const CREATE_RIVAL = graphql(`
  mutation CreateFirstCompetitor($projectId: ID!, $input: CreateCompetitorInput!) {
    createCompetitor(projectId: $projectId, input: $input) { id }
  }
`);

export const CREATE_PROMPTS = graphql(`
  mutation CreateFirstPrompts($projectId: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $projectId, inputs: $inputs) { id }
  }
`);

/** The newest projects: one of them may be what a request made whose response was lost. */
export const PROJECTS_NOW = graphql(`
  query ProjectsNow { projects(first: 100) { nodes { id brandName websiteUrl createdAt } } }
`);

/** What a project has by now. */
export const MADE = graphql(`
  query MadeOfProject($id: ID!) {
    project(id: $id) {
      competitors(first: 100) { nodes { name } }
      prompts(first: 100) { nodes { promptText } }
    }
  }
`);

export const FIRST_ANSWERS = graphql(`
  query FirstAnswers($id: ID!) {
    platformStatus { isConfigured }
    project(id: $id) { id name isPaused lastAnsweredAt monitoring { nextRunAt lastRunAt queued running failedToday } }
  }
`);

/** A page of a project's runs: one that was just made has no others than its first. */
export const FIRST_RUNS = graphql(`
  query FirstRuns($id: ID!) {
    project(id: $id) {
      runs(first: 100) { nodes { id platform state reason prompt { id promptText } } totalCount }
    }
  }
`);

export type FirstRuns = NonNullable<NonNullable<ResultOf<typeof FIRST_RUNS>['project']>['runs']>;

/** Whether a run is over, whatever came of it. */
export function isOver({ state }: FirstRuns['nodes'][number]): boolean {
  return state !== 'QUEUED' && state !== 'RUNNING';
}

/** What to know about the names that were just registered. */
export const NAME_ADVICE = graphql(`
  query AdviceOnNewNames($id: ID!) { project(id: $id) { id nameAdvice { name message suggestedAliases } } }
`);

export type FirstAnswers = ResultOf<typeof FIRST_ANSWERS>;

const PLATFORMS_WITH_KEY = graphql(`
  query PlatformsWithKey { platformStatus { platform isConfigured } }
`);

/** A key that is stored meanwhile is in use within half a minute. */
const LOOK_MS = 10_000;

/** The platforms of the plan that are asked, looked up until there is one; null where that is not known. */
export function usePlatformsWithKey({ platforms }: Pick<Plan, 'platforms'>): readonly Platform[] | null {
  const withKey = (data: ResultOf<typeof PLATFORMS_WITH_KEY> | undefined) => {
    const status = data?.platformStatus;
    if (!status) return null;
    return platforms.filter((one) => status.some(({ platform, isConfigured }) => platform === one && isConfigured));
  };
  const { data } = useQuery({
    queryKey: ['platforms-with-key'],
    queryFn: ({ signal }) => ask(PLATFORMS_WITH_KEY, {}, signal),
    staleTime: LOOK_MS,
    refetchInterval: ({ state }) => (withKey(state.data)?.length ? false : LOOK_MS),
  });
  return withKey(data);
}

export const SUGGEST_COMPETITORS = graphql(`
  mutation SuggestCompetitors($input: SuggestCompetitorsInput!) { suggestCompetitors(input: $input) { id } }
`);

/** What came of the question so far. */
export const COMPETITOR_QUESTION = graphql(`
  query CompetitorQuestion($id: ID!) {
    competitorQuestion(id: $id) {
      id state question platform model answer message costUsd
      suggestions { name websiteUrl evidence evidenceStart evidenceEnd }
    }
  }
`);

export type CompetitorQuestion = NonNullable<ResultOf<typeof COMPETITOR_QUESTION>['competitorQuestion']>;

/** Whether more is to come of a question; of one that is not known yet too. */
export function isAnswerAwaited(question: CompetitorQuestion | null | undefined): boolean {
  return !question || question.state === 'QUEUED' || question.state === 'ASKING';
}
