import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { requestLink } from '../../api/browser-session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, textOf } from '../../ui/form.tsx';
import styles from './sign-in.module.css';
import { Frame, Refusal } from './sign-in-frame.tsx';

/** Asks for a link; what it says does not tell whether anybody has the address. */
export function Forgot() {
  const { mutate, isPending, error, isSuccess } = useMutation({ mutationFn: requestLink });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(textOf(new FormData(event.currentTarget), 'email'));
  };
  return (
    <Frame title="Forgotten password">
      {isSuccess ? (
        <div role="status" className={styles.form}>
          <p>
            If this address has an account, a link to set a new password is on its way. It works once, within an hour.
          </p>
          <p className={styles.note}>
            No email? This service may not send any. An account owner or the service operator can give you a link.
          </p>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <Refusal error={error} />
          <Field label="Email" name="email" type="email" required autoComplete="username" autoFocus />
          <Button isMain type="submit" disabled={isPending}>
            Send a link
          </Button>
        </form>
      )}
      <Link to="/sign-in" className={styles.link}>
        Back to sign-in
      </Link>
    </Frame>
  );
}
