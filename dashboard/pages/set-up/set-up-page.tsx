import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { setUp, setupState } from '../../api/browser-session.ts';
import { isRefusedFor } from '../../api/refused.ts';
import { faultsOf } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, Form, FormNote, textOf } from '../../ui/form.tsx';
import styles from '../sign-in/sign-in.module.css';
import { Frame, Refusal } from '../sign-in/sign-in-frame.tsx';
import { TIERS, WORDS } from './set-up.words.ts';

/** What a password must be, as the service checks it (docs/accounts.md). */
const LENGTH_MIN = 15;

/** Opens the first account of an installation, and goes on to its first project. */
export function SetUp() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: setUp,
    onSuccess: () => {
      queries.clear();
      void navigate({ to: '/projects/new', replace: true });
    },
  });
  if (setupState() === 'none' || isRefusedFor(error, 'NOT_FOUND')) return <NothingToSetUp />;
  const faults = faultsOf(error);
  const submit = (form: FormData) => {
    const text = (name: string) => textOf(form, name);
    mutate({
      code: text('code'),
      organisation: text('organisation'),
      name: text('name'),
      email: text('email'),
      password: text('password'),
      tier: text('tier'),
    });
  };
  return (
    <Frame title={setupState() === 'first' ? WORDS.setUp : WORDS.startWithYourOwnBrand}>
      <Form onSubmit={submit} noValidate>
        {Object.keys(faults).length === 0 && <Refusal error={error} />}
        <FormNote>{WORDS.theFirstAccount}</FormNote>
        <Field
          label="Setup code"
          name="code"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          hint={WORDS.printedByTheFirstStart}
          fault={faults['code']}
        />
        <Field label="Organization" name="organisation" autoComplete="organization" fault={faults['organisation']} />
        <Field label="Your name" name="name" autoComplete="name" fault={faults['name']} />
        <Field label="Email" name="email" type="email" autoComplete="username" fault={faults['email']} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${LENGTH_MIN} characters. A few words that only you would combine work well.`}
          fault={faults['password']}
        />
        <Choice label="Plan" name="tier" defaultValue="agency" hint={WORDS.plansDifferInLimits} fault={faults['tier']}>
          {TIERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Button isMain type="submit" disabled={isPending}>
          {WORDS.createAccount}
        </Button>
      </Form>
      <Link to="/sign-in" className={styles.link}>
        {WORDS.signInInstead}
      </Link>
    </Frame>
  );
}

function NothingToSetUp() {
  return (
    <Frame title={WORDS.alreadySetUp}>
      <p>{WORDS.anAccountExists}</p>
      <Link to="/sign-in" className={styles.link}>
        {WORDS.signIn}
      </Link>
    </Frame>
  );
}
