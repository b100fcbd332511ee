import type { StepName } from './create.ts';
import styles from './new-project.module.css';

const STEPS = [
  { name: 'brand', title: 'Brand' },
  { name: 'competitors', title: 'Competitors' },
  { name: 'prompts', title: 'Prompts' },
] as const satisfies readonly { name: StepName; title: string }[];

interface Props {
  current: StepName;
  /** The step at which creating stopped. */
  stopped: StepName | null;
  /** Whether later steps can be looked at: suggestions need the brand. */
  isOpen: boolean;
  onGo: (step: StepName) => void;
}

/** Where one is, and the way to the other steps; going there loses nothing. */
export function Steps({ current, stopped, isOpen, onGo }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className={styles.stepList}>
        {STEPS.map(({ name, title }, at) => (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              aria-current={name === current ? 'step' : undefined}
              disabled={name !== 'brand' && !isOpen}
              onClick={() => onGo(name)}
            >
              <span className={styles.stepNumber}>{at + 1}</span>
              {title}
              {name === stopped && <span className={styles.stepFault}>to correct</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
