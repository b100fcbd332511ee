import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFrame, useWriteBar } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal } from '../../ui/states.tsx';
import { APPLY_JUDGE, JUDGE_HISTORY } from './earlier-answers.data.ts';
import { historyPrice, judgedSince, WORDS } from './earlier-answers.words.ts';
import styles from './settings.module.css';

/** Nothing where one judge, or the rules, decide in all answers; else owners may have the earlier ones judged too. */
export function EarlierAnswers() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const isOwner = useFrame().data?.viewer?.role === 'OWNER';
  const bar = useWriteBar() ?? (isOwner ? null : WORDS.onlyOwners);
  const [isAsking, setIsAsking] = useState(false);
  const asked = useQuery({
    queryKey: ['project', id, 'judge-history'],
    queryFn: ({ signal }) => ask(JUDGE_HISTORY, { id }, signal),
  });
  const application = useWrite(APPLY_JUDGE, { changes: [['project', id]], onDone: () => setIsAsking(false) });
  const history = asked.data?.project?.judgeHistory;
  if (!history) return asked.isError ? <Refusal asked={asked} /> : null;
  return (
    <Section label="Judge" finding={judgedSince(history)}>
      <div className={styles.fields}>
        <p>{history.isApplied ? WORDS.beingRead : historyPrice(history)}</p>
        {!history.isApplied && (
          <div>
            <Button disabled={bar !== null} title={bar ?? undefined} onClick={() => setIsAsking(true)}>
              {WORDS.judgeEarlierAnswers}
            </Button>
          </div>
        )}
      </div>
      <Confirm
        title={WORDS.judgeEarlierAnswersToo}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={WORDS.judgeEarlierAnswers}
        onConfirm={() => application.mutate({ id, judge: history.judge })}
        isPending={application.isPending}
        error={application.error}
      >
        <p>{historyPrice(history)}</p>
        <p>{WORDS.whatHappens}</p>
        <p>{WORDS.anEstimate}</p>
      </Confirm>
    </Section>
  );
}
