import { faultsOf, useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, FormButtons, FormNote } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { textOf } from '../../ui/read-form.ts';
import { CHANGE_ROLE, type Person } from './people.document.ts';
import { RoleChoice, roleOf } from './role-choice.tsx';

interface Props {
  person: Person;
  /** Whether the person is who looks. */
  isSelf: boolean;
  onClose: () => void;
}

/** Gives a person another role, and says what becomes of their sessions. */
export function ChangeRole({ person: { id, name, role }, isSelf, onClose }: Props) {
  const change = useWrite(CHANGE_ROLE, { changes: [['people'], ['frame']], onDone: onClose });
  return (
    <Dialog title={isSelf ? 'What you may do' : `What ${name} may do`} isOpen onClose={onClose}>
      <Form onSubmit={(form) => change.mutate({ id, role: roleOf(textOf(form, 'role')) })}>
        <FormRefusal error={change.error} />
        <RoleChoice initial={role} fault={faultsOf(change.error)['role']} />
        <FormNote>
          {isSelf
            ? 'Changing your role signs you out everywhere. Only an owner can change it back.'
            : 'Changing their role signs them out everywhere.'}
        </FormNote>
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Change role
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
