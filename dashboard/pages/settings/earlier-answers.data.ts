import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

export const JUDGE_HISTORY = graphql(`
  query JudgeHistory($id: ID!) {
    project(id: $id) { id judgeHistory { judge judgedFrom answers questions costUsd isApplied } }
  }
`);

export const APPLY_JUDGE = graphql(`
  mutation ApplyJudge($id: ID!, $judge: String!) { applyJudge(projectId: $id, judge: $judge) { state } }
`);

export type JudgeHistory = NonNullable<NonNullable<ResultOf<typeof JUDGE_HISTORY>['project']>['judgeHistory']>;
