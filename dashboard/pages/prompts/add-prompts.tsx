import { useState } from 'react';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import styles from './add-prompts.module.css';
import { faultOf, lineFaultsOf } from './line-faults.ts';
import type { PlanAccount, PlanProject } from './prompts.document.ts';
import { capacityFault, costSentence, duplicatesSentence, tagsOf } from './prompts.words.ts';
import { usePaste } from './use-paste.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  account: PlanAccount;
  project: PlanProject;
}

/** Adds one question or many, pasted one a line; what will come of them is told before they are saved. */
export function AddPrompts({ isOpen, onClose, account, project }: Props) {
  return (
    <Dialog title="Add prompts" isOpen={isOpen} onClose={onClose}>
      <AddForm onClose={onClose} account={account} project={project} />
    </Dialog>
  );
}

type Cadence = PlanAccount['cadence'];

function AddForm({ onClose, account, project }: Omit<Props, 'isOpen'>) {
  const [pasted, setPasted] = useState('');
  const [tags, setTags] = useState('');
  const [cadence, setCadence] = useState<Cadence>(account.cadence);
  const paste = usePaste(pasted, onClose);
  const { lines, fresh, duplicates, create, tooMany } = paste;
  const beyond = capacityFault(fresh.length, cadence === 'DAILY', account);
  const fault = tooMany ?? beyond;
  const submit = () => {
    const shared = { monitoringFrequency: cadence, tags: tagsOf(tags) };
    create.mutate(fresh.map(({ text }) => ({ promptText: text, ...shared })));
  };
  return (
    <Form onSubmit={submit}>
      <Area
        label="Questions"
        name="questions"
        rows={8}
        autoFocus
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
        hint="One question per line, as a customer would ask it. Up to 100 at once."
      />
      <div className={styles.pair}>
        <Field
          label="Tags"
          name="tags"
          value={tags}
          onChange={({ target }) => setTags(target.value)}
          hint="Optional. Separate with commas."
        />
        <Choice
          label="Cadence"
          name="cadence"
          value={cadence}
          onChange={({ target }) => setCadence(target.value === 'DAILY' ? 'DAILY' : 'WEEKLY')}
        >
          <option value="WEEKLY">Weekly</option>
          <option value="DAILY">Daily</option>
        </Choice>
      </div>
      {lines.length > 0 && (
        <div role="status" className={styles.outlook}>
          <p className={styles.new}>{plural(fresh.length, 'new prompt')}</p>
          {duplicatesSentence(lines, duplicates) && <p>{duplicatesSentence(lines, duplicates)}</p>}
          {fresh.length > 0 && <p>{costSentence(fresh.length, project.settings.platforms.length, cadence)}</p>}
          {fault && <p className={styles.fault}>{fault}</p>}
        </div>
      )}
      <Faults paste={paste} />
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={fresh.length === 0 || fault !== null || create.isPending}>
          {fresh.length > 0 ? `Add ${plural(fresh.length, 'prompt')}` : 'Add prompts'}
        </Button>
      </FormButtons>
    </Form>
  );
}

/** Lines that the service refused, each with its reason. */
function Faults({ paste: { create, sent } }: { paste: ReturnType<typeof usePaste> }) {
  const faults = lineFaultsOf(create.error, sent);
  if (faults.length === 0) return <FormRefusal error={faultOf(create.error)} />;
  return (
    <div role="alert" className={styles.fault}>
      <p>Nothing was added.</p>
      <ul>
        {faults.map(({ line, message }) => (
          <li key={line}>{`Line ${line}: ${message}.`}</li>
        ))}
      </ul>
    </div>
  );
}
