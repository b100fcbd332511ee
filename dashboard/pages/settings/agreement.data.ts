import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/gql.ts';

export const TONE_AGREEMENT = graphql(`
  query ToneAgreement($id: ID!) {
    project(id: $id) {
      id
      toneAgreement {
        corrections
        rulesAndPeople { answers agreed percent confidence { low high } }
        judgeAndPeople { answers agreed percent confidence { low high } }
        rulesAndJudge { answers agreed percent confidence { low high } }
      }
    }
  }
`);

export type ToneAgreement = NonNullable<NonNullable<ResultOf<typeof TONE_AGREEMENT>['project']>['toneAgreement']>;
export type Agreement = ToneAgreement['rulesAndPeople'];
