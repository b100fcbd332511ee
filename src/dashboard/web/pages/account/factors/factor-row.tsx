import type { ReactNode } from 'react';
import styles from './factors.module.css';

interface Props {
  title: string;
  note: string;
  /** What can be done about it. */
  action?: ReactNode;
}

/** One thing that somebody may prove who they are with. */
export function FactorRow({ title, note, action }: Props) {
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.note}>{note}</p>
      </div>
      {action}
    </li>
  );
}
