import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Refused } from '../api/refused.ts';
import { plural } from '../format.ts';
import { Button } from './button.tsx';
import { WORDS } from './shared.words.ts';
import styles from './states.module.css';

interface Asked {
  data: unknown;
  error: Error | null;
  /** Why the last attempt failed, while another one is waited for. */
  failureReason: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Why there is nothing to see, or nothing new, and what can be done about it; nothing where all is well. Numbers that
 * are there already stay.
 */
export function Refusal({ asked }: { asked: Asked }) {
  const { data, error, failureReason, isFetching, refetch } = asked;
  const reason = error ?? failureReason;
  const wait = reason instanceof Refused ? reason.retryAfterSeconds : null;
  const left = useCountdown(wait, reason);
  if (!reason) return null;
  const { title, text, isFinal } = wordsOf(reason);
  return (
    <div role="alert" className={styles.refusal}>
      <div>
        <p>
          <strong>{title}</strong> {text}
          {left !== null && left > 0 && ` Again in ${plural(left, 'second')}.`}
          {data !== undefined && WORDS.youAreSeeingEarlierData}
        </p>
        {reason instanceof Refused && reason.requestId !== null && !isFinal && (
          <p className={styles.note}>{`Reference for support: ${reason.requestId}`}</p>
        )}
      </div>
      {!isFinal && (
        <Button onClick={() => refetch()} disabled={isFetching}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** @returns `isFinal` where asking again will not change it. */
function wordsOf(error: Error): { title: string; text: string; isFinal?: boolean } {
  if (!(error instanceof Refused)) return { title: WORDS.somethingWentWrongOnThisPage, text: error.message };
  switch (error.code) {
    case 'UNAUTHORIZED':
      return { title: WORDS.youAreSignedOut, text: '', isFinal: true };
    case 'FORBIDDEN':
      return { title: WORDS.youDoNotHaveAccessToThis, text: sentenceOf(error), isFinal: true };
    case 'NOT_FOUND':
      return { title: WORDS.projectNotFound, text: WORDS.itMayBeArchivedOrBelong, isFinal: true };
    case 'RATE_LIMIT_EXCEEDED':
      return { title: WORDS.tooManyRequests, text: sentenceOf(error) };
    case 'SERVICE_KILL_SWITCH_ACTIVE':
      return { title: WORDS.readOnlyForNow, text: sentenceOf(error) };
    case 'TIMED_OUT':
      return { title: WORDS.theServiceDoesNotAnswer, text: WORDS.nothingCameWithin };
    case 'UNREACHABLE':
      return { title: WORDS.noConnectionToTheService, text: '' };
    default:
      return { title: WORDS.theServiceCouldNotAnswer, text: sentenceOf(error) };
  }
}

function sentenceOf({ message }: Error): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** A number of a page that failed alone. */
export function Missing({ what, retry }: { what: string; retry: () => unknown }) {
  return (
    <div role="alert" className={styles.refusal}>
      <p>{`${what} could not be loaded.`}</p>
      <Button onClick={() => retry()}>Try again</Button>
    </div>
  );
}

/** What is not there yet, and the one next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

/** The shape of a page before its numbers. @param rows how many there will be, about. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content, never moved
        <span key={row} />
      ))}
    </div>
  );
}

/** A page that could not be drawn at all. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const requestId = error instanceof Refused ? error.requestId : null;
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{WORDS.brokenPageTitle}</h1>
      <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
      {requestId !== null && (
        <p className={styles.brokenNote}>
          {WORDS.referenceForSupport} <code>{requestId}</code>
        </p>
      )}
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}

export function NoSuchPage() {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{WORDS.pageNotFound}</h1>
      <p>
        <Link to="/projects">{WORDS.goToYourProjects}</Link>
      </p>
    </main>
  );
}

/**
 * Whole seconds that are left; null where there is nothing to wait for.
 * @param cause what the waiting is for: another one starts it again.
 */
export function useCountdown(seconds: number | null, cause: unknown): number | null {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cause starts the same time again
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return undefined;
    const end = performance.now() + 1_000 * seconds;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000))), 1_000);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return left;
}
