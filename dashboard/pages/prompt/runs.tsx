import { Link } from '@tanstack/react-router';
import { readFilters } from '../../filters.ts';
import { instant } from '../../format.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing } from '../../ui/states.tsx';
import type { PromptDetails } from './prompt.document.ts';
import { runFinding, runWord } from './prompt.words.ts';
import styles from './runs.module.css';
import { usePlace } from './use-prompt.ts';

/** What came of asking it last, on each platform. */
export function Runs({ prompt: { id, lastRuns } }: { prompt: PromptDetails }) {
  const { projectId } = usePlace();
  if (!lastRuns) return <Missing what="Its last runs" retry={() => location.reload()} />;
  const all = (
    <Link to="/projects/$projectId/runs" params={{ projectId }} search={(now) => ({ ...readFilters(now), prompt: id })}>
      All runs of this prompt
    </Link>
  );
  return (
    <Section label="Runs" finding={runFinding(lastRuns)} note={all}>
      <ul>
        {lastRuns.map((run) => (
          <li key={run.id} className={styles.run}>
            <PlatformName platform={run.platform} />
            <span>{runWord(run)}</span>
            <span className={styles.note}>{run.message ?? ''}</span>
            <span className={styles.note}>{instant(run.plannedAt)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
