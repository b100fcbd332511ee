import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useLink as setPassword } from '../../api/browser-session.ts';
import { isRefusedUntil } from '../../api/refused.ts';
import { Button } from '../../ui/button.tsx';
import { Field, textOf } from '../../ui/form.tsx';
import { SecondStepForm } from './second-step.tsx';
import styles from './sign-in.module.css';
import { WORDS } from './sign-in.words.ts';
import { Frame, Refusal } from './sign-in-frame.tsx';

/** What a password must be, as the service checks it (docs/security.md). */
const LENGTH_MIN = 15;

/** Where a link of an invitation or a forgotten password leads; its token is in the fragment, which no log sees. */
export function LinkPage() {
  const [token] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  // Out of the address, where it would stay in the history of the browser.
  useEffect(() => void navigate({ to: '/link', hash: '', replace: true }), [navigate]);
  const queries = useQueryClient();
  const goOn = () => {
    queries.clear();
    void navigate({ to: '/projects', replace: true });
  };
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (password: string) => setPassword(token, password),
    onSuccess: (step) => {
      if (step === null) goOn();
    },
  });
  if (data) return <SecondStepForm step={data} onDone={goOn} onBack={() => void navigate({ to: '/sign-in' })} />;
  if (token === '') return <Incomplete />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(textOf(new FormData(event.currentTarget), 'password'));
  };
  return (
    <Frame title={WORDS.chooseAPassword}>
      <form className={styles.form} onSubmit={submit}>
        <Refusal error={error} />
        {isRefusedUntil(error, 'SSO_REQUIRED') && (
          <Link to="/sign-in" search={{ by: 'company' }} className={styles.link}>
            {WORDS.signInWithYourCompany}
          </Link>
        )}
        <Field
          label="New password"
          name="password"
          type="password"
          required
          minLength={LENGTH_MIN}
          autoComplete="new-password"
          autoFocus
          hint={`At least ${LENGTH_MIN} characters. A few words that only you would combine work well.`}
        />
        <Button isMain type="submit" disabled={isPending}>
          {WORDS.setPasswordAndSignIn}
        </Button>
      </form>
    </Frame>
  );
}

function Incomplete() {
  return (
    <Frame title={WORDS.thisLinkIsIncomplete}>
      <p>{WORDS.openTheWholeLink}</p>
      <Link to="/forgot" className={styles.link}>
        {WORDS.requestALink}
      </Link>
    </Frame>
  );
}
