import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { Form, FormButtons, FormNote } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { textOf } from '../../ui/read-form.ts';
import styles from './change-prompts.module.css';
import { faultOf } from './line-faults.ts';
import type { Prompt } from './prompts.document.ts';
import { tagsOf } from './prompts.words.ts';
import { useChange } from './use-bulk.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  prompts: readonly Prompt[];
}

/** Gives prompts tags and takes others away; their further tags stay. */
export function TagsDialog({ isOpen, onClose, prompts }: Props) {
  const change = useChange(onClose);
  const many = plural(prompts.length, 'prompt');
  const own = [...new Set(prompts.flatMap(({ tags }) => tags))].toSorted();
  const submit = (form: FormData) => {
    const input = { addTags: tagsOf(textOf(form, 'add')), removeTags: form.getAll('remove').map(String) };
    change.mutate({ ids: prompts.map(({ id }) => id), input });
  };
  return (
    <Dialog title={`Tags of ${many}`} isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field label="Add tags" name="add" hint="Separate with commas. Other tags stay." />
        {own.length > 0 && (
          <fieldset className={styles.tags}>
            <legend className={styles.legend}>Remove tags</legend>
            {own.map((tag) => (
              <label key={tag} className={styles.tag}>
                <input type="checkbox" name="remove" value={tag} /> {tag}
              </label>
            ))}
          </fieldset>
        )}
        <Refused error={change.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Change tags
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Says how often prompts are asked from now on. */
export function CadenceDialog({ isOpen, onClose, prompts }: Props) {
  const change = useChange(onClose);
  const submit = (form: FormData) => {
    const monitoringFrequency = textOf(form, 'cadence') === 'DAILY' ? ('DAILY' as const) : ('WEEKLY' as const);
    change.mutate({ ids: prompts.map(({ id }) => id), input: { monitoringFrequency } });
  };
  return (
    <Dialog title={`How often ${plural(prompts.length, 'prompt')} are asked`} isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit}>
        <Choice label="Cadence" name="cadence" defaultValue="WEEKLY">
          <option value="WEEKLY">Weekly</option>
          <option value="DAILY">Daily</option>
        </Choice>
        <FormNote>A daily prompt uses a daily slot, and one credit per platform every day.</FormNote>
        <Refused error={change.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Change cadence
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function Refused({ error }: { error: Error | null }) {
  return <FormRefusal error={faultOf(error)} />;
}
