import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface Props {
  title: string;
  /** The page's own buttons. */
  children?: ReactNode;
}

/** The name of a page that has no period. */
export function PageHead({ title, children }: Props) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.buttons}>{children}</div>
    </header>
  );
}
