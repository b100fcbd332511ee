import type { ReactNode } from 'react';
import { isRefusedFor } from '../../api/refused.ts';
import { plural } from '../../format.ts';
import { Logo } from '../../ui/logo.tsx';
import { useCountdown } from '../../ui/states.tsx';
import styles from './sign-in.module.css';
import { WORDS } from './sign-in.words.ts';

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

/** Why somebody was not let in, in the words of the service, and when to try again. */
export function Refusal({ error }: { error: Error | null }) {
  const wait = isRefusedFor(error, 'RATE_LIMIT_EXCEEDED') ? error.retryAfterSeconds : null;
  const left = useCountdown(wait, error);
  if (!error) return null;
  return (
    <div role="alert" className={styles.refusal}>
      <p>{endedBy(error.message)}</p>
      {left !== null && <p>{left > 0 ? `Try again in ${waitOf(left)}.` : WORDS.youCanTryAgainNow}</p>}
    </div>
  );
}

function endedBy(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function waitOf(seconds: number): string {
  return seconds > 90 ? plural(Math.ceil(seconds / 60), 'minute') : plural(seconds, 'second');
}
