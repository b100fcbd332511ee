import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { type Prompt, useChange } from '../prompts/prompts.data.ts';
import { faultOf } from '../prompts/prompts.words.ts';
import { WORDS } from './wordings.words.ts';

interface Props {
  prompts: readonly Prompt[];
  onClose: () => void;
}

/** In place of a prompt: each counts by itself. */
const NONE = '';

/** Says that prompts ask the same in other words as one of them, or that each of them counts by itself again. */
export function TieWordings({ prompts, onClose }: Props) {
  const change = useChange(onClose);
  const leads = prompts.filter(({ wordingOfId }) => wordingOfId === null);
  const isAlone = prompts.length < 2;
  const submit = (form: FormData) => {
    const lead = textOf(form, 'lead');
    const changed = prompts.filter(({ id, wordingOfId }) => (lead === NONE ? wordingOfId !== null : id !== lead));
    if (changed.length === 0) return onClose();
    change.mutate({ ids: changed.map(({ id }) => id), input: { wordingOfId: lead === NONE ? null : lead } });
  };
  return (
    <Dialog title={WORDS.wordingsOfOneQuestion} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <FormNote>{WORDS.countedTogether}</FormNote>
        <Choice
          label={WORDS.theyAskTheSameAs}
          name="lead"
          defaultValue={isAlone ? NONE : likelyLead(prompts)?.id}
          {...(isAlone && { hint: WORDS.selectTwoOrMore })}
        >
          {!isAlone &&
            leads.map(({ id, promptText }) => (
              <option key={id} value={id}>
                {promptText}
              </option>
            ))}
          <option value={NONE}>{WORDS.nothingEachByItself}</option>
        </Choice>
        <FormRefusal error={faultOf(change.error)} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            {WORDS.save}
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** The one with most wordings among them, else the oldest; the list has the newest first. */
function likelyLead(prompts: readonly Prompt[]): Prompt | undefined {
  const wordingsOf = ({ id }: Prompt) => prompts.filter(({ wordingOfId }) => wordingOfId === id).length;
  const leads = prompts.filter(({ wordingOfId }) => wordingOfId === null);
  return leads.toSorted((one, other) => wordingsOf(one) - wordingsOf(other)).at(-1);
}
