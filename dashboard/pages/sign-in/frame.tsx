import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import styles from './sign-in.module.css';

/** What the pages before the sign-in have in common. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo />
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
