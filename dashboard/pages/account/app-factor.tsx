import { useState } from 'react';
import { confirmApp, type FirstCodes, removeApp, startApp } from '../../api/factors.ts';
import { faultsOf, useSecretWrite } from '../../api/use-write.ts';
import { longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { useFactorWrite } from './account.data.ts';
import { WORDS } from './account.words.ts';
import { FactorRow } from './factor-row.tsx';

interface Props {
  /** Null where there is none. */
  since: string | null;
  onCodes: (codes: FirstCodes) => void;
}

/** The authenticator app: added by its code, removed. */
export function App({ since, onCodes }: Props) {
  return since === null ? <NoApp onCodes={onCodes} /> : <OwnApp since={since} />;
}

interface Secret {
  secret: string;
  uri: string;
}

function NoApp({ onCodes }: Pick<Props, 'onCodes'>) {
  /** Known to this dialog alone, and forgotten with it. */
  const [shown, setShown] = useState<Secret | null>(null);
  const { mutate, isPending, error } = useSecretWrite();
  const done = (codes: FirstCodes) => {
    setShown(null);
    onCodes(codes);
  };
  return (
    <>
      <FactorRow
        title="Authenticator app"
        note={WORDS.aSixDigitCodeFromAnApp}
        error={error}
        action={
          <Button disabled={isPending} onClick={() => mutate(async () => setShown(await startApp()))}>
            {WORDS.addAnApp}
          </Button>
        }
      />
      {shown && <AddApp shown={shown} onAdded={done} onClose={() => setShown(null)} />}
    </>
  );
}

interface AddProps {
  shown: Secret;
  onAdded: (codes: FirstCodes) => void;
  onClose: () => void;
}

function AddApp({ shown, onAdded, onClose }: AddProps) {
  const { mutate, isPending, error } = useFactorWrite();
  const submit = (form: FormData) => mutate(async () => onAdded(await confirmApp(textOf(form, 'code'))));
  return (
    <Dialog title={WORDS.addAnAuthenticatorApp} isOpen onClose={onClose} isSticky>
      <Form onSubmit={submit}>
        <p>{WORDS.scanThisCodeWithTheAppOrType}</p>
        <QrCode text={shown.uri} label={WORDS.theSecretToScan} />
        <ShownOnce label="Secret" secret={shown.secret} />
        <FormRefusal error={error} />
        <Field
          label="Code"
          name="code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          fault={faultsOf(error)['code']}
          hint={WORDS.theSixDigitsShownInTheApp}
        />
        <FormNote>{WORDS.ifThisIsYourFirstSecondFactor}</FormNote>
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending}>
            Add app
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function OwnApp({ since }: { since: string }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { mutate, isPending, error } = useFactorWrite();
  const remove = () =>
    mutate(async () => {
      await removeApp();
      setIsRemoving(false);
    });
  return (
    <>
      <FactorRow
        title="Authenticator app"
        note={`On since ${longDay(since)}`}
        action={<Button onClick={() => setIsRemoving(true)}>Remove app</Button>}
      />
      <Confirm
        title={WORDS.removeTheAuthenticatorApp}
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        action="Remove"
        onConfirm={remove}
        isPending={isPending}
        error={error}
      >
        <p>{WORDS.itsCodesStopWorkingWithout}</p>
      </Confirm>
    </>
  );
}
