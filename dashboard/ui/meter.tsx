import { count } from '../format.ts';
import styles from './meter.module.css';

interface Props {
  label: string;
  used: number;
  limit: number;
  /** When what is used begins anew, or what it counts. */
  note: string;
}

/** How much of a limit is used: the numbers, and a bar of them. */
export function Meter({ label, used, limit, note }: Props) {
  const share = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <div className={styles.meter}>
      <p className={styles.label}>{label}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own way */}
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${count(used)} of ${count(limit)}`}
      >
        <div className={styles.used} style={{ width: `${100 * share}%` }} />
      </div>
      <p className={styles.number}>
        <strong>{count(used)}</strong>
        {` of ${count(limit)}`}
      </p>
      <p className={styles.note}>{used >= limit ? `Used up. ${note}` : note}</p>
    </div>
  );
}
