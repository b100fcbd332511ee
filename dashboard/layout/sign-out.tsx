import { useMutation } from '@tanstack/react-query';
import { signOut } from '../api/browser-session.ts';
import { LeaveIcon } from '../ui/icons.tsx';
import styles from './shell.module.css';
import { WORDS } from './shell.words.ts';

/** Ends the session. */
export function SignOut() {
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut });
  return (
    <button type="button" className={styles.link} onClick={() => mutate()} disabled={isPending}>
      <LeaveIcon />
      <span>{error ? WORDS.signOutTryAgain : 'Sign out'}</span>
    </button>
  );
}
