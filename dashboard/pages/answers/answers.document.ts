import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

/** A page of the list: what a row shows, and no texts, of which one alone may have a million characters. */
export const ANSWERS = graphql(`
  query Answers(
    $id: ID!
    $window: Window
    $platforms: [Platform!]
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
        window: $window
        platforms: $platforms
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
export const ANSWER_COUNT = graphql(`
  query AnswerCount(
    $id: ID!
    $window: Window
    $platforms: [Platform!]
    $promptId: ID
    $named: Boolean
    $mentioning: ID
    $sentiments: [SentimentClass!]
    $citing: String
    $search: String
  ) {
    project(id: $id) {
      responses(
        window: $window
        platforms: $platforms
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
export const ANSWER_CHOICES = graphql(`
  query AnswerChoices($id: ID!, $window: Window) {
    project(id: $id) {
      id
      brandName
      prompts(first: 100) { nodes { id promptText } }
      competitors(first: 100) { nodes { id name } }
      citations(window: $window, first: 20) { nodes { domain } }
    }
  }
`);

/** A prompt that cannot be chosen, as it is archived or beyond the first hundred: its text, or what it asked last. */
export const PROMPT_CHOSEN = graphql(`
  query PromptChosen($projectId: ID!, $id: ID!) {
    prompt(id: $id) { promptText }
    project(id: $projectId) {
      responses(promptId: $id, window: D90, first: 1) { nodes { question } }
    }
  }
`);

/** A name that cannot be chosen, as nobody tracks it: an answer that has it tells it. */
export const NAME_CHOSEN = graphql(`
  query NameChosen($projectId: ID!, $id: ID!) {
    project(id: $projectId) {
      responses(mentioning: $id, window: D90, first: 1) {
        nodes { mentions { name competitorId candidateId } }
      }
    }
  }
`);

/** One answer with its text. */
export const ANSWER = graphql(`
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
    }
  }
`);

export type ListedAnswer = NonNullable<NonNullable<ResultOf<typeof ANSWERS>['project']>['responses']>['nodes'][number];
export type ReadAnswer = NonNullable<ResultOf<typeof ANSWER>['response']>;
export type AnswerChoices = NonNullable<ResultOf<typeof ANSWER_CHOICES>['project']>;
