import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { instant } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { tagsOf } from '../prompts/prompts.words.ts';
import { ARCHIVE_PROMPT, ASK_PROMPT, EDIT_PROMPT, type PromptDetails, usePlace } from './prompt.data.ts';
import styles from './prompt.module.css';
import { askingCost, WORDS } from './prompt.words.ts';

interface Props {
  prompt: PromptDetails;
  creditsRemaining: number | undefined;
}

/** The question as it is asked, what is known of it, and what can be done with it. */
export function Question({ prompt, creditsRemaining }: Props) {
  const { promptText, tags, isBranded, isActive, monitoringFrequency, lastAnsweredAt, nextRunAt } = prompt;
  const cadence = monitoringFrequency === 'DAILY' ? 'daily' : 'weekly';
  return (
    <section className={styles.question} aria-label="Question">
      <p className={styles.text}>{promptText}</p>
      <ul className={styles.facts}>
        <li className={styles.state}>{isActive ? `Asked ${cadence}` : 'Paused'}</li>
        <li>{lastAnsweredAt ? `Last answered ${instant(lastAnsweredAt)}` : WORDS.waitingForItsFirstAnswer}</li>
        {nextRunAt && <li>{`Next due ${instant(nextRunAt)}`}</li>}
        {isBranded && <li className={styles.branded}>{WORDS.namesTheBrand}</li>}
        {tags.map((tag) => (
          <li key={tag} className={styles.tag}>
            {tag}
          </li>
        ))}
      </ul>
      <Buttons prompt={prompt} creditsRemaining={creditsRemaining} />
    </section>
  );
}

function Buttons({ prompt, creditsRemaining }: Props) {
  const { id, isActive } = prompt;
  const { projectId } = usePlace();
  const [open, setOpen] = useState<'ask' | 'edit' | 'archive' | null>(null);
  const close = () => setOpen(null);
  const bar = useWriteBar();
  const pause = useWrite(EDIT_PROMPT, { changes: [['project', projectId]] });
  const off = { disabled: bar !== null, title: bar ?? undefined };
  return (
    <div className={styles.buttons}>
      <Button {...off} onClick={() => setOpen('ask')}>
        Ask now
      </Button>
      <Button {...off} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button
        {...off}
        disabled={bar !== null || pause.isPending}
        onClick={() => pause.mutate({ id, input: { isActive: !isActive } })}
      >
        {isActive ? 'Pause' : 'Resume'}
      </Button>
      <Button {...off} onClick={() => setOpen('archive')}>
        Archive
      </Button>
      <FormRefusal error={pause.error} />
      <EditPrompt isOpen={open === 'edit'} onClose={close} prompt={prompt} />
      <AskNow isOpen={open === 'ask'} onClose={close} prompt={prompt} creditsRemaining={creditsRemaining} />
      <Archive isOpen={open === 'archive'} onClose={close} id={id} />
    </div>
  );
}

interface Asking extends Props {
  isOpen: boolean;
  onClose: () => void;
}

function AskNow({ isOpen, onClose, prompt: { id, platforms }, creditsRemaining }: Asking) {
  const { projectId } = usePlace();
  const run = useWrite(ASK_PROMPT, { changes: [['project', projectId]], onDone: onClose });
  return (
    <Confirm
      title={WORDS.askItNow}
      isOpen={isOpen}
      onClose={onClose}
      action="Ask now"
      onConfirm={() => run.mutate({ id })}
      isPending={run.isPending}
      error={run.error}
    >
      <p>{askingCost(platforms.length, creditsRemaining)}</p>
    </Confirm>
  );
}

function Archive({ isOpen, onClose, id }: { isOpen: boolean; onClose: () => void; id: string }) {
  const { projectId } = usePlace();
  const router = useRouter();
  const leave = () => void router.navigate({ to: '/projects/$projectId/prompts', params: { projectId } });
  const archive = useWrite(ARCHIVE_PROMPT, { changes: [['project', projectId, 'prompts']], onDone: leave });
  return (
    <Confirm
      title={WORDS.archiveThisPrompt}
      isOpen={isOpen}
      onClose={onClose}
      action="Archive prompt"
      onConfirm={() => archive.mutate({ id })}
      isPending={archive.isPending}
      error={archive.error}
    >
      <p>{WORDS.itIsNoLongerAskedAndLeaves}</p>
    </Confirm>
  );
}

interface EditPromptProps {
  isOpen: boolean;
  onClose: () => void;
  prompt: PromptDetails;
}

/** Changes the question, its tags and how often it is asked; what rewording does to numbers is told beforehand. */
function EditPrompt({ isOpen, onClose, prompt }: EditPromptProps) {
  return (
    <Dialog title={WORDS.editThePrompt} isOpen={isOpen} onClose={onClose}>
      <EditForm onClose={onClose} prompt={prompt} />
    </Dialog>
  );
}

function EditForm({ onClose, prompt }: Omit<EditPromptProps, 'isOpen'>) {
  const { id, tags, monitoringFrequency } = prompt;
  const { projectId } = usePlace();
  const [text, setText] = useState(prompt.promptText);
  const { mutate, isPending, error } = useWrite(EDIT_PROMPT, { changes: [['project', projectId]], onDone: onClose });
  const faults = faultsOf(error);
  const submit = (form: FormData) => {
    const cadence = textOf(form, 'cadence') === 'DAILY' ? ('DAILY' as const) : ('WEEKLY' as const);
    mutate({ id, input: { promptText: text, tags: tagsOf(textOf(form, 'tags')), monitoringFrequency: cadence } });
  };
  return (
    <Form onSubmit={submit}>
      <Area
        label="Question"
        name="question"
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
        fault={faults['promptText']}
      />
      {text.trim() !== prompt.promptText && <FormNote>{WORDS.withNewWordingThisIsANew}</FormNote>}
      <Field
        label="Tags"
        name="tags"
        defaultValue={tags.join(', ')}
        fault={faults['tags']}
        hint={WORDS.separateWithCommas}
      />
      <Choice
        label="Cadence"
        name="cadence"
        defaultValue={monitoringFrequency}
        fault={faults['monitoringFrequency']}
        hint={WORDS.aDailyPromptUsesADailySlot}
      >
        <option value="WEEKLY">Weekly</option>
        <option value="DAILY">Daily</option>
      </Choice>
      <FormRefusal error={error} />
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          Save
        </Button>
      </FormButtons>
    </Form>
  );
}
