import { faultsOf } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';

interface Props {
  /** The account's, to be typed as it is. */
  name: string;
  about: string;
  note: string;
  action: string;
  write: { mutate: (variables: { name: string }) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

/** Asks for the name of the account before what cannot be undone. */
export function TypedNameForm({ name, about, note, action, write, onClose }: Props) {
  const { mutate, isPending, error } = write;
  return (
    <Form onSubmit={(form) => mutate({ name: textOf(form, 'typedName') })}>
      <p>{about}</p>
      <FormRefusal error={error} />
      <Field
        label={`Type the name of the account: ${name}`}
        name="typedName"
        required
        autoComplete="off"
        fault={faultsOf(error)['name']}
      />
      <FormNote>{note}</FormNote>
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          {action}
        </Button>
      </FormButtons>
    </Form>
  );
}
