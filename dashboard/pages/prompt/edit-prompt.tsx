import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field } from '../../ui/field.tsx';
import { Form, FormButtons, FormNote } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { textOf } from '../../ui/read-form.ts';
import { tagsOf } from '../prompts/prompts.words.ts';
import { EDIT_PROMPT, type PromptDetails } from './prompt.document.ts';
import { usePlace } from './use-prompt.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  prompt: PromptDetails;
}

/** Changes the question, its tags and how often it is asked; what rewording does to numbers is told beforehand. */
export function EditPrompt({ isOpen, onClose, prompt }: Props) {
  return (
    <Dialog title="Edit the prompt" isOpen={isOpen} onClose={onClose}>
      <EditForm onClose={onClose} prompt={prompt} />
    </Dialog>
  );
}

function EditForm({ onClose, prompt }: Omit<Props, 'isOpen'>) {
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
      {text.trim() !== prompt.promptText && (
        <FormNote>
          With new wording, this is a new question. Its numbers start over, and it is asked in the new words from its
          next run. Earlier answers still count towards the project.
        </FormNote>
      )}
      <Field
        label="Tags"
        name="tags"
        defaultValue={tags.join(', ')}
        fault={faults['tags']}
        hint="Separate with commas."
      />
      <Choice
        label="Cadence"
        name="cadence"
        defaultValue={monitoringFrequency}
        fault={faults['monitoringFrequency']}
        hint="A daily prompt uses a daily slot, and one credit per platform every day."
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
