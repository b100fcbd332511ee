import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { daysOf, platformsOf, readFilters, whereOf } from '../../filters.ts';
import { explanationText } from './explanation.words.ts';
import styles from './move-explanation.module.css';

/** What a move coincides with, asked for where something moved. */
const EXPLANATION = graphql(`
  query Explanation($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!], $where: PromptFilter) {
    project(id: $id) {
      visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) {
        previous {
          explanation {
            isExplainedBy
            difference
            platforms { platform isModelChanged before { model } now { model firstDate } }
          }
        }
      }
    }
  }
`);

/** Whether the move of the page's period coincides with a platform's new model; nothing where no model changed. */
export default function Explained() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = readFilters(useSearch({ strict: false }));
  const variables = { id, ...daysOf(filters), platforms: platformsOf(filters), where: whereOf(filters) };
  const { data } = useQuery({
    queryKey: ['project', id, 'explanation', variables],
    queryFn: ({ signal }) => ask(EXPLANATION, variables, signal),
    placeholderData: () => undefined,
  });
  const text = explanationText(data?.project?.visibility?.previous?.explanation ?? null);
  return text === null ? null : <p className={styles.explained}>{text}</p>;
}
