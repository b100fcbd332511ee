import type { ReactNode } from 'react';
import { percent } from '../format.ts';
import styles from './intervals.module.css';

interface IntervalRow {
  key: string;
  name: ReactNode;
  color: string;
  /** Percent; null without answers: nothing is drawn then, since that is no zero. */
  score: number | null;
  low: number;
  high: number;
  /** Numerator and denominator. */
  note: ReactNode;
  /** What is known of it beyond its bar, below its name. */
  remark?: ReactNode;
  /** Whether the bounds are to be seen as text beside the bar; else only what reads the page aloud has them. */
  showsBounds?: boolean;
  /** The brand among others wears its own colour. */
  isBrand?: boolean;
}

const TICKS = [0, 25, 50, 75, 100];

/** One share a row on a common axis from 0 to 100: the value as a mark, its interval as a bar behind it. */
export function Intervals({ rows }: { rows: readonly IntervalRow[] }) {
  return (
    <div className={styles.rows}>
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      <div className={styles.axis} aria-hidden="true">
        <span />
        <span className={styles.scale}>
          {TICKS.map((tick) => (
            <span key={tick} style={{ left: `${tick}%` }}>{`${tick}%`}</span>
          ))}
        </span>
      </div>
    </div>
  );
}

function Row({ row }: { row: IntervalRow }) {
  const { name, color, score, low, high, note, remark, showsBounds = false, isBrand = false } = row;
  return (
    <li className={styles.row} data-brand={isBrand}>
      <span className={styles.name}>
        {name}
        {remark && <span className={styles.remark}>{remark}</span>}
      </span>
      <span className={styles.track} aria-hidden="true">
        {score !== null && (
          <>
            <span className={styles.range} style={{ left: `${low}%`, width: `${high - low}%`, background: color }} />
            <span className={styles.value} style={{ left: `${score}%`, background: color }} />
          </>
        )}
      </span>
      <span className={styles.score}>{score === null ? '–' : percent(score)}</span>
      <span className={styles.note}>
        {note}
        {score !== null && (
          <span className={showsBounds ? undefined : styles.bounds}>{`, ${percent(low)} to ${percent(high)}`}</span>
        )}
      </span>
    </li>
  );
}
