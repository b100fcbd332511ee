import { lazy, Suspense, useMemo } from 'react';
import type { Verdict as Name } from '../../api/gql.ts';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Trend } from '../../charts/trend-chart.tsx';
import { marksOf, pointsOf, type TrendMark, type TrendPoint } from '../../charts/trend-points.ts';
import { useFilters } from '../../filters.ts';
import { count, longDay, percent, plural } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { DownIcon, NoiseIcon, UpIcon } from '../../ui/icons.tsx';
import { type Change, verdictWords, type Window } from '../../ui/shared.words.ts';
import { type OverviewProject, useAlertMarks, type Visibility } from './overview.data.ts';
import styles from './overview.module.css';
import { WORDS } from './overview.words.ts';

/** Days that a point of the trend pools, as the document asks for them. */
const OVER = 7;
const NONE = [] as const;

interface Props {
  project: OverviewProject;
  visibility: Visibility;
}

/** The score with its interval and what is known of its change; beside it the same over time. */
export function Headline({ project, visibility }: Props) {
  const { id, name, brandName, changes } = project;
  const { window, pooled, days, previous } = visibility;
  const points = useMemo(() => pointsOf(window, pooled, days), [window, pooled, days]);
  const alerts = useAlertMarks(id);
  const marks = useMemo(() => marksOf([...(alerts ?? NONE), ...(changes ?? NONE)]), [alerts, changes]);
  const columns = useMemo(() => columnsOf(OVER, marks), [marks]);
  return (
    <section className={styles.headline}>
      <div>
        <Score project={project} visibility={visibility} />
        {previous && <Verdict change={previous} window={window} hasMoved={hasMoved(visibility)} />}
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

/** Loaded beside the page, whose own document has no points left for it. */
const EveryPromptAlike = lazy(() => import('../even-score/every-prompt-alike.tsx'));

function Score({ project: { brandName, unasked, cells }, visibility }: Props) {
  const { score, byPlatform, adjustedConfidence } = visibility;
  const { answers, naming } = sumOf(byPlatform);
  return (
    <>
      <h2 className={styles.sentence}>
        <mark>{brandName}</mark> {WORDS.isNamedIn}
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
            {WORDS.forQuestionsLikeTheseTheShare}
            <strong>{percent(adjustedConfidence.low)}</strong> and <strong>{percent(adjustedConfidence.high)}</strong>,
            with 95% confidence.
          </>
        )}
      </p>
      {adjustedConfidence && <Ruler score={score} {...adjustedConfidence} />}
      {unasked && <Unasked unasked={unasked} answers={answers} />}
      <Suspense>
        <EveryPromptAlike cells={cells ?? NONE} />
      </Suspense>
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
  const [{ brand }] = useFilters();
  const others = sumOf(unasked.byPlatform);
  if (others.answers === answers || brand !== undefined) return null;
  return (
    <dl className={styles.unasked}>
      <dt>{WORDS.promptsWithoutTheBrandName}</dt>
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
          <span className={styles.markKey} /> changes, alerts
        </li>
      )}
    </ul>
  );
}

const known = (point: TrendPoint, value: number) => (point.score === null ? null : value);

/** A trend as a table, with what changed on a day. @param over days that a point pools. */
function columnsOf(over: number, marks: readonly TrendMark[]): Column<TrendPoint>[] {
  const changes = new Map(marks.map(({ date, texts }) => [date, texts.join('; ')]));
  return [
    { head: 'Day (UTC)', cell: ({ date }) => date },
    { head: 'Day, %', cell: ({ dayScore }) => dayScore, isNumber: true },
    { head: 'Answers of the day', cell: ({ dayAnswers }) => dayAnswers, isNumber: true },
    { head: `${over} days, %`, cell: ({ score }) => score, isNumber: true },
    { head: 'Low, %', cell: (point) => known(point, point.low), isNumber: true },
    { head: 'High, %', cell: (point) => known(point, point.high), isNumber: true },
    { head: `Answers of ${over} days`, cell: ({ answers }) => answers, isNumber: true },
    { head: 'Changes', cell: ({ date }) => changes.get(date) ?? null },
  ];
}

const ICONS: Readonly<Record<Name, typeof UpIcon>> = {
  MOVED_UP: UpIcon,
  MOVED_DOWN: DownIcon,
  WITHIN_NOISE: NoiseIcon,
  TOO_FEW_ANSWERS: NoiseIcon,
};

/** Loaded where something moved: its scripts would make the first page larger than it may be. */
const Explained = lazy(() => import('../explanation/move-explanation.tsx'));

interface VerdictProps {
  change: Change;
  window: Window;
  /** Whether the whole or a platform moved, so that there is something to explain. */
  hasMoved: boolean;
}

/** What is known of a change, in words and with a sign, and what it coincides with. */
function Verdict({ change, window, hasMoved }: VerdictProps) {
  const { title, text } = verdictWords(change, window);
  const Icon = ICONS[change.verdict];
  return (
    <div className={styles.verdict} data-verdict={change.verdict}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <div>
        <p>
          <strong>{title}</strong> {text}
        </p>
        {hasMoved && (
          <Suspense>
            <Explained />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function hasMoved({ previous, byPlatform }: Visibility): boolean {
  return [previous, ...byPlatform.map((row) => row.previous)].some((one) => one?.verdict.startsWith('MOVED'));
}
