import { TONES, type ToneWord } from '../../answer-filters.ts';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { longDay, percent, plural } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import { ToneShares } from '../tones/tone-intervals.tsx';
import type { Critic, OverviewProject, SentimentCounts } from './overview.data.ts';
import styles from './overview.module.css';
import { noRuleNote, sentimentFinding, WORDS } from './overview.words.ts';

interface Row {
  id: ToneWord;
  name: string;
  answers: number;
  /** Percent; null where no answer names the brand. */
  share: number | null;
}

/** In what tone the brand is named. */
export function Sentiment({
  project: { name, brandName, criticism, visibility, changes },
  counts,
}: {
  project: OverviewProject;
  counts: SentimentCounts;
}) {
  const { total } = counts;
  const rows: Row[] = TONES.map(({ word: id, name: label }) => ({
    id,
    name: label,
    answers: counts[id],
    share: total === 0 ? null : (100 * counts[id]) / total,
  }));
  return (
    <Section
      label="Sentiment"
      finding={sentimentFinding(counts, brandName)}
      note={`${WORDS.answersThatNameTheBrandOnAll}${noRuleNote(counts)}`}
    >
      <Figure
        title={`Sentiment of ${plural(total, 'answer')}`}
        file={`${name} sentiment`}
        columns={COLUMNS}
        rows={rows}
      >
        <div className={styles.sentimentBar} aria-hidden="true">
          {rows.map(({ id, answers, share }) =>
            answers === 0 ? null : <span key={id} data-class={id} style={{ width: `${share}%` }} />,
          )}
        </div>
        <dl className={styles.sentimentLegend}>
          {rows.map((row) => (
            <div key={row.id}>
              <dt>
                <span className={styles.key} data-class={row.id} /> {row.name}
              </dt>
              <dd>
                <strong>{row.share === null ? '–' : percent(row.share)}</strong>{' '}
                <AnswersLink tones={[row.id]} platform="ALL">
                  {plural(row.answers, 'answer')}
                </AnswersLink>
              </dd>
            </div>
          ))}
        </dl>
      </Figure>
      {total > 0 && (
        <ToneShares
          name={name}
          window={visibility?.window ?? null}
          isCorrected={changes?.some(({ kind }) => kind === 'ANSWERS_CORRECTED') ?? false}
        />
      )}
      {criticism && <Critics answers={criticism.nodes} />}
    </Section>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Sentiment', cell: ({ name }) => name },
  { head: 'Answers', cell: ({ answers }) => answers, isNumber: true },
  { head: 'Share, %', cell: ({ share }) => (share === null ? null : Math.round(share)), isNumber: true },
];

/** Marks of Markdown, of which a sentence may have some left. */
const MARKS = /[*_`]/g;

/** The latest sentences that criticise the brand, each with the prompt that it answers. */
function Critics({ answers }: { answers: readonly Critic[] }) {
  const quoted = answers.filter(({ evidence }) => evidence !== null);
  if (quoted.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{WORDS.latestCriticalSentences}</h3>
      <ul className={styles.quotes}>
        {quoted.map(({ id, evidence, platform, answeredAt, prompt }) => (
          <li key={id} className={styles.quote}>
            <blockquote className={styles.criticsSentence}>{evidence?.replaceAll(MARKS, '')}</blockquote>
            <p className={styles.source}>
              <PlatformName platform={platform} />, {longDay(answeredAt)}
              {prompt && `, asked: ${prompt.promptText}`}{' '}
              <AnswersLink answer={`${answeredAt.slice(0, 10)}.${id}`} tones={['negative']} platform="ALL">
                {WORDS.readTheAnswer}
              </AnswersLink>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
