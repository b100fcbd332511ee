import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useSecretWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field, Form, FormBody, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { type ApiKey, CREATE_KEY } from './api-keys.data.ts';
import { WORDS } from './api-keys.words.ts';

/** Creates a key and shows it, once: it is forgotten as the dialog closes. */
export function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<MadeKey | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  const title = made === null ? WORDS.createAKey : WORDS.yourNewKey;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} isSticky={made !== null}>
      {made === null ? <CreateForm onCreated={setMade} onClose={close} /> : <NewKey made={made} onClose={close} />}
    </Dialog>
  );
}

interface MadeKey {
  apiKey: string;
  access: ApiKey['access'];
}

function CreateForm({ onCreated, onClose }: { onCreated: (made: MadeKey) => void; onClose: () => void }) {
  const { mutate, isPending, error } = useSecretWrite([['api-keys']]);
  const submit = (form: FormData) => {
    const access = textOf(form, 'access') === 'FULL' ? 'FULL' : 'READ';
    const input = { name: textOf(form, 'name'), description: textOf(form, 'description'), access } as const;
    mutate(async () => {
      const { createApiKey } = await ask(CREATE_KEY, { input });
      if (createApiKey) onCreated({ apiKey: createApiKey.apiKey, access });
    });
  };
  const faults = faultsOf(error);
  return (
    <Form onSubmit={submit}>
      <FormRefusal error={error} />
      <Field
        label="Name"
        name="name"
        required
        maxLength={200}
        autoFocus
        fault={faults['name']}
        hint={WORDS.whatWillUseItSuchAsAData}
      />
      <Area label="Description" name="description" rows={2} fault={faults['description']} hint="Optional." />
      <Choice label={WORDS.access} name="access" defaultValue="READ" fault={faults['access']}>
        <option value="READ">{WORDS.readOnly}</option>
        <option value="FULL">{WORDS.readAndChange}</option>
      </Choice>
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          Create
        </Button>
      </FormButtons>
    </Form>
  );
}

function NewKey({ made: { apiKey, access }, onClose }: { made: MadeKey; onClose: () => void }) {
  return (
    <FormBody>
      <p>{WORDS.copyItNowAndStoreItSafely}</p>
      <ShownOnce label="API key" secret={apiKey} />
      <FormNote>
        {WORDS.sendItInTheHeader} <code>Authorization</code>
        {WORDS.afterTheWord} <code>Bearer</code>
        {access === 'FULL' ? WORDS.itHasFullAccessToTheApi : WORDS.itReadsTheWholeAccount}
      </FormNote>
      <FormButtons>
        <Button isMain onClick={onClose}>
          Done
        </Button>
      </FormButtons>
    </FormBody>
  );
}
