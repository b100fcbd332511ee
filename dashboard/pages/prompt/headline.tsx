import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column } from '../../charts/csv.ts';
import { Figure } from '../../charts/figure.tsx';
import { Trend } from '../../charts/trend.tsx';
import { pointsOf, type TrendPoint } from '../../charts/trend-points.ts';
import { instant, longDay } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './headline.module.css';
import type { PromptDetails, PromptVisibility } from './prompt.document.ts';
import { scoreNote } from './prompt.words.ts';
import { usePlace } from './use-prompt.ts';

/** Days that a point of the trend pools, as the document asks for them. */
const OVER = 7;

interface Props {
  prompt: PromptDetails;
  visibility: PromptVisibility;
}

/** How many answers to the question name the brand, and over time. */
export function Headline({ prompt, visibility }: Props) {
  const { window, pooled, days, responseCount, score } = visibility;
  const points = useMemo(() => pointsOf(window, pooled, days), [window, pooled, days]);
  if (responseCount === 0) return <NoAnswers prompt={prompt} />;
  return (
    <section className={styles.headline} aria-label="Score">
      <div>
        <p className={styles.sentence}>The brand is named in</p>
        <p className={styles.figure}>
          <AnswersLink prompt={prompt.id} named="yes">
            {score}
            <span className={styles.unit}>%</span>
          </AnswersLink>
        </p>
        <p className={styles.of}>{scoreNote(visibility)}</p>
      </div>
      <Figure
        title={`Answers that name the brand, ${longDay(window.from)} to ${longDay(window.to)}`}
        file="prompt"
        columns={COLUMNS}
        rows={points}
      >
        <Trend points={points} label="Share of answers that name the brand" over={OVER} />
      </Figure>
    </section>
  );
}

function NoAnswers({ prompt: { id, lastAnsweredAt, nextRunAt } }: { prompt: PromptDetails }) {
  const { projectId } = usePlace();
  const title = lastAnsweredAt === null ? 'No answers yet.' : 'No answers in this period.';
  return (
    <Empty title={title}>
      <p>
        {nextRunAt ? `Next due ${instant(nextRunAt)}. ` : 'Not due: the prompt or its project is paused. '}
        <Link to="/projects/$projectId/runs" params={{ projectId }} search={{ prompt: id }}>
          See when it was asked
        </Link>
      </p>
    </Empty>
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
