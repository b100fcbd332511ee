import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useSecretWrite } from '../../api/use-write.ts';
import { useFrame } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormBody, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { CREATE_DESTINATION, type Destination, ROTATE_SECRET, UPDATE_DESTINATION } from './destinations.data.ts';
import { KIND_NAMES, USUAL_EVENTS, WORDS } from './destinations.words.ts';
import { sentOf, WhatIsSent } from './what-is-sent.tsx';

const CHANGES = [['destinations']];

const USUAL = { events: USUAL_EVENTS, kinds: null, projectIds: null };

function useListedProjects(): readonly string[] {
  return (useFrame().data?.projects?.nodes ?? []).map(({ id }) => id);
}

/** Adds a destination, and shows a webhook's secret, once: it is forgotten as the dialog closes. */
export function AddDestination({
  isOpen,
  hasWebhooks,
  onClose,
}: {
  isOpen: boolean;
  hasWebhooks: boolean;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const listed = useListedProjects();
  const { mutate, isPending, error } = useSecretWrite(CHANGES);
  const close = () => {
    setSecret(null);
    onClose();
  };
  const submit = (form: FormData) => {
    const kind = textOf(form, 'kind') === 'SLACK' ? 'SLACK' : 'WEBHOOK';
    const sent = sentOf(form, listed, null);
    const input = { kind, name: textOf(form, 'name'), url: textOf(form, 'url'), ...sent } as const;
    mutate(async () => {
      const { createDestination } = await ask(CREATE_DESTINATION, { input });
      if (createDestination?.secret) setSecret(createDestination.secret);
      else close();
    });
  };
  const kinds = hasWebhooks ? (['WEBHOOK', 'SLACK'] as const) : (['SLACK'] as const);
  return (
    <Dialog
      title={secret === null ? WORDS.add : WORDS.yourSecret}
      isOpen={isOpen}
      onClose={close}
      isSticky={secret !== null}
    >
      {secret === null ? (
        <Form onSubmit={submit}>
          <FormRefusal error={error} />
          <Choice label="Kind" name="kind" hint={WORDS.kindHint}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_NAMES[kind]}
              </option>
            ))}
          </Choice>
          <Field label="Name" name="name" required maxLength={200} fault={faultsOf(error)['name']} />
          <Field
            label="Address"
            name="url"
            type="url"
            required
            maxLength={2_000}
            fault={faultsOf(error)['url']}
            hint={WORDS.urlHint}
          />
          <WhatIsSent chosen={USUAL} faults={faultsOf(error)} />
          <Buttons action="Add" isPending={isPending} onClose={close} />
        </Form>
      ) : (
        <NewSecret secret={secret} onClose={close} />
      )}
    </Dialog>
  );
}

/** Changes the name, the address and what a destination is sent. */
export function EditDestination({ destination, onClose }: { destination: Destination; onClose: () => void }) {
  const { mutate, isPending, error } = useSecretWrite(CHANGES);
  const listed = useListedProjects();
  const { id, kind, name, url, projectIds } = destination;
  const submit = (form: FormData) => {
    const typed = textOf(form, 'url').trim();
    const sent = sentOf(form, listed, projectIds);
    const input = { name: textOf(form, 'name'), ...sent, ...(typed !== '' && { url: typed }) };
    mutate(async () => {
      await ask(UPDATE_DESTINATION, { id, input });
      onClose();
    });
  };
  return (
    <Dialog title={`Edit ${name}`} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <FormRefusal error={error} />
        <Field label="Name" name="name" required maxLength={200} defaultValue={name} fault={faultsOf(error)['name']} />
        <Field
          label="Address"
          name="url"
          type="url"
          maxLength={2_000}
          defaultValue={url ?? ''}
          fault={faultsOf(error)['url']}
          hint={kind === 'SLACK' ? WORDS.urlKept : WORDS.urlHint}
        />
        <WhatIsSent chosen={destination} faults={faultsOf(error)} />
        <Buttons action="Save" isPending={isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Gives a webhook another secret, and shows it, once. */
export function RotateSecret({
  destination: { id, name },
  onClose,
}: {
  destination: Destination;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const { mutate, isPending, error } = useSecretWrite(CHANGES);
  const submit = (form: FormData) => {
    mutate(async () => {
      const graceHours = Number(textOf(form, 'hours'));
      const { rotateDestinationSecret } = await ask(ROTATE_SECRET, { id, graceHours });
      if (rotateDestinationSecret) setSecret(rotateDestinationSecret.secret);
    });
  };
  return (
    <Dialog title={`Rotate the secret of ${name}`} isOpen onClose={onClose} isSticky={secret !== null}>
      {secret === null ? (
        <Form onSubmit={submit}>
          <FormRefusal error={error} />
          <Field
            label={WORDS.graceHours}
            name="hours"
            type="number"
            required
            min={0}
            max={168}
            defaultValue={24}
            fault={faultsOf(error)['graceHours']}
            hint={WORDS.rotateHint}
          />
          <Buttons action="Rotate" isPending={isPending} onClose={onClose} />
        </Form>
      ) : (
        <NewSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <FormBody>
      <p>{WORDS.copyTheSecret}</p>
      <ShownOnce label="Secret" secret={secret} />
      <FormNote>{WORDS.verifyWithIt}</FormNote>
      <FormButtons>
        <Button isMain onClick={onClose}>
          Done
        </Button>
      </FormButtons>
    </FormBody>
  );
}

function Buttons({ action, isPending, onClose }: { action: string; isPending: boolean; onClose: () => void }) {
  return (
    <FormButtons>
      <Button onClick={onClose}>Cancel</Button>
      <Button isMain type="submit" disabled={isPending}>
        {action}
      </Button>
    </FormButtons>
  );
}
