import { useMemo } from 'react';
import type { Column } from '../../charts/csv.ts';
import { Figure } from '../../charts/figure.tsx';
import { Trend } from '../../charts/trend.tsx';
import { pointsOf, type TrendPoint } from '../../charts/trend-points.ts';
import { longDay, percent, plural } from '../../format.ts';
import { Verdict } from '../../ui/verdict.tsx';
import styles from './headline.module.css';
import type { OverviewProject, Visibility } from './overview.document.ts';

/** Days that a point of the trend pools, as the document asks for them. */
const OVER = 7;

interface Props {
  project: OverviewProject;
  visibility: Visibility;
}

/** The score with its interval and what is known of its change; beside it the same over time. */
export function Headline({ project: { name, brandName }, visibility }: Props) {
  const { window, pooled, days, previous } = visibility;
  const points = useMemo(() => pointsOf(window, pooled, days), [window, pooled, days]);
  return (
    <section className={styles.headline}>
      <div>
        <Score brandName={brandName} visibility={visibility} />
        {previous && <Verdict change={previous} />}
      </div>
      <Figure
        title={`Answers that name ${brandName}, ${longDay(window.from)} to ${longDay(window.to)}`}
        file={`${name} visibility`}
        columns={COLUMNS}
        rows={points}
        legend={<Legend />}
      >
        <Trend points={points} label={`Share of answers that name ${brandName}`} over={OVER} />
      </Figure>
    </section>
  );
}

function Score({ brandName, visibility }: { brandName: string; visibility: Visibility }) {
  const { score, byPlatform, adjustedConfidence, confidence } = visibility;
  const answers = byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0);
  const bounds = adjustedConfidence ?? confidence;
  return (
    <>
      <h2 className={styles.sentence}>
        <mark>{brandName}</mark> is named in
      </h2>
      <p className={styles.figure}>
        {score}
        <span className={styles.unit}>%</span>
      </p>
      <p className={styles.of}>
        of {plural(answers, 'answer')}
        {bounds && (
          <>
            {adjustedConfidence ? '. For questions like these it is between ' : ', between '}
            <strong>{percent(bounds.low)}</strong> and <strong>{percent(bounds.high)}</strong>, with 95% confidence
          </>
        )}
        .
      </p>
      {bounds && (
        <div className={styles.ruler} aria-hidden="true">
          <span className={styles.range} style={{ left: `${bounds.low}%`, width: `${bounds.high - bounds.low}%` }} />
          <span className={styles.value} style={{ left: `${score}%` }} />
        </div>
      )}
    </>
  );
}

function Legend() {
  return (
    <ul className={styles.legend}>
      <li>
        <span className={styles.lineKey} /> {OVER} days pooled
      </li>
      <li>
        <span className={styles.bandKey} /> 95% interval of these answers
      </li>
      <li>
        <span className={styles.dotKey} /> single days
      </li>
    </ul>
  );
}

const known = (point: TrendPoint, value: number) => (point.score === null ? null : value);

const COLUMNS: readonly Column<TrendPoint>[] = [
  { head: 'Day (UTC)', cell: ({ date }) => date },
  { head: 'Day, %', cell: ({ dayScore }) => dayScore, isNumber: true },
  { head: 'Answers of the day', cell: ({ dayAnswers }) => dayAnswers, isNumber: true },
  { head: `${OVER} days, %`, cell: ({ score }) => score, isNumber: true },
  { head: 'Low, %', cell: (point) => known(point, point.low), isNumber: true },
  { head: 'High, %', cell: (point) => known(point, point.high), isNumber: true },
  { head: `Answers of ${OVER} days`, cell: ({ answers }) => answers, isNumber: true },
];
