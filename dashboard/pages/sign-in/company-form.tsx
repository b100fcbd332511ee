import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { goToCompany } from '../../api/company.ts';
import { Button } from '../../ui/button.tsx';
import { Field, textOf } from '../../ui/form.tsx';
import styles from './sign-in.module.css';
import { WORDS } from './sign-in.words.ts';
import { Frame, Refusal } from './sign-in-frame.tsx';

interface Props {
  /** Where somebody wanted to go. */
  back: string;
  onPassword: () => void;
}

/** Takes the address alone: its domain tells whose provider the browser is sent to. */
export function CompanyForm({ back, onPassword }: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: (email: string) => goToCompany(email, back) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(textOf(new FormData(event.currentTarget), 'email'));
  };
  return (
    <Frame title={WORDS.signInWithYourCompany}>
      <form className={styles.form} onSubmit={submit}>
        <Refusal error={error} />
        <Field
          label="Work email"
          name="email"
          type="email"
          required
          autoComplete="username"
          autoFocus
          hint={WORDS.youSignInAtYourCompany}
        />
        <Button isMain type="submit" disabled={isPending}>
          Continue
        </Button>
        <Button onClick={onPassword}>{WORDS.useAPassword}</Button>
      </form>
    </Frame>
  );
}
