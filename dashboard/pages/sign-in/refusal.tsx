import { isRefusedFor } from '../../api/refused.ts';
import { plural } from '../../format.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import styles from './sign-in.module.css';

/** Why somebody was not let in, in the words of the service, and when to try again. */
export function Refusal({ error }: { error: Error | null }) {
  const wait = isRefusedFor(error, 'RATE_LIMIT_EXCEEDED') ? error.retryAfterSeconds : null;
  const left = useCountdown(wait, error);
  if (!error) return null;
  return (
    <div role="alert" className={styles.refusal}>
      <p>{endedBy(error.message)}</p>
      {left !== null && <p>{left > 0 ? `Try again in ${waitOf(left)}.` : 'You can try again now.'}</p>}
    </div>
  );
}

function endedBy(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function waitOf(seconds: number): string {
  return seconds > 90 ? plural(Math.ceil(seconds / 60), 'minute') : plural(seconds, 'second');
}
