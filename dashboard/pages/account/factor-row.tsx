import type { ReactNode } from 'react';
import { FormRefusal } from '../../ui/form.tsx';
import styles from './account.module.css';

interface Props {
  title: string;
  note: string;
  /** What can be done about it. */
  action?: ReactNode;
  /** Why it could not be begun. */
  error?: Error | null;
}

/** One thing that somebody may prove who they are with. */
export function FactorRow({ title, note, action, error = null }: Props) {
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.note}>{note}</p>
        <FormRefusal error={error} />
      </div>
      {action}
    </li>
  );
}
