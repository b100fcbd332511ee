import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { count, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field, Form, FormButtons, FormRefusal } from '../../ui/form.tsx';
import { MarketChoice } from '../../ui/market-choice.tsx';
import {
  CREATE_PROMPTS,
  type Duplicate,
  type PlanAccount,
  type PlanProject,
  PROMPT_DUPLICATES,
} from './prompts.data.ts';
import styles from './prompts.module.css';
import {
  capacityFault,
  costSentence,
  duplicatesSentence,
  faultOf,
  lineFaultsOf,
  linesOf,
  type PastedLine,
  tagsOf,
  WORDS,
} from './prompts.words.ts';

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
  const [marketId, setMarketId] = useState<string | null>(null);
  const paste = usePaste(pasted, marketId, onClose);
  const { lines, fresh, duplicates, create, tooMany } = paste;
  const beyond = capacityFault(fresh.length, cadence === 'DAILY', account);
  const fault = tooMany ?? beyond;
  const costOf = (prompts: number) =>
    costSentence(prompts, project.settings.platforms.length, { cadence, repeats: project.repeats });
  const submit = () => {
    const shared = { monitoringFrequency: cadence, tags: tagsOf(tags), marketId };
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
        hint={WORDS.oneQuestionPerLineAsACustomer}
      />
      <div className={styles.pair}>
        <Field
          label="Tags"
          name="tags"
          value={tags}
          onChange={({ target }) => setTags(target.value)}
          hint={WORDS.optionalSeparateWithCommas}
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
      <MarketChoice marketId={marketId} onChange={setMarketId} />
      {lines.length > 0 && (
        <div role="status" className={styles.outlook}>
          <p className={styles.new}>{plural(fresh.length, 'new prompt')}</p>
          {duplicatesSentence(lines, duplicates) && <p>{duplicatesSentence(lines, duplicates)}</p>}
          {fresh.length > 0 && <p>{costOf(fresh.length)}</p>}
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
      <p>{WORDS.nothingWasAdded}</p>
      <ul>
        {faults.map(({ line, message }) => (
          <li key={line}>{`Line ${line}: ${message}.`}</li>
        ))}
      </ul>
    </div>
  );
}

/** Questions that the service takes at once. */
const AT_ONCE = 100;
/** How long nothing is typed before the service is asked which questions are new. */
const PAUSE_MS = 400;

/** A paste, what the service says of its lines, and how to save those that are new. */
function usePaste(pasted: string, marketId: string | null, onDone: () => void) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const lines = useMemo(() => linesOf(pasted), [pasted]);
  const settled = useSettled(lines);
  const texts = settled.map(({ text }) => text);
  const asked = useQuery({
    queryKey: ['project', id, 'prompt-duplicates', texts, marketId],
    queryFn: ({ signal }) => ask(PROMPT_DUPLICATES, { id, texts, marketId }, signal),
    enabled: texts.length > 0 && texts.length <= AT_ONCE,
    staleTime: 0,
  });
  const isChecked = settled === lines && !asked.isPlaceholderData;
  const duplicates = isChecked ? (asked.data?.project?.promptDuplicates ?? NONE) : NONE;
  const taken = new Set(duplicates.map(({ at }) => at));
  const fresh = lines.filter((_, at) => !taken.has(at));
  const [sent, setSent] = useState<readonly PastedLine[]>([]);
  const create = useWrite(CREATE_PROMPTS, { changes: [['project', id]], onDone });
  const tooMany =
    lines.length > AT_ONCE ? `${count(lines.length)} lines: at most ${AT_ONCE} can be added at once.` : null;
  const mutate = (inputs: NewPrompt[]) => {
    setSent(fresh);
    create.mutate({ id, inputs });
  };
  return { lines, fresh, duplicates, tooMany, sent, create: { ...create, mutate } };
}

interface NewPrompt {
  promptText: string;
  monitoringFrequency: 'DAILY' | 'WEEKLY';
  tags: string[];
  marketId: string | null;
}

const NONE: readonly Duplicate[] = [];

/** The lines as they were when nothing had been typed for a while. */
function useSettled(lines: PastedLine[]): PastedLine[] {
  const [settled, setSettled] = useState(lines);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(lines), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [lines]);
  return settled;
}
