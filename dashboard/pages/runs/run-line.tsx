import { Link, useParams } from '@tanstack/react-router';
import { readFilters } from '../../filters.ts';
import { instant, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { RUN_STATES } from '../../run-filters.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import { reasonWords } from './reasons.words.ts';
import styles from './run-line.module.css';
import type { RunRow } from './runs.document.ts';
import { StateMark } from './state-mark.tsx';

/** One asking of one prompt on one platform, and what came of it. */
export function RunLine({ row }: { row: RunRow }) {
  const { platform, trigger, state, plannedAt } = row;
  return (
    <div className={styles.line}>
      <p className={styles.what}>
        <Asked row={row} />
        <span className={styles.when}>
          {instant(plannedAt)}
          {trigger === 'REQUESTED' && ', by request'}
        </span>
      </p>
      <p className={styles.platform}>
        <PlatformName platform={platform} />
      </p>
      <div className={styles.outcome}>
        <p className={styles.state}>
          <StateMark state={state} />
          {RUN_STATES.find(({ id }) => id === state)?.name}
          <AnswerLink row={row} />
        </p>
        <Why row={row} />
      </div>
    </div>
  );
}

/** The question; archived prompts keep their runs. */
function Asked({ row: { prompt } }: { row: RunRow }) {
  const { projectId = '' } = useParams({ strict: false });
  if (!prompt) return <span className={styles.archived}>An archived prompt</span>;
  return (
    <Link
      to="/projects/$projectId/prompts/$promptId"
      params={{ projectId, promptId: prompt.id }}
      search={(now) => readFilters(now)}
      className={styles.prompt}
    >
      {prompt.promptText}
    </Link>
  );
}

function AnswerLink({ row: { responseId, responseDate } }: { row: RunRow }) {
  const { projectId = '' } = useParams({ strict: false });
  if (responseId === null || responseDate === null) return null;
  return (
    <Link
      to="/projects/$projectId/answers"
      params={{ projectId }}
      search={(now) => ({ ...readFilters(now), answer: `${responseDate}.${responseId}` })}
    >
      Read the answer
    </Link>
  );
}

/** The reason and what one can do about it; else by which model it was answered. */
function Why({ row: { platform, state, reason, attempts, nextAttemptAt, model } }: { row: RunRow }) {
  const words = reason && reasonWords(reason, state, platformOf(platform).name);
  const facts = [
    model,
    attempts > 1 && plural(attempts, 'attempt'),
    reason !== null && nextAttemptAt !== null && `not before ${instant(nextAttemptAt)}`,
  ].filter(Boolean);
  return (
    <>
      {words && <p className={styles.why}>{`${words.what} ${words.todo}`}</p>}
      {facts.length > 0 && <p className={styles.why}>{facts.join(' · ')}</p>}
    </>
  );
}
