import type { ReactNode } from 'react';
import styles from './section.module.css';

interface Props {
  label: string;
  /** A sentence that the evidence bears out. */
  finding: string;
  note?: ReactNode;
  /** The evidence. */
  children: ReactNode;
}

/** A section says what it found in a sentence; the chart beside it is the evidence. */
export function Section({ label, finding, note, children }: Props) {
  return (
    <section className={styles.section}>
      <div>
        <h2 className={styles.label}>{label}</h2>
        <p className={styles.finding}>{finding}</p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.evidence}>{children}</div>
    </section>
  );
}

interface PageHeadProps {
  title: string;
  /** The page's own buttons. */
  children?: ReactNode;
}

/** The name of a page that has no period. */
export function PageHead({ title, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.buttons}>{children}</div>
    </header>
  );
}
