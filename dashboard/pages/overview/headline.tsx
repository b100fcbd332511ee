import { useMemo } from 'react';
import { Figure } from '../../charts/figure.tsx';
import { Trend } from '../../charts/trend.tsx';
import { marksOf } from '../../charts/trend-marks.ts';
import { pointsOf } from '../../charts/trend-points.ts';
import { count, longDay, percent, plural } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Verdict } from '../../ui/verdict.tsx';
import styles from './headline.module.css';
import type { OverviewProject, Visibility } from './overview.document.ts';
import { columnsOf } from './trend-columns.ts';

/** Days that a point of the trend pools, as the document asks for them. */
const OVER = 7;
const NONE = [] as const;

interface Props {
  project: OverviewProject;
  visibility: Visibility;
}

/** The score with its interval and what is known of its change; beside it the same over time. */
export function Headline({ project, visibility }: Props) {
  const { name, brandName, changes } = project;
  const { window, pooled, days, previous } = visibility;
  const points = useMemo(() => pointsOf(window, pooled, days), [window, pooled, days]);
  const marks = useMemo(() => marksOf(changes ?? NONE), [changes]);
  const columns = useMemo(() => columnsOf(OVER, marks), [marks]);
  return (
    <section className={styles.headline}>
      <div>
        <Score project={project} visibility={visibility} />
        {previous && <Verdict change={previous} window={window} />}
      </div>
      <Figure
        title={`Answers that name ${brandName}, ${longDay(window.from)} to ${longDay(window.to)}`}
        file={`${name} visibility`}
        columns={columns}
        rows={points}
        legend={<Legend hasMarks={marks.length > 0} />}
      >
        <Trend points={points} label={`Share of answers that name ${brandName}`} over={OVER} marks={marks} />
      </Figure>
    </section>
  );
}

function Score({ project: { brandName, unasked }, visibility }: Props) {
  const { score, byPlatform, adjustedConfidence } = visibility;
  const { answers, naming } = sumOf(byPlatform);
  return (
    <>
      <h2 className={styles.sentence}>
        <mark>{brandName}</mark> is named in
      </h2>
      <p className={styles.figure}>
        <AnswersLink named="yes">
          {score}
          <span className={styles.unit}>%</span>
        </AnswersLink>
      </p>
      <p className={styles.of}>
        <AnswersLink named="yes">{count(naming)}</AnswersLink> of <AnswersLink>{plural(answers, 'answer')}</AnswersLink>
        .
        {adjustedConfidence && (
          <>
            {' For questions like these, the share is between '}
            <strong>{percent(adjustedConfidence.low)}</strong> and <strong>{percent(adjustedConfidence.high)}</strong>,
            with 95% confidence.
          </>
        )}
      </p>
      {adjustedConfidence && <Ruler score={score} {...adjustedConfidence} />}
      {unasked && <Unasked unasked={unasked} answers={answers} />}
    </>
  );
}

function Ruler({ score, low, high }: { score: number; low: number; high: number }) {
  return (
    <div className={styles.ruler} aria-hidden="true">
      <span className={styles.range} style={{ left: `${low}%`, width: `${high - low}%` }} />
      <span className={styles.value} style={{ left: `${score}%` }} />
    </div>
  );
}

/** The score without prompts that ask for the brand by name, where there are such. */
function Unasked({ unasked, answers }: { unasked: NonNullable<OverviewProject['unasked']>; answers: number }) {
  const others = sumOf(unasked.byPlatform);
  if (others.answers === answers) return null;
  return (
    <dl className={styles.unasked}>
      <dt>Prompts without the brand name</dt>
      <dd>
        <strong>{others.answers === 0 ? '–' : percent(unasked.score)}</strong>
        {` ${count(others.naming)} of ${plural(others.answers, 'answer')}`}
      </dd>
    </dl>
  );
}

function sumOf(rows: readonly { responseCount: number; brandMentionCount: number }[]) {
  return {
    answers: rows.reduce((sum, { responseCount }) => sum + responseCount, 0),
    naming: rows.reduce((sum, { brandMentionCount }) => sum + brandMentionCount, 0),
  };
}

function Legend({ hasMarks }: { hasMarks: boolean }) {
  return (
    <ul className={styles.legend}>
      <li>
        <span className={styles.lineKey} /> {OVER} days pooled
      </li>
      <li>
        <span className={styles.bandKey} /> 95% interval
      </li>
      <li>
        <span className={styles.dotKey} /> single days
      </li>
      {hasMarks && (
        <li>
          <span className={styles.markKey} /> changes
        </li>
      )}
    </ul>
  );
}
