import { useRef } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Field, Form, FormBody, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { WORDS } from './note-dialog.words.ts';
import { ADD_NOTE, type Change, REMOVE_NOTE } from './overview.data.ts';
import styles from './overview.module.css';

interface Props {
  projectId: string;
  /** Of the period, the newest first. */
  notes: readonly Change[];
  /** The last UTC day of the period, which is the service's today: no note may be later. */
  today: string;
  onClose: () => void;
}

/** Where a note is added, and where those of the period are removed. */
export function NoteDialog({ projectId, notes, today, onClose }: Props) {
  return (
    <Dialog title="Notes" isOpen onClose={onClose}>
      <FormBody>
        <NewNote projectId={projectId} today={today} onClose={onClose} />
        <Present projectId={projectId} notes={notes} />
      </FormBody>
    </Dialog>
  );
}

function NewNote({ projectId, today, onClose }: Omit<Props, 'notes'>) {
  const addition = useWrite(ADD_NOTE, { changes: [['project', projectId]], onDone: onClose });
  const faults = faultsOf(addition.error);
  const submit = (form: FormData) => {
    const at = `${textOf(form, 'at')}T00:00:00Z`;
    addition.mutate({ projectId, input: { at, text: textOf(form, 'text') } });
  };
  return (
    <Form onSubmit={submit}>
      <FormNote>{WORDS.notesAreDrawnWithChanges}</FormNote>
      <Field
        label={WORDS.dayUtc}
        name="at"
        type="date"
        required
        defaultValue={today}
        max={today}
        fault={faults['at']}
      />
      <Area label={WORDS.whatWasDone} name="text" rows={3} required fault={faults['text']} hint={WORDS.noteHint} />
      <FormRefusal error={addition.error} />
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={addition.isPending}>
          {WORDS.addNote}
        </Button>
      </FormButtons>
    </Form>
  );
}

/** The notes of the period. What removing one came to takes the focus, as its button is gone. */
function Present({ projectId, notes }: Pick<Props, 'projectId' | 'notes'>) {
  const status = useRef<HTMLParagraphElement>(null);
  const removal = useWrite(REMOVE_NOTE, {
    changes: [['project', projectId]],
    onDone: () => status.current?.focus(),
  });
  return (
    <>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={WORDS.notesOfThisPeriod}>
          {notes.map(({ id, at, text }) => (
            <li key={id}>
              <time dateTime={at}>{longDay(at)}</time>
              <span>{text}</span>
              <Button
                isSmall
                aria-label={`Remove the note of ${longDay(at)}: ${text}`}
                disabled={removal.isPending}
                onClick={() => id !== null && removal.mutate({ id })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p ref={status} role="status" tabIndex={-1} className={styles.of}>
        {removal.isSuccess ? WORDS.noteRemoved : ''}
      </p>
      <FormRefusal error={removal.error} />
    </>
  );
}
