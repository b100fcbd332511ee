import { Link, useParams } from '@tanstack/react-router';
import type { RunState } from '../../api/gql.ts';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { count } from '../../format.ts';
import { type RunStateWord, readRunFilters } from '../../page-filters.ts';
import { platformOf } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import { DayStrips } from './day-strips.tsx';
import { type DayQuality, type PlatformQuality, type Quality, type RunsProject, stripsOf } from './runs.data.ts';
import styles from './runs.module.css';
import { outcomeFinding, reasonList, WORDS } from './runs.words.ts';
import { StateMark } from './state-mark.tsx';

/** What came of the planned questions, by day and platform. */
export function Outcome({ project: { name }, quality }: { project: RunsProject; quality: Quality }) {
  const { window, byPlatform, byDay } = quality;
  return (
    <Section label="Outcome" finding={outcomeFinding(byPlatform, byDay)} note={WORDS.eachQuestionCountsOnTheUtcDay}>
      <Figure title={WORDS.questionsByDayAndPlatform} file={`${name} runs by day`} columns={COLUMNS} rows={byDay}>
        <Legend />
        <DayStrips strips={stripsOf(window, byDay)} />
      </Figure>
      <ul className={styles.totals} aria-label={WORDS.totalsByPlatform}>
        {byPlatform.map((row) => (
          <Total key={row.platform} row={row} />
        ))}
      </ul>
    </Section>
  );
}

function Legend() {
  return (
    <p className={styles.legend} aria-hidden="true">
      <span className={styles.entry} data-kind="accepted">
        answered
      </span>
      <span className={styles.entry} data-kind="failed">
        failed
      </span>
      <span className={styles.entry} data-kind="skipped">
        not asked
      </span>
      <span className={styles.entry} data-kind="open">
        under way
      </span>
    </p>
  );
}

function Total({ row }: { row: PlatformQuality }) {
  const { platform, planned, accepted, failed, skipped, underWay, reasons } = row;
  const why = reasonList(reasons);
  return (
    <li className={styles.total}>
      <span className={styles.outcomeName}>
        <PlatformName platform={platform} />
      </span>
      <span className={styles.count}>
        <StateMark state="ACCEPTED" />
        <AnswersLink platform={platform}>{`${count(accepted)} of ${count(planned)} answered`}</AnswersLink>
      </span>
      {failed > 0 && <Narrowing row={row} state="FAILED" to="failed" text={`${count(failed)} failed`} />}
      {skipped > 0 && <Narrowing row={row} state="SKIPPED" to="skipped" text={`${count(skipped)} not asked`} />}
      {underWay > 0 && (
        <span className={styles.count}>
          <StateMark state="QUEUED" />
          {`${count(underWay)} under way`}
        </span>
      )}
      {why !== '' && <span className={styles.why}>{why}</span>}
    </li>
  );
}

interface NarrowingProps {
  row: PlatformQuality;
  state: RunState;
  to: RunStateWord;
  text: string;
}

/** A count, and the way to the runs behind it. */
function Narrowing({ row: { platform }, state, to, text }: NarrowingProps) {
  const { projectId = '' } = useParams({ strict: false });
  return (
    <span className={styles.count}>
      <StateMark state={state} />
      <Link
        to="/projects/$projectId/runs"
        params={{ projectId }}
        search={(now) => ({ ...readRunFilters(now), platforms: [platformOf(platform).word], state: to })}
        hash="list"
        className={styles.narrowing}
      >
        {text}
      </Link>
    </span>
  );
}

const COLUMNS: readonly Column<DayQuality>[] = [
  { head: 'Day', cell: ({ date }) => date },
  { head: 'Platform', cell: ({ platform }) => platformOf(platform).name },
  { head: 'Planned', cell: ({ planned }) => planned, isNumber: true },
  { head: 'Answered', cell: ({ accepted }) => accepted, isNumber: true },
  { head: 'Failed', cell: ({ failed }) => failed, isNumber: true },
  { head: 'Not asked', cell: ({ skipped }) => skipped, isNumber: true },
  { head: 'Under way', cell: ({ underWay }) => underWay, isNumber: true },
  { head: 'Reasons', cell: ({ reasons }) => reasonList(reasons) },
];
