import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { DELETE_ACCOUNT } from './account.data.ts';
import { WORDS } from './account.words.ts';

/** Deletes the account, after its name was typed; for owners. */
export function DeleteAccount({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section label="Delete" finding={WORDS.anAccountIsDeletedForGood} note={WORDS.untilThenItCanBeTakenBack}>
      <Button onClick={() => setIsOpen(true)}>{WORDS.deleteTheAccount}</Button>
      <Dialog title={WORDS.deleteThisAccount} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NameForm name={name} onClose={() => setIsOpen(false)} />
      </Dialog>
    </Section>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { mutate, isPending, error } = useWrite(DELETE_ACCOUNT, { changes: [['frame'], ['account']] });
  return (
    <Form onSubmit={(form) => mutate({ name: textOf(form, 'typedName') })}>
      <p>{WORDS.downloadItFirst}</p>
      <FormRefusal error={error} />
      <Field
        label={`Type the name of the account: ${name}`}
        name="typedName"
        required
        autoComplete="off"
        fault={faultsOf(error)['name']}
      />
      <FormNote>{WORDS.untilThenItCanBeTakenBack}</FormNote>
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          {WORDS.deleteTheAccount}
        </Button>
      </FormButtons>
    </Form>
  );
}
