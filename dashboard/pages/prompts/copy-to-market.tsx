import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { count, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Form, FormBody, FormButtons, FormNote, FormRefusal } from '../../ui/form.tsx';
import { usePromptChoices } from '../../ui/prompt-choices.ts';
import { COPY_PROMPTS, PROMPT_DUPLICATES, type Prompt, usePlan } from './prompts.data.ts';
import styles from './prompts.module.css';
import { capacityFault, copiesCostSentence, faultOf, takenSentence, WORDS } from './prompts.words.ts';

interface Props {
  prompts: readonly Prompt[];
  onClose: () => void;
  /** Called once they are copied. */
  onDone: () => void;
}

/** Prompts that the service copies at once, all or none. */
const AT_ONCE = 100;

/** Has prompts asked in one market more; what comes of it is told before they are copied. */
export function CopyToMarket({ prompts, onClose, onDone }: Props) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const choices = usePromptChoices();
  const markets = choices?.markets ?? [];
  return (
    <Dialog title={`Copy ${plural(prompts.length, 'prompt')} to a market`} isOpen onClose={onClose}>
      {markets.length > 0 && <CopyForm markets={markets} prompts={prompts} onClose={onClose} onDone={onDone} />}
      {choices && markets.length === 0 && (
        <FormBody>
          <p>
            {WORDS.thisProjectHasNoMarkets}
            <Link to="/projects/$projectId/settings" params={{ projectId }}>
              {WORDS.createOneInItsSettings}
            </Link>
            .
          </p>
          <FormButtons>
            <Button onClick={onClose}>Close</Button>
          </FormButtons>
        </FormBody>
      )}
    </Dialog>
  );
}

interface Named {
  id: string;
  name: string;
}

function CopyForm({ markets, prompts, onClose, onDone }: Props & { markets: readonly Named[] }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [marketId, setMarketId] = useState(markets[0]?.id ?? '');
  const { fresh, isChecked } = useFresh(prompts, marketId);
  const { account, project } = usePlan().data ?? {};
  const copy = useWrite(COPY_PROMPTS, {
    changes: [['project', projectId]],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const daily = fresh.filter(({ monitoringFrequency }) => monitoringFrequency === 'DAILY');
  const beyond = account && (capacityFault(fresh.length, false, account) ?? capacityFault(daily.length, true, account));
  const tooMany = prompts.length > AT_ONCE ? `At most ${AT_ONCE} can be copied at once.` : null;
  const fault = tooMany ?? beyond ?? null;
  const taken = isChecked ? takenSentence(prompts.length - fresh.length) : null;
  return (
    <Form onSubmit={() => copy.mutate({ ids: fresh.map(({ id }) => id), marketId })}>
      <Choice label="Market" name="market" value={marketId} onChange={({ target }) => setMarketId(target.value)}>
        {markets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <FormNote>{WORDS.theirTopicStageAndTags}</FormNote>
      <div role="status" className={styles.outlook}>
        {taken && <p>{taken}</p>}
        {fresh.length > 0 && project && <p>{copiesCostSentence(fresh, project.repeats)}</p>}
        {fault && <p className={styles.fault}>{fault}</p>}
      </div>
      <FormRefusal error={faultOf(copy.error)} />
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          isMain
          type="submit"
          disabled={!isChecked || fresh.length === 0 || fault !== null || copy.isPending}
        >{`Copy ${count(fresh.length)}`}</Button>
      </FormButtons>
    </Form>
  );
}

/** Those of the prompts that the market does not ask yet, once the service has said which. */
function useFresh(prompts: readonly Prompt[], marketId: string) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const texts = prompts.map(({ promptText }) => promptText);
  const asked = useQuery({
    queryKey: ['project', id, 'prompt-duplicates', texts, marketId],
    queryFn: ({ signal }) => ask(PROMPT_DUPLICATES, { id, texts, marketId }, signal),
    enabled: texts.length <= AT_ONCE,
    staleTime: 0,
  });
  const duplicates = asked.isPlaceholderData ? undefined : asked.data?.project?.promptDuplicates;
  const taken = new Set(duplicates?.map(({ at }) => at));
  return { fresh: prompts.filter((_, at) => !taken.has(at)), isChecked: duplicates !== undefined };
}
