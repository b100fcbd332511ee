import type { StepName } from './draft.ts';
import styles from './new-project.module.css';

const STEPS = [
  { name: 'brand', title: 'Brand' },
  { name: 'competitors', title: 'Competitors' },
  { name: 'prompts', title: 'Prompts' },
] as const satisfies readonly { name: StepName; title: string }[];

interface Props {
  current: StepName;
  /** The step where something has to be corrected. */
  faulty: StepName | null;
  onGo: (step: StepName) => void;
}

/** Where one is, and the way to the other steps: nothing is lost by it, and none opens behind one that is refused. */
export function Steps({ current, faulty, onGo }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className={styles.stepList}>
        {STEPS.map(({ name, title }, at) => (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              aria-current={name === current ? 'step' : undefined}
              onClick={() => onGo(name)}
            >
              <span className={styles.stepNumber}>{at + 1}</span>
              {title}
              {name === faulty && <span className={styles.stepFault}>to correct</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
