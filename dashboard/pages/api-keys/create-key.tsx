import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useSecretWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Field, Form, FormBody, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { CREATE_KEY } from './api-keys.data.ts';
import { WORDS } from './api-keys.words.ts';

/** Creates a key and shows it, once: it is forgotten as the dialog closes. */
export function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [apiKey, setApiKey] = useState<string | null>(null);
  const close = () => {
    setApiKey(null);
    onClose();
  };
  const title = apiKey === null ? WORDS.createAKey : WORDS.yourNewKey;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} isSticky={apiKey !== null}>
      {apiKey === null ? (
        <CreateForm onCreated={setApiKey} onClose={close} />
      ) : (
        <NewKey apiKey={apiKey} onClose={close} />
      )}
    </Dialog>
  );
}

function CreateForm({ onCreated, onClose }: { onCreated: (apiKey: string) => void; onClose: () => void }) {
  const { mutate, isPending, error } = useSecretWrite([['api-keys']]);
  const submit = (form: FormData) => {
    const input = { name: textOf(form, 'name'), description: textOf(form, 'description') };
    mutate(async () => {
      const { createApiKey } = await ask(CREATE_KEY, { input });
      if (createApiKey) onCreated(createApiKey.apiKey);
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
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          Create
        </Button>
      </FormButtons>
    </Form>
  );
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <FormBody>
      <p>{WORDS.copyItNowAndStoreItSafely}</p>
      <ShownOnce label="API key" secret={apiKey} />
      <FormNote>
        {WORDS.sendItInTheHeader} <code>Authorization</code>
        {WORDS.afterTheWord} <code>Bearer</code>
        {WORDS.itHasFullAccessToTheApi}
      </FormNote>
      <FormButtons>
        <Button isMain onClick={onClose}>
          Done
        </Button>
      </FormButtons>
    </FormBody>
  );
}
