import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Refused } from '../api/refused.ts';
import styles from './broken.module.css';
import { Button } from './button.tsx';

/** A page that could not be drawn at all. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const requestId = error instanceof Refused ? error.requestId : null;
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Something went wrong on this page</h1>
      <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
      {requestId !== null && (
        <p className={styles.note}>
          Reference for support: <code>{requestId}</code>
        </p>
      )}
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}

export function NoSuchPage() {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Page not found</h1>
      <p>
        <Link to="/projects">Go to your projects</Link>
      </p>
    </main>
  );
}
