import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { DELETE_ACCOUNT } from './account.data.ts';
import { WORDS } from './account.words.ts';
import { TypedNameForm } from './typed-name-form.tsx';

/** Deletes the account, after its name was typed; for owners. */
export function DeleteAccount({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section label="Delete" finding={WORDS.anAccountIsDeletedForGood} note={WORDS.untilThenItCanBeTakenBack}>
      <Button onClick={() => setIsOpen(true)}>{WORDS.deleteTheAccount}</Button>
      <Dialog title={WORDS.deleteThisAccount} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <DeleteForm name={name} onClose={() => setIsOpen(false)} />
      </Dialog>
    </Section>
  );
}

function DeleteForm({ name, onClose }: { name: string; onClose: () => void }) {
  const write = useWrite(DELETE_ACCOUNT, { changes: [['frame'], ['account']] });
  const words = {
    about: WORDS.downloadItFirst,
    note: WORDS.untilThenItCanBeTakenBack,
    action: WORDS.deleteTheAccount,
  };
  return <TypedNameForm name={name} {...words} write={write} onClose={onClose} />;
}
