import { Link, useParams } from '@tanstack/react-router';
import { instant } from '../../format.ts';
import styles from './currency.module.css';
import type { OverviewProject, PlatformStatus } from './overview.document.ts';
import { silentPlatforms } from './reasons.words.ts';

interface Props {
  project: OverviewProject;
  status: readonly PlatformStatus[];
}

/** Until when there are data, and what is not asked now: a platform without answers is no fall of the brand. */
export function Currency({ project, status }: Props) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const { lastAnsweredAt, isPaused, settings } = project;
  const silent = isPaused ? [] : silentPlatforms(status, settings.platforms);
  if (!lastAnsweredAt && !isPaused && silent.length === 0) return null;
  return (
    <div className={styles.currency}>
      {lastAnsweredAt && (
        <p>
          Data until <time dateTime={lastAnsweredAt}>{instant(lastAnsweredAt)}</time>.
        </p>
      )}
      {isPaused && (
        <p className={styles.warning}>
          <strong>Monitoring is paused:</strong> no new answers are collected.{' '}
          <Link to="/projects/$projectId/settings" params={{ projectId }}>
            Resume it
          </Link>
        </p>
      )}
      {silent.map(({ names, reason }) => (
        <p key={names} className={styles.warning}>
          <strong>{`Not being asked: ${names}.`}</strong> {reason}
        </p>
      ))}
    </div>
  );
}
