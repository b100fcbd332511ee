import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** A page of the list; the newest first, so that what was just added is on top. */
export const PROMPTS = graphql(`
  query Prompts(
    $id: ID!
    $window: Window
    $platforms: [Platform!]
    $search: String
    $tag: String
    $isActive: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      prompts(first: 100, after: $after, search: $search, tag: $tag, isActive: $isActive, order: NEWEST_FIRST) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          id
          promptText
          tags
          isActive
          monitoringFrequency
          isBranded
          lastAnsweredAt
          nextRunAt
          lastRuns { platform state message }
          visibility(window: $window, platforms: $platforms) {
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
export const PROMPT_PLAN = graphql(`
  query PromptPlan($id: ID!) {
    account {
      cadence
      limits { promptCapacity dailySlots creditsPerMonth }
      usage { promptsUsed dailySlotsUsed creditsRemaining creditsResetAt }
    }
    project(id: $id) {
      brandName
      isPaused
      settings { platforms }
      promptTags { tag promptCount }
    }
  }
`);

export const PROMPT_DUPLICATES = graphql(`
  query PromptDuplicates($id: ID!, $texts: [String!]! = []) {
    project(id: $id) { promptDuplicates(texts: $texts) { at promptId entry } }
  }
`);

export const CREATE_PROMPTS = graphql(`
  mutation CreatePrompts($id: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $id, inputs: $inputs) { id }
  }
`);

export const UPDATE_PROMPTS = graphql(`
  mutation UpdatePrompts($ids: [ID!]!, $input: UpdatePromptsInput!) {
    updatePrompts(ids: $ids, input: $input) { id }
  }
`);

export const DELETE_PROMPTS = graphql(`
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
export type Duplicate = NonNullable<
  NonNullable<ResultOf<typeof PROMPT_DUPLICATES>['project']>['promptDuplicates']
>[number];
