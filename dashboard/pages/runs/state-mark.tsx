import type { RunState } from '../../api/gql.ts';
import styles from './runs.module.css';

const SHAPES: Readonly<Record<RunState, string>> = {
  ACCEPTED: 'M1.500 6.500l3 3 6-7',
  FAILED: 'M2 2l8 8M10 2l-8 8',
  SKIPPED: 'M2 6h8',
  RUNNING: 'M6 1.500a4.500 4.500 0 110 9 4.500 4.500 0 110-9M6 6h.01',
  QUEUED: 'M6 1.500a4.500 4.500 0 110 9 4.500 4.500 0 110-9M6 3.500v2.700l1.800 1.200',
};

/** Each state of a run has a shape of its own beside its colour. */
export function StateMark({ state }: { state: RunState }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" data-state={state} className={styles.mark}>
      <path d={SHAPES[state]} />
    </svg>
  );
}
