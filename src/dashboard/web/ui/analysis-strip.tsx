import { count } from '../format.ts';
import styles from './analysis-strip.module.css';

interface Analysis {
  state: 'CURRENT' | 'OUTDATED' | 'RUNNING' | 'SET_ASIDE';
  answersRead: number | null;
  answersTotal: number | null;
}

/** Tells that the numbers are for former names, and how far the new reading of the answers has come. */
export function AnalysisStrip({ analysis }: { analysis: Analysis | null }) {
  if (!analysis || analysis.state === 'CURRENT') return null;
  const { state, answersRead, answersTotal } = analysis;
  return (
    <div role="status" className={styles.strip}>
      <p>
        {state === 'SET_ASIDE'
          ? 'Names have changed, and reading the answers again has failed twice: the numbers are for the former names.'
          : 'Names have changed. The numbers are for the former ones until every answer has been read again.'}
        {answersRead !== null && answersTotal !== null && ` ${count(answersRead)} of ${count(answersTotal)} are.`}
      </p>
      {answersTotal !== null && (
        <progress value={answersRead ?? 0} max={answersTotal} aria-label="Answers read again" className={styles.bar} />
      )}
    </div>
  );
}
