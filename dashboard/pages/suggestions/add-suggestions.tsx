import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Stage } from '../../api/gql.ts';
import { useWrite } from '../../api/use-write.ts';
import { STAGES } from '../../filters.ts';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { MarketChoice } from '../../ui/market-choice.tsx';
import { usePromptChoices } from '../../ui/prompt-choices.ts';
import { CREATE_PROMPTS } from '../prompts/prompts.data.ts';
import { capacityFault, costSentence, faultOf, tagsOf } from '../prompts/prompts.words.ts';
import {
  type Suggestion,
  type SuggestionAccount,
  type SuggestionProject,
  useSuggestionFilters,
} from './suggestions.data.ts';
import styles from './suggestions.module.css';
import { textFaultsOf, WORDS, wordingChoice, wordingNote } from './suggestions.words.ts';

/** Prompts that the service takes at once. */
export const AT_ONCE = 100;

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onAdded: () => void;
  chosen: readonly Suggestion[];
  account: SuggestionAccount;
  project: SuggestionProject;
}

/** Suggestions on the way to become prompts: each may be put in other words; what they take is told beforehand. */
export function AddSuggestions({ isOpen, onClose, ...rest }: Props) {
  const title = `Add ${plural(rest.chosen.length, 'prompt')}`;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <AddForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type Cadence = SuggestionAccount['cadence'];

/** In place of a stage: each as it is suggested, or none at all. */
const [SUGGESTED, NONE] = ['suggested', 'none'];

function AddForm({ onClose, onAdded, chosen, account, project }: Omit<Props, 'isOpen'>) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const [filters] = useSuggestionFilters();
  const [cadence, setCadence] = useState<Cadence>(account.cadence);
  const [marketId, setMarketId] = useState(filters.market ?? null);
  const topics = (usePromptChoices()?.topics ?? []).filter(({ key }) => key !== '');
  const done = () => {
    onAdded();
    onClose();
  };
  const create = useWrite(CREATE_PROMPTS, { changes: [['project', id]], onDone: done });
  const faults = textFaultsOf(create.error);
  const fault = capacityFault(chosen.length, cadence === 'DAILY', account);
  // A wording is of the place that the suggestions are for.
  const isThere = marketId === (filters.market ?? null);
  const submit = (form: FormData) => {
    const shared = { monitoringFrequency: cadence, tags: tagsOf(textOf(form, 'tags')), marketId };
    const category = textOf(form, 'topic').trim() || null;
    const inputs = chosen.map((suggestion, at) => ({
      ...{ ...shared, category, promptText: textOf(form, `text${at}`) },
      stage: stageOf(textOf(form, 'stage'), suggestion),
      wordingOfId: form.get(`wording${at}`) === 'on' ? (suggestion.wordingOf?.id ?? null) : null,
    }));
    create.mutate({ id, inputs });
  };
  return (
    <Form onSubmit={submit} noValidate>
      <ol className={styles.texts}>
        {chosen.map((suggestion, at) => (
          <li key={`${suggestion.source} ${suggestion.text}`}>
            <Area
              label={`Prompt ${at + 1}`}
              name={`text${at}`}
              rows={2}
              defaultValue={suggestion.text}
              fault={faults.get(at)}
            />
            {suggestion.wordingOf && isThere && <Wording at={at} promptText={suggestion.wordingOf.promptText} />}
          </li>
        ))}
      </ol>
      <MarketChoice marketId={marketId} onChange={setMarketId} />
      <div className={styles.pair}>
        <Field label="Topic" name="topic" list="suggested-topics" maxLength={50} hint={WORDS.oneTopicForAllOfThem} />
        <datalist id="suggested-topics">
          {topics.map(({ key }) => (
            <option key={key} value={key} />
          ))}
        </datalist>
        <Choice label="Stage" name="stage" defaultValue={SUGGESTED}>
          <option value={SUGGESTED}>{WORDS.asTheirWordsSuggest}</option>
          {STAGES.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
          <option value={NONE}>None</option>
        </Choice>
        <Field label="Tags" name="tags" hint={WORDS.separateWithCommas} />
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
      <div role="status">
        <FormNote>
          {costSentence(chosen.length, project.settings.platforms.length, { cadence, repeats: project.repeats })}
        </FormNote>
        {fault && <p className={styles.fault}>{fault}</p>}
      </div>
      {faults.size > 0 && (
        <p role="alert" className={styles.fault}>
          {WORDS.nothingWasAdded}
        </p>
      )}
      {faults.size === 0 && <FormRefusal error={faultOf(create.error)} />}
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={fault !== null || create.isPending}>
          {`Add ${plural(chosen.length, 'prompt')}`}
        </Button>
      </FormButtons>
    </Form>
  );
}

/** Whether it is counted with a prompt of nearly the same words, which it is by default. */
function Wording({ at, promptText }: { at: number; promptText: string }) {
  return (
    <div className={styles.wording}>
      <p>{wordingNote(promptText)}</p>
      <label className={styles.all}>
        <input type="checkbox" className={styles.check} name={`wording${at}`} defaultChecked />
        {wordingChoice(promptText)}
      </label>
    </div>
  );
}

function stageOf(chosen: string, { stage }: Suggestion): Stage | null {
  return chosen === SUGGESTED ? stage : (STAGES.find(({ id }) => id === chosen)?.id ?? null);
}
