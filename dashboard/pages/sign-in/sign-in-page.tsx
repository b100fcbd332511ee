import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { setupState, signIn } from '../../api/browser-session.ts';
import { getSecondStep } from '../../api/company.ts';
import { Button } from '../../ui/button.tsx';
import { Field, textOf } from '../../ui/form.tsx';
import { CompanyForm } from './company-form.tsx';
import { companyRefusal } from './refusals.words.ts';
import { SecondStepForm } from './second-step.tsx';
import styles from './sign-in.module.css';
import { WORDS } from './sign-in.words.ts';
import { Frame, Refusal } from './sign-in-frame.tsx';

/** Signs in and goes on to where somebody wanted to go. */
export function SignIn() {
  const router = useRouter();
  const queries = useQueryClient();
  const { back = '/', refused, factor, by } = useSearch({ from: '/sign-in' });
  const [isByCompany, setIsByCompany] = useState(by === 'company');
  const left = useQuery({
    queryKey: ['second-step'],
    queryFn: getSecondStep,
    enabled: factor === 'asked',
    gcTime: 0,
  });
  const goOn = () => {
    queries.clear();
    router.history.replace(`/dashboard${back}`);
  };
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: (step) => {
      if (step === null) goOn();
    },
  });
  if (data) return <SecondStepForm step={data} onDone={goOn} onBack={reset} />;
  const startOver = () => void router.navigate({ to: '/sign-in', search: { back }, replace: true });
  if (factor && left.data) return <SecondStepForm step={left.data} onDone={goOn} onBack={startOver} />;
  if (isByCompany) return <CompanyForm back={back} onPassword={() => setIsByCompany(false)} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({ email: textOf(form, 'email'), password: textOf(form, 'password') });
  };
  return (
    <Frame title="Sign in">
      <form className={styles.form} onSubmit={submit}>
        <Refusal
          error={error ?? left.error ?? (typeof refused === 'string' ? new Error(companyRefusal(refused)) : null)}
        />
        <Field label="Email" name="email" type="email" required autoComplete="username" autoFocus />
        <Field label="Password" name="password" type="password" required autoComplete="current-password" />
        <Button isMain type="submit" disabled={isPending}>
          Sign in
        </Button>
        <Button onClick={() => setIsByCompany(true)}>{WORDS.signInWithYourCompany}</Button>
        <Link to="/forgot" className={styles.link}>
          {WORDS.forgotYourPassword}
        </Link>
        {setupState() !== 'none' && (
          <Link to="/welcome" className={styles.link}>
            {WORDS.startWithYourOwnBrand}
          </Link>
        )}
      </form>
    </Frame>
  );
}
