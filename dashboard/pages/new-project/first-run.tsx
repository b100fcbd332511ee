import { platformOf } from '../../platforms.ts';
import { shortReason } from '../runs/runs.words.ts';
import { StateMark } from '../runs/state-mark.tsx';
import { type FirstRuns, isOver } from './new-project.data.ts';
import styles from './new-project.module.css';
import { firstRunFinding, runStateWords, WORDS } from './new-project.words.ts';

/** The runs of a project that was just made, each in its state, and how many of them have ended. */
export function FirstRun({ runs: { nodes, totalCount } }: { runs: FirstRuns }) {
  if (nodes.length === 0) return null;
  const ended = nodes.filter(isOver).length;
  return (
    <section aria-label={WORDS.theFirstRun} className={styles.firstRun}>
      <p>{firstRunFinding(nodes, totalCount)}</p>
      <progress aria-label={WORDS.theFirstRun} value={ended} max={nodes.length} className={styles.firstRunBar} />
      <ul className={styles.firstRunList}>
        {nodes.map(({ id, state, reason, platform, prompt }) => (
          <li key={id}>
            <StateMark state={state} />{' '}
            {`${platformOf(platform).name}: ${runStateWords(state, reason && shortReason(reason))}. `}
            <span className={styles.note}>{prompt?.promptText}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
