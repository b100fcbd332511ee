import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ask } from '../../api/ask.ts';
import { useIsOperator } from '../../api/viewer.ts';
import { plural } from '../../format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { NameAdvice } from '../../ui/name-list.tsx';
import { Refusal } from '../../ui/states.tsx';
import { FirstRun } from './first-run.tsx';
import {
  FIRST_ANSWERS,
  FIRST_RUNS,
  type FirstAnswers,
  type FirstRuns,
  isOver,
  NAME_ADVICE,
} from './new-project.data.ts';
import styles from './new-project.module.css';
import { firstAnswersFinding, WORDS } from './new-project.words.ts';

/** While the first answers are waited for. */
const POLL_MS = 3_000;

interface Props {
  projectId: string;
  name: string;
  parts: { rivals: number; prompts: number };
}

/** The project is made: when its first answers come, and the way to them. */
export function Done({ projectId, name, parts: { rivals, prompts } }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const asked = useQuery({
    queryKey: ['project', projectId, 'first-answers'],
    queryFn: ({ signal }) => ask(FIRST_ANSWERS, { id: projectId }, signal),
    refetchInterval: ({ state }) => (state.data?.project?.lastAnsweredAt || prompts === 0 ? false : POLL_MS),
  });
  const run = useQuery({
    queryKey: ['project', projectId, 'first-runs'],
    queryFn: ({ signal }) => ask(FIRST_RUNS, { id: projectId }, signal),
    refetchInterval: ({ state }) => (prompts === 0 || hasEnded(state.data?.project?.runs) ? false : POLL_MS),
  });
  const advised = useQuery({
    queryKey: ['project', projectId, 'name-advice'],
    queryFn: ({ signal }) => ask(NAME_ADVICE, { id: projectId }, signal),
  });
  return (
    <section className={styles.done}>
      <h2 ref={title} tabIndex={-1} className={styles.doneTitle}>
        <mark className={styles.brand}>{name}</mark> {prompts === 0 ? 'is set up.' : 'is being monitored.'}
      </h2>
      <p className={styles.note}>{`${plural(prompts, 'prompt')}, ${plural(rivals, 'competitor')}.`}</p>
      <NameAdvice of={advised.data?.project?.nameAdvice ?? []} />
      <Refusal asked={asked} />
      <p role="status" className={styles.expected}>
        {asked.data ? firstAnswersFinding(asked.data, prompts, Date.now()) : ' '}
      </p>
      {run.data?.project?.runs && <FirstRun runs={run.data.project.runs} />}
      <div className={styles.doneLinks}>
        <Ways projectId={projectId} isAsked={prompts > 0} hasKey={hasKey(asked.data)} />
      </div>
    </section>
  );
}

/** Whether the first runs are all there and none of them is under way; they are planned together. */
function hasEnded(runs: FirstRuns | null | undefined): boolean {
  return runs !== null && runs !== undefined && runs.nodes.length > 0 && runs.nodes.every(isOver);
}

/** Whether any platform is asked; so it is taken until that is known. */
function hasKey(answers: FirstAnswers | undefined): boolean {
  return answers?.platformStatus?.every(({ isConfigured }) => !isConfigured) !== true;
}

interface WaysProps {
  projectId: string;
  isAsked: boolean;
  hasKey: boolean;
}

/** What to do next comes first: without a prompt there is nothing to see, and without a key nothing comes by itself. */
function Ways({ projectId, isAsked, hasKey: isAskedNow }: WaysProps) {
  const isOperator = useIsOperator();
  const params = { projectId };
  if (isAsked && !isAskedNow) {
    return (
      <>
        <ButtonLink isMain to="/projects/$projectId/import-answers" params={params}>
          {WORDS.importAnswers}
        </ButtonLink>
        {isOperator && <Link to="/platforms">{WORDS.storeAKeyOnPlatforms}</Link>}
        <Link to="/projects/$projectId/overview" params={params}>
          {WORDS.openTheOverview}
        </Link>
      </>
    );
  }
  if (isAsked) {
    return (
      <>
        <ButtonLink isMain to="/projects/$projectId/overview" params={params}>
          {WORDS.openTheOverview}
        </ButtonLink>
        <Link to="/projects/$projectId/prompts" params={params}>
          {WORDS.viewItsPrompts}
        </Link>
        <Link to="/projects/$projectId/import-answers" params={params}>
          {WORDS.importAnswers}
        </Link>
      </>
    );
  }
  return (
    <>
      <ButtonLink isMain to="/projects/$projectId/prompts" params={params}>
        Add prompts
      </ButtonLink>
      <Link to="/projects/$projectId/overview" params={params}>
        {WORDS.openTheOverview}
      </Link>
    </>
  );
}
