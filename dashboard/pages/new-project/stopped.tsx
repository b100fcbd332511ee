import type { Made, StoppedAt } from './create.ts';
import { type Draft, filledPrompts, filledRivals } from './draft.ts';
import styles from './new-project.module.css';
import { stoppedWords } from './new-project.words.ts';

interface Props {
  stopped: StoppedAt | null;
  made: Made;
  draft: Draft;
}

/** Why creating stopped, and what exists by now. */
export function Stopped({ stopped, made, draft }: Props) {
  if (!stopped) return null;
  const parts = {
    isProjectMade: made.projectId !== null,
    rivals: { made: made.rivals.length, all: filledRivals(draft).length },
    prompts: { made: made.prompts.length, all: filledPrompts(draft).length },
  };
  return (
    <div role="alert" className={styles.stopped}>
      <p>
        <strong>{stopped.isAtField ? 'Some fields need to be corrected.' : stopped.message}</strong>{' '}
        {stoppedWords(parts)}
      </p>
    </div>
  );
}
