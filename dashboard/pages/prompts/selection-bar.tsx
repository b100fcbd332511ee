import { useState } from 'react';
import type { Stage } from '../../api/gql.ts';
import { STAGES } from '../../filters.ts';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { usePromptChoices } from '../../ui/prompt-choices.ts';
import { TieWordings } from '../wordings/tie-wordings.tsx';
import { CopyToMarket } from './copy-to-market.tsx';
import { type Prompt, useArchive, useChange, useStages } from './prompts.data.ts';
import styles from './prompts.module.css';
import { faultOf, likelySentence, tagsOf, WORDS } from './prompts.words.ts';

interface Props {
  chosen: readonly Prompt[];
  onClear: () => void;
}

/** What can be done with the prompts that are selected. */
export function SelectionBar({ chosen, onClear }: Props) {
  const [open, setOpen] = useState<'topic' | 'stage' | 'tags' | 'cadence' | 'wordings' | 'copy' | 'archive' | null>(
    null,
  );
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
        <Button onClick={() => setOpen('topic')}>Topic</Button>
        <Button onClick={() => setOpen('stage')}>Stage</Button>
        <Button onClick={() => setOpen('tags')}>Tags</Button>
        <Button onClick={() => setOpen('cadence')}>Cadence</Button>
        <Button onClick={() => setOpen('wordings')}>Wordings</Button>
        <Button onClick={() => setOpen('copy')}>{WORDS.copyToMarket}</Button>
        <Button onClick={() => setOpen('archive')}>Archive</Button>
        <Button onClick={onClear}>Clear</Button>
      </div>
      {open === null && <FormRefusal error={change.error} />}
      {open === 'topic' && <TopicDialog isOpen onClose={close} prompts={chosen} />}
      <StageDialog isOpen={open === 'stage'} onClose={close} prompts={chosen} />
      <TagsDialog isOpen={open === 'tags'} onClose={close} prompts={chosen} />
      <CadenceDialog isOpen={open === 'cadence'} onClose={close} prompts={chosen} />
      {open === 'wordings' && <TieWordings prompts={chosen} onClose={close} />}
      {open === 'copy' && <CopyToMarket prompts={chosen} onClose={close} onDone={onClear} />}
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

/** Gives prompts a topic, or takes it away; those that the project has are offered. */
function TopicDialog({ isOpen, onClose, prompts }: TagsDialogProps) {
  const change = useChange(onClose);
  const known = (usePromptChoices()?.topics ?? []).filter(({ key }) => key !== '');
  const [first] = prompts;
  const isCommon = prompts.every(({ category }) => category === first?.category);
  const submit = (form: FormData) => {
    const category = textOf(form, 'topic').trim() || null;
    change.mutate({ ids: prompts.map(({ id }) => id), input: { category } });
  };
  return (
    <Dialog title={`Topic of ${plural(prompts.length, 'prompt')}`} isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label="Topic"
          name="topic"
          list="topics"
          maxLength={TOPIC_MAX}
          defaultValue={(isCommon && first?.category) || ''}
          hint={WORDS.oneTopicForAllOfThem}
        />
        <datalist id="topics">
          {known.map(({ key }) => (
            <option key={key} value={key} />
          ))}
        </datalist>
        <Refused error={change.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Change topic
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

const TOPIC_MAX = 50;
/** In place of a stage: each as its words suggest, or none at all. */
const [LIKELY, NONE] = ['likely', 'none'];

/** Says how far from buying the one is who asks; words of the questions suggest it. */
function StageDialog({ isOpen, onClose, prompts }: TagsDialogProps) {
  const change = useStages(onClose);
  const likely = likelySentence(prompts);
  const submit = (form: FormData) => {
    const word = textOf(form, 'stage');
    const stageOf = ({ stage, likelyStage }: Prompt): Stage | null =>
      word === LIKELY ? (likelyStage ?? stage) : (STAGES.find(({ id }) => id === word)?.id ?? null);
    const changed = prompts.filter((prompt) => stageOf(prompt) !== prompt.stage);
    change.mutate(
      new Map(Array.from(Map.groupBy(changed, stageOf), ([stage, own]) => [stage, own.map(({ id }) => id)])),
    );
  };
  return (
    <Dialog title={`Stage of ${plural(prompts.length, 'prompt')}`} isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit}>
        <Choice label="Stage" name="stage" defaultValue={likely ? LIKELY : STAGES[0].id}>
          {likely && <option value={LIKELY}>{likely}</option>}
          {STAGES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NONE}>None</option>
        </Choice>
        <FormNote>{WORDS.howFarFromBuyingTheOneIs}</FormNote>
        <Refused error={change.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Change stage
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
