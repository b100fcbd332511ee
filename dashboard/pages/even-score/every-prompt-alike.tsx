import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { narrowedBy, readFilters } from '../../filters.ts';
import styles from './every-prompt-alike.module.css';
import { evenText, isUneven } from './every-prompt-alike.words.ts';

/** The score in which each prompt counts alike, asked for where some have far more answers than others. */
const EVEN_SCORE = graphql(`
  query EvenScore($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!], $where: PromptFilter) {
    project(id: $id) {
      visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) {
        score
        evenScore
        evenConfidence { low high }
      }
    }
  }
`);

interface Props {
  /** Of the page's period: each prompt on each platform. */
  cells: readonly { promptId: string | null; responseCount: number }[];
}

/** What the score would be if each prompt counted the same; nothing where they are asked about equally often. */
export default function EveryPromptAlike({ cells }: Props) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const uneven = isUneven(cells);
  const variables = { id, ...narrowedBy(readFilters(useSearch({ strict: false }))) };
  const { data } = useQuery({
    queryKey: ['project', id, 'even-score', variables],
    queryFn: ({ signal }) => ask(EVEN_SCORE, variables, signal),
    placeholderData: () => undefined,
    enabled: uneven !== false,
  });
  const text = evenText(data?.project?.visibility ?? null, uneven);
  return text === null ? null : <p className={styles.even}>{text}</p>;
}
