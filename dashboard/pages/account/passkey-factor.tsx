import { useState } from 'react';
import { addPasskey, canUsePasskeys, type FirstCodes, type Passkey, removePasskey } from '../../api/factors.ts';
import { faultsOf } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormButtons, FormRefusal, textOf } from '../../ui/form.tsx';
import { useFactorWrite } from './account.data.ts';
import { passkeyNote, WORDS } from './account.words.ts';
import { FactorRow } from './factor-row.tsx';

interface Props {
  passkeys: readonly Passkey[];
  onCodes: (codes: FirstCodes) => void;
}

/** Passkeys: added under a name, listed, removed. */
export function Passkeys({ passkeys, onCodes }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const added = (codes: FirstCodes) => {
    setIsAdding(false);
    onCodes(codes);
  };
  return (
    <>
      <FactorRow
        title="Passkeys"
        note={canUsePasskeys() ? WORDS.yourFingerprintFaceOrPin : WORDS.passkeysDoNotWorkAtThisAddress}
        action={
          <Button disabled={!canUsePasskeys()} onClick={() => setIsAdding(true)}>
            {WORDS.addAPasskey}
          </Button>
        }
      />
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          title={passkey.name}
          note={passkeyNote(passkey)}
          action={<Button onClick={() => setRemoving(passkey)}>Remove passkey</Button>}
        />
      ))}
      {isAdding && <AddPasskey onAdded={added} onClose={() => setIsAdding(false)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function AddPasskey({ onAdded, onClose }: { onAdded: (codes: FirstCodes) => void; onClose: () => void }) {
  const { mutate, isPending, error } = useFactorWrite();
  const submit = (form: FormData) => mutate(async () => onAdded(await addPasskey(textOf(form, 'name'))));
  return (
    <Dialog title={WORDS.addAPasskey} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <FormRefusal error={error} />
        <Field
          label="Name"
          name="name"
          required
          autoFocus
          autoComplete="off"
          fault={faultsOf(error)['name']}
          hint={WORDS.forExampleTheNameOfTheDevice}
        />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending}>
            Continue
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutate, isPending, error } = useFactorWrite();
  const remove = () =>
    mutate(async () => {
      await removePasskey(passkey.id);
      onClose();
    });
  return (
    <Confirm
      title={`Remove ${passkey.name}?`}
      isOpen
      onClose={onClose}
      action="Remove"
      onConfirm={remove}
      isPending={isPending}
      error={error}
    >
      <p>{WORDS.youCanNoLongerSign}</p>
    </Confirm>
  );
}
