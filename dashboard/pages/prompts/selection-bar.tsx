import { useState } from 'react';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { type Prompt, useArchive, useChange } from './prompts.data.ts';
import styles from './prompts.module.css';
import { faultOf, tagsOf, WORDS } from './prompts.words.ts';

interface Props {
  chosen: readonly Prompt[];
  onClear: () => void;
}

/** What can be done with the prompts that are selected. */
export function SelectionBar({ chosen, onClear }: Props) {
  const [open, setOpen] = useState<'tags' | 'cadence' | 'archive' | null>(null);
  const close = () => setOpen(null);
  const change = useChange(close);
  const ids = chosen.map(({ id }) => id);
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>{`${plural(chosen.length, 'prompt')} selected`}</p>
      <div className={styles.buttons}>
        <Button disabled={change.isPending} onClick={() => change.mutate({ ids, input: { isActive: false } })}>
          Pause
        </Button>
        <Button disabled={change.isPending} onClick={() => change.mutate({ ids, input: { isActive: true } })}>
          Resume
        </Button>
        <Button onClick={() => setOpen('tags')}>Tags</Button>
        <Button onClick={() => setOpen('cadence')}>Cadence</Button>
        <Button onClick={() => setOpen('archive')}>Archive</Button>
        <Button onClick={onClear}>Clear</Button>
      </div>
      {open === null && <FormRefusal error={change.error} />}
      <TagsDialog isOpen={open === 'tags'} onClose={close} prompts={chosen} />
      <CadenceDialog isOpen={open === 'cadence'} onClose={close} prompts={chosen} />
      <ArchiveConfirm isOpen={open === 'archive'} onClose={close} ids={ids} onDone={onClear} />
    </div>
  );
}

interface ArchiveProps {
  isOpen: boolean;
  onClose: () => void;
  ids: readonly string[];
  onDone: () => void;
}

function ArchiveConfirm({ isOpen, onClose, ids, onDone }: ArchiveProps) {
  const archive = useArchive(() => {
    onClose();
    onDone();
  });
  const many = plural(ids.length, 'prompt');
  return (
    <Confirm
      title={`Archive ${many}?`}
      isOpen={isOpen}
      onClose={onClose}
      action={`Archive ${many}`}
      onConfirm={() => archive.mutate(ids)}
      isPending={archive.isPending}
      error={archive.error}
    >
      <p>{WORDS.theyAreNoLongerAskedAndLeave}</p>
    </Confirm>
  );
}

interface TagsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  prompts: readonly Prompt[];
}

/** Gives prompts tags and takes others away; their further tags stay. */
function TagsDialog({ isOpen, onClose, prompts }: TagsDialogProps) {
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
        <Field label="Add tags" name="add" hint={WORDS.separateWithCommasOtherTags} />
        {own.length > 0 && (
          <fieldset className={styles.tags}>
            <legend className={styles.legend}>Remove tags</legend>
            {own.map((tag) => (
              <label key={tag} className={styles.changePromptsTag}>
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
function CadenceDialog({ isOpen, onClose, prompts }: TagsDialogProps) {
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
        <FormNote>{WORDS.aDailyPromptUsesADailySlot}</FormNote>
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
