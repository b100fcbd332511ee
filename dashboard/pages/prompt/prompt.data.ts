import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql, type Platform } from '../../api/gql.ts';
import { daysOf, platformsOf } from '../../filters.ts';

/** The prompt with its score. */
const PROMPT = graphql(`
  query Prompt($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!]) {
    account { usage { creditsRemaining } }
    prompt(id: $id) {
      id
      promptText
      tags
      platforms
      isActive
      monitoringFrequency
      isBranded
      lastAnsweredAt
      nextRunAt
      lastRuns { id platform state message plannedAt }
      visibility(window: $window, from: $from, to: $to, platforms: $platforms) {
        window { from to }
        score
        responseCount
        brandMentionCount
        confidence { low high }
        byPlatform {
          platform
          responseCount
          brandMentionCount
          visibilityScore
          confidence { low high }
        }
        days: trend { date score responses }
        pooled: trend(over: 7) { date score responses confidence { low high } }
      }
    }
  }
`);

/** Who is named in its answers. */
const PROMPT_BRANDS = graphql(`
  query PromptBrands($id: ID!, $promptId: ID, $window: Window, $from: Date, $to: Date, $platforms: [Platform!]) {
    project(id: $id) {
      id
      name
      brandName
      brands(promptId: $promptId, window: $window, from: $from, to: $to, platforms: $platforms, tracked: true) {
        name
        isBrand
        competitorId
        responseCount
        wholeCount
        visibilityScore
      }
    }
  }
`);

/** Its latest answers. */
const PROMPT_ANSWERS = graphql(`
  query PromptAnswers($id: ID!, $promptId: ID, $window: Window, $from: Date, $to: Date, $platforms: [Platform!]) {
    project(id: $id) {
      id
      responses(promptId: $promptId, window: $window, from: $from, to: $to, platforms: $platforms, first: 4) {
        nodes { id platform answeredAt text sentiment mentions { name isBrand } }
      }
    }
  }
`);

export const EDIT_PROMPT = graphql(`
  mutation EditPrompt($id: ID!, $input: UpdatePromptInput!) { updatePrompt(id: $id, input: $input) { id } }
`);

export const ASK_PROMPT = graphql(`
  mutation AskPrompt($id: ID!) { runPrompt(id: $id) { id } }
`);

export const ARCHIVE_PROMPT = graphql(`
  mutation ArchivePrompt($id: ID!) { deletePrompt(id: $id) { deleted } }
`);

export type PromptDetails = NonNullable<ResultOf<typeof PROMPT>['prompt']>;
export type PromptVisibility = NonNullable<PromptDetails['visibility']>;
export type LastRun = NonNullable<PromptDetails['lastRuns']>[number];
type BrandsProject = NonNullable<ResultOf<typeof PROMPT_BRANDS>['project']>;
export type PromptBrand = NonNullable<BrandsProject['brands']>[number];
type AnsweredProject = NonNullable<ResultOf<typeof PROMPT_ANSWERS>['project']>;
export type PromptAnswer = NonNullable<AnsweredProject['responses']>['nodes'][number];

const FROM = '/signed-in/projects/$projectId/prompts/$promptId';

/** Which prompt the page is about, of which project. */
export const usePlace = () => useParams({ from: FROM });

function useNarrowed() {
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  return { ...daysOf(filters), platforms: platformsOf(filters) };
}

/** The prompt with its score; another prompt's is never shown meanwhile. */
export function usePrompt() {
  const { projectId, promptId: id } = usePlace();
  const variables = { id, ...useNarrowed() };
  return useQuery({
    queryKey: ['project', projectId, 'prompt', variables],
    queryFn: ({ signal }) => ask(PROMPT, variables, signal),
  });
}

/** The brand and its rivals in the answers to the prompt. */
export function usePromptBrands() {
  const { projectId: id, promptId } = usePlace();
  const variables = { id, promptId, ...useNarrowed() };
  return useQuery({
    queryKey: ['project', id, 'prompt-brands', variables],
    queryFn: ({ signal }) => ask(PROMPT_BRANDS, variables, signal),
  });
}

/** The latest answers, of one platform where it is chosen. */
export function usePromptAnswers(platform: Platform | null) {
  const { projectId: id, promptId } = usePlace();
  const narrowed = useNarrowed();
  const variables = { id, promptId, ...narrowed, platforms: platform === null ? narrowed.platforms : [platform] };
  return useQuery({
    queryKey: ['project', id, 'prompt-answers', variables],
    queryFn: ({ signal }) => ask(PROMPT_ANSWERS, variables, signal),
  });
}
