import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { requestLink } from '../../api/browser-session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, textOf } from '../../ui/form.tsx';
import styles from './sign-in.module.css';
import { WORDS } from './sign-in.words.ts';
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
          <p>{WORDS.ifThisAddressHasAnAccountALink}</p>
          <p className={styles.note}>{WORDS.noEmailThisServiceMayNotSend}</p>
        </div>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <Refusal error={error} />
          <Field label="Email" name="email" type="email" required autoComplete="username" autoFocus />
          <Button isMain type="submit" disabled={isPending}>
            {WORDS.sendALink}
          </Button>
        </form>
      )}
      <Link to="/sign-in" className={styles.link}>
        {WORDS.backToSignIn}
      </Link>
    </Frame>
  );
}
