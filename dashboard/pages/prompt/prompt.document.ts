import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** The prompt with its score. */
export const PROMPT = graphql(`
  query Prompt($id: ID!, $window: Window, $platforms: [Platform!]) {
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
      visibility(window: $window, platforms: $platforms) {
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
export const PROMPT_BRANDS = graphql(`
  query PromptBrands($id: ID!, $promptId: ID, $window: Window, $platforms: [Platform!]) {
    project(id: $id) {
      id
      name
      brandName
      brands(promptId: $promptId, window: $window, platforms: $platforms, tracked: true) {
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
export const PROMPT_ANSWERS = graphql(`
  query PromptAnswers($id: ID!, $promptId: ID, $window: Window, $platforms: [Platform!]) {
    project(id: $id) {
      id
      responses(promptId: $promptId, window: $window, platforms: $platforms, first: 4) {
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
export type BrandsProject = NonNullable<ResultOf<typeof PROMPT_BRANDS>['project']>;
export type PromptBrand = NonNullable<BrandsProject['brands']>[number];
type AnsweredProject = NonNullable<ResultOf<typeof PROMPT_ANSWERS>['project']>;
export type PromptAnswer = NonNullable<AnsweredProject['responses']>['nodes'][number];
