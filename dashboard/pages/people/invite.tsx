import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useSecretWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { textOf } from '../../ui/read-form.ts';
import { LinkShown } from './link-shown.tsx';
import { INVITE, type Linked, type Person } from './people.document.ts';
import { RoleChoice, roleOf } from './role-choice.tsx';

interface Props {
  /** Who comes back; null for somebody new. */
  former: Person | null;
  onClose: () => void;
}

/** Adds a person, and shows the link for them where it was not mailed. */
export function Invite({ former, onClose }: Props) {
  const [linked, setLinked] = useState<Linked | null>(null);
  return (
    <Dialog title={linked ? `${linked.holder.name} is invited` : 'Invite a person'} isOpen onClose={onClose} isSticky>
      {linked ? (
        <LinkShown linked={linked} onClose={onClose} />
      ) : (
        <InviteForm former={former} onInvited={setLinked} onClose={onClose} />
      )}
    </Dialog>
  );
}

function InviteForm({ former, onInvited, onClose }: Props & { onInvited: (linked: Linked) => void }) {
  const { mutate, isPending, error } = useSecretWrite([['people']]);
  const submit = (form: FormData) => {
    const role = roleOf(textOf(form, 'role'));
    const input = { email: textOf(form, 'email'), name: textOf(form, 'name'), role };
    mutate(async () => {
      const { inviteHolder } = await ask(INVITE, { input });
      if (inviteHolder) onInvited(inviteHolder);
    });
  };
  const faults = faultsOf(error);
  return (
    <Form onSubmit={submit}>
      <FormRefusal error={error} />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="off"
        defaultValue={former?.email}
        fault={faults['email']}
        hint="Used to sign in. An address can belong to one account only."
      />
      <Field label="Name" name="name" required autoComplete="off" defaultValue={former?.name} fault={faults['name']} />
      <RoleChoice initial={former?.role ?? 'MEMBER'} fault={faults['role']} />
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          Send invitation
        </Button>
      </FormButtons>
    </Form>
  );
}
