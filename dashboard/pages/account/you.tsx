import { useState } from 'react';
import { changePassword } from '../../api/browser-session.ts';
import { faultsOf, useSecretWrite, useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, FormButtons, FormNote, FormRefusal, Saved, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { UPDATE_VIEWER, type Viewer } from './account.data.ts';
import styles from './account.module.css';
import { WORDS } from './account.words.ts';

/** What a password must be, as the service checks it (docs/security.md). */
const LENGTH_MIN = 15;

/** Who is signed in: name and password. */
export function You({ viewer: { holder, role } }: { viewer: Viewer }) {
  return (
    <Section
      label="You"
      finding={`You are ${holder.name}, ${role === 'OWNER' ? 'an owner' : `a ${role.toLowerCase()}`}.`}
      note={`You sign in as ${holder.email}.`}
    >
      <div className={styles.narrow}>
        <NameForm name={holder.name} />
        <PasswordForm email={holder.email} />
      </div>
    </Section>
  );
}

function NameForm({ name }: { name: string }) {
  const update = useWrite(UPDATE_VIEWER, { changes: [['account'], ['frame'], ['people']] });
  return (
    <Form onSubmit={(form) => update.mutate({ name: textOf(form, 'ownName') })}>
      <FormRefusal error={update.error} />
      <Field
        label="Your name"
        name="ownName"
        required
        autoComplete="name"
        defaultValue={name}
        fault={faultsOf(update.error)['name']}
      />
      <FormButtons>
        <Saved isSaved={update.isSuccess} />
        <Button type="submit" disabled={update.isPending}>
          Save name
        </Button>
      </FormButtons>
    </Form>
  );
}

function PasswordForm({ email }: { email: string }) {
  const { mutate, isPending, error } = useSecretWrite([
    ['account', 'sessions'],
    ['account', 'events'],
  ]);
  /** Counts changes: another form takes the place of the one whose fields hold passwords. */
  const [changes, setChanges] = useState(0);
  const submit = (form: FormData) => {
    const [current, password] = [textOf(form, 'current'), textOf(form, 'password')];
    mutate(async () => {
      await changePassword(current, password);
      setChanges(changes + 1);
    });
  };
  const faults = faultsOf(error);
  return (
    <Form key={changes} onSubmit={submit}>
      <h3 className={styles.subhead}>Password</h3>
      <FormRefusal error={error} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field
        label="Current password"
        name="current"
        type="password"
        required
        autoComplete="current-password"
        fault={faults['current_password']}
      />
      <Field
        label="New password"
        name="password"
        type="password"
        required
        minLength={LENGTH_MIN}
        autoComplete="new-password"
        fault={faults['password']}
        hint={`At least ${LENGTH_MIN} characters. A few words that only you would combine work well.`}
      />
      {changes > 0 && <p role="status">{WORDS.yourPasswordIsChanged}</p>}
      <FormNote>{WORDS.changingYourPasswordSigns}</FormNote>
      <FormButtons>
        <Button type="submit" disabled={isPending}>
          Change password
        </Button>
      </FormButtons>
    </Form>
  );
}
