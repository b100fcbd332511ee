import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { count, percent, plural } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Section } from '../../ui/section.tsx';
import type { Brand, OverviewProject } from './overview.data.ts';
import styles from './overview.module.css';
import { voiceFinding, WORDS } from './overview.words.ts';

/** Whose names fill the answers: the brand among those that it is compared with. */
export function ShareOfVoice({
  project: { id, name },
  brands,
}: {
  project: OverviewProject;
  brands: readonly Brand[];
}) {
  const rows = brands.toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0));
  const largest = Math.max(1, ...rows.map(({ share }) => share ?? 0));
  return (
    <Section label={WORDS.shareOfVoice} finding={voiceFinding(rows)} note={WORDS.eachNamesShareOfAllMentions}>
      <Figure title={WORDS.shareOfMentions} file={`${name} share of voice`} columns={COLUMNS} rows={rows}>
        <ul className={styles.bars}>
          {rows.map((row) => (
            <li key={row.name} data-brand={row.isBrand} className={styles.row}>
              <span className={styles.name}>{row.name}</span>
              <span className={styles.track} aria-hidden="true">
                {(row.share ?? 0) > 0 && (
                  <span className={styles.bar} style={{ width: `${(100 * (row.share ?? 0)) / largest}%` }} />
                )}
              </span>
              <span className={styles.share}>{row.share === null ? '–' : percent(row.share)}</span>
              <span className={styles.note}>
                {`${plural(row.mentionCount, 'mention')} in `}
                <Naming row={row} projectId={id} />
                {` of ${count(row.wholeCount)}`}
                {row.competitorId !== null && row.responseCount > 0 && <Without competitorId={row.competitorId} />}
              </span>
            </li>
          ))}
        </ul>
      </Figure>
    </Section>
  );
}

/** The answers that name one: a name without a competitor is in no list of its own. */
function Naming({ row: { isBrand, competitorId, responseCount }, projectId }: { row: Brand; projectId: string }) {
  const mentioning = isBrand ? projectId : competitorId;
  if (mentioning === null) return count(responseCount);
  return <AnswersLink mentioning={mentioning}>{count(responseCount)}</AnswersLink>;
}

/** The answers that name a competitor and not the brand. */
function Without({ competitorId }: { competitorId: string }) {
  return (
    <span className={styles.without}>
      <AnswersLink mentioning={competitorId} named="no">
        {WORDS.withoutTheBrand}
      </AnswersLink>
    </span>
  );
}

const COLUMNS: readonly Column<Brand>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Share of mentions, %', cell: ({ share }) => share, isNumber: true },
  { head: 'Mentions', cell: ({ mentionCount }) => mentionCount, isNumber: true },
  { head: 'Named in, %', cell: (row) => (row.wholeCount === 0 ? null : row.visibilityScore), isNumber: true },
  { head: 'Low, %', cell: ({ confidence }) => confidence?.low ?? null, isNumber: true },
  { head: 'High, %', cell: ({ confidence }) => confidence?.high ?? null, isNumber: true },
  { head: 'Answers with the name', cell: ({ responseCount }) => responseCount, isNumber: true },
  { head: 'Answers', cell: ({ wholeCount }) => wholeCount, isNumber: true },
];
