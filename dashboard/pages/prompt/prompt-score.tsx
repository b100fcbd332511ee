import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Intervals } from '../../charts/intervals.tsx';
import { Trend } from '../../charts/trend-chart.tsx';
import { pointsOf, type TrendPoint } from '../../charts/trend-points.ts';
import { instant, longDay } from '../../format.ts';
import { PLATFORMS, platformOf } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/states.tsx';
import { type PromptDetails, type PromptVisibility, usePlace } from './prompt.data.ts';
import styles from './prompt.module.css';
import { scoreNote, WORDS } from './prompt.words.ts';

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
        <p className={styles.sentence}>{WORDS.theBrandIsNamedIn}</p>
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
        <Trend points={points} label={WORDS.shareOfAnswersThatNameTheBrand} over={OVER} />
      </Figure>
    </section>
  );
}

function NoAnswers({ prompt: { id, lastAnsweredAt, nextRunAt } }: { prompt: PromptDetails }) {
  const { projectId } = usePlace();
  const title = lastAnsweredAt === null ? WORDS.noAnswersYet : WORDS.noAnswersInThisPeriod;
  return (
    <Empty title={title}>
      <p>
        {nextRunAt ? `Next due ${instant(nextRunAt)}. ` : WORDS.notDueThePromptOrItsProject}
        <Link to="/projects/$projectId/runs" params={{ projectId }} search={{ prompt: id }}>
          {WORDS.seeWhenItWasAsked}
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

type Row = PromptVisibility['byPlatform'][number];

interface PlatformsProps {
  prompt: PromptDetails;
  visibility: PromptVisibility;
}

/** The same share on each platform that answered. */
export function Platforms({ prompt, visibility: { byPlatform } }: PlatformsProps) {
  const rows = PLATFORMS.flatMap(({ id }) => byPlatform.filter(({ platform }) => platform === id));
  return (
    <Section label="Platforms" finding={WORDS.howOftenEachPlatformNames} note={WORDS.eachBarIsThe95Interval}>
      <Figure title={WORDS.shareOfAnswersByPlatform} file="prompt platforms" columns={PLATFORMS_COLUMNS} rows={rows}>
        <Intervals rows={rows.map((row) => intervalOf(row, prompt.id))} />
      </Figure>
    </Section>
  );
}

function intervalOf({ platform, visibilityScore, brandMentionCount, responseCount, confidence }: Row, prompt: string) {
  return {
    key: platform,
    name: <PlatformName platform={platform} />,
    color: platformOf(platform).color,
    score: visibilityScore,
    low: confidence?.low ?? 0,
    high: confidence?.high ?? 100,
    note: <AnswersLink prompt={prompt} platform={platform}>{`${brandMentionCount} of ${responseCount}`}</AnswersLink>,
  };
}

const PLATFORMS_COLUMNS: readonly Column<Row>[] = [
  { head: 'Platform', cell: ({ platform }) => platformOf(platform).name },
  { head: 'Score, %', cell: ({ visibilityScore }) => visibilityScore, isNumber: true },
  { head: 'Low, %', cell: ({ confidence }) => confidence?.low ?? null, isNumber: true },
  { head: 'High, %', cell: ({ confidence }) => confidence?.high ?? null, isNumber: true },
  { head: 'Answers with the name', cell: ({ brandMentionCount }) => brandMentionCount, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
];
