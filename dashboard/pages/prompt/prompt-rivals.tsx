import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { percent } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing, Refusal } from '../../ui/states.tsx';
import { type PromptBrand, usePlace, usePromptBrands } from './prompt.data.ts';
import styles from './prompt.module.css';
import { rivalFinding, WORDS } from './prompt.words.ts';

/** Who is named in the answers to the question: the brand among its tracked competitors. */
export function Rivals() {
  const asked = usePromptBrands();
  const brands = asked.data?.project?.brands;
  if (asked.error) return <Refusal asked={asked} />;
  if (asked.data && !brands) return <Missing what={WORDS.theNamesInItsAnswers} retry={() => asked.refetch()} />;
  const named = (brands ?? []).filter(({ wholeCount }) => wholeCount > 0);
  if (named.length === 0) return null;
  const rows = named.toSorted((one, other) => other.responseCount - one.responseCount);
  return (
    <Section label="Competitors" finding={rivalFinding(rows)} note={WORDS.yourBrandAndTrackedCompetitors}>
      <Figure title={WORDS.shareOfAnswersByName} file="prompt names" columns={COLUMNS} rows={rows}>
        <ul className={styles.rows}>
          {rows.map((row) => (
            <Rival key={row.competitorId ?? row.name} row={row} />
          ))}
        </ul>
      </Figure>
    </Section>
  );
}

function Rival({ row }: { row: PromptBrand }) {
  const { projectId, promptId } = usePlace();
  const { name, isBrand, competitorId, responseCount, wholeCount, visibilityScore } = row;
  return (
    <li className={styles.row} data-brand={isBrand}>
      <span className={styles.name}>{name}</span>
      <span className={styles.track} aria-hidden="true">
        {visibilityScore > 0 && <span className={styles.bar} style={{ width: `${visibilityScore}%` }} />}
      </span>
      <AnswersLink prompt={promptId} mentioning={competitorId ?? projectId}>
        <span className={styles.share}>{percent(visibilityScore)}</span>{' '}
        <span className={styles.note}>{`${responseCount} of ${wholeCount}`}</span>
      </AnswersLink>
    </li>
  );
}

const COLUMNS: readonly Column<PromptBrand>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Named in, %', cell: ({ visibilityScore }) => visibilityScore, isNumber: true },
  { head: 'Answers with the name', cell: ({ responseCount }) => responseCount, isNumber: true },
  { head: 'Answers', cell: ({ wholeCount }) => wholeCount, isNumber: true },
];
