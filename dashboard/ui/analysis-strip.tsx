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
          ? 'Names have changed, but re-analysis has failed twice. Numbers still use the old names.'
          : 'Names have changed. Numbers use the old names until every answer is re-analysed.'}
        {answersRead !== null && answersTotal !== null && ` ${count(answersRead)} of ${count(answersTotal)} done.`}
      </p>
      {answersTotal !== null && (
        <progress value={answersRead ?? 0} max={answersTotal} aria-label="Answers re-analysed" className={styles.bar} />
      )}
    </div>
  );
}
