import { Link } from '@tanstack/react-router';
import type { Platform, PlatformState } from '../../api/gql.ts';
import { useFilters, whereOf } from '../../filters.ts';
import { count, instant } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import type { Monitoring, PlatformStatus } from './runs.data.ts';
import styles from './runs.module.css';
import { standingFinding, WORDS } from './runs.words.ts';

const STATES: Readonly<Record<PlatformState, string>> = {
  READY: 'asked',
  PAUSED: 'paused',
  RATE_LIMITED: 'waiting',
  FAILING: 'failing',
  DENIED: 'key refused',
  MISCONFIGURED: 'misconfigured',
  OVER_BUDGET: 'budget spent',
  NOT_CONFIGURED: 'no key',
};

interface Props {
  projectId: string;
  monitoring: Monitoring;
  platforms: readonly PlatformStatus[];
  /** The platforms of the account's plan; null where that could not be read. */
  planned: readonly Platform[] | null;
  isPaused: boolean;
}

/** What waits and runs now, what comes next, and which platforms are asked. */
export function Standing({ projectId, monitoring, platforms, planned, isPaused }: Props) {
  const [filters] = useFilters();
  const { nextRunAt, lastRunAt, queued, running, failedToday, skippedToday } = monitoring;
  return (
    <Section
      label="Now"
      finding={standingFinding(monitoring, isPaused, new Date())}
      note={
        whereOf(filters)
          ? `${WORDS.questionsForAnUnavailable} ${WORDS.thisIsOfAllPrompts}`
          : WORDS.questionsForAnUnavailable
      }
    >
      {isPaused && (
        <p className={styles.resume}>
          <Link to="/projects/$projectId/settings" params={{ projectId }}>
            {WORDS.resumeTheProject}
          </Link>
        </p>
      )}
      <dl className={styles.facts}>
        <Fact name="Being asked" value={count(running)} />
        <Fact name="Waiting" value={count(queued)} />
        <Fact name="Failed today" value={count(failedToday)} />
        <Fact name={WORDS.notAskedToday} value={count(skippedToday)} />
        <Fact isInstant name="Last ended" value={lastRunAt === null ? '–' : instant(lastRunAt)} />
        <Fact isInstant name="Next due" value={nextRunAt === null ? '–' : instant(nextRunAt)} />
      </dl>
      <ul aria-label="Platforms" className={styles.platforms}>
        {PLATFORMS.flatMap(({ id }) => platforms.filter(({ platform }) => platform === id)).map((status) => (
          <PlatformLine key={status.platform} status={status} isPlanned={planned?.includes(status.platform) ?? true} />
        ))}
      </ul>
    </Section>
  );
}

function Fact({ name, value, isInstant = false }: { name: string; value: string; isInstant?: boolean }) {
  return (
    <div className={isInstant ? styles.instant : undefined}>
      <dt className={styles.term}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}

function PlatformLine({ status, isPlanned }: { status: PlatformStatus; isPlanned: boolean }) {
  const { platform, state, reason, pausedUntil } = status;
  const until = pausedUntil === null ? '' : ` Not before ${instant(pausedUntil)}.`;
  return (
    <li className={styles.platform}>
      <span className={styles.name}>
        <PlatformName platform={platform} />
      </span>
      <span className={styles.state} data-ready={isPlanned && state === 'READY'}>
        {isPlanned ? STATES[state] : 'not in your plan'}
      </span>
      {isPlanned && reason !== null && <span className={styles.reason}>{`${reason}${until}`}</span>}
    </li>
  );
}
