import { graphql } from '../../api/gql.ts';

/** Whom an answer may name: the brand and the tracked competitors. */
export const CORRECTED_SUBJECTS = graphql(`
  query CorrectedSubjects($id: ID!) {
    project(id: $id) { id brandName competitors(first: 100) { nodes { id name } } }
  }
`);

export const CORRECT_ANSWER = graphql(`
  mutation CorrectAnswer($projectId: ID!, $date: Date!, $id: ID!, $input: CorrectAnswerInput!) {
    correctAnswer(projectId: $projectId, date: $date, id: $id, input: $input) { id }
  }
`);
