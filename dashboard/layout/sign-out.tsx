import { useMutation } from '@tanstack/react-query';
import { signOut } from '../api/session.ts';
import { LeaveIcon } from '../ui/icons.tsx';
import styles from './shell.module.css';

export function SignOut() {
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut });
  return (
    <button type="button" className={styles.link} onClick={() => mutate()} disabled={isPending}>
      <LeaveIcon />
      <span>{error ? 'Sign out: try again' : 'Sign out'}</span>
    </button>
  );
}
