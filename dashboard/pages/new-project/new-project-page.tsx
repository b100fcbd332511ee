import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { BrandStep } from './brand-step.tsx';
import { CompetitorsStep } from './competitors-step.tsx';
import { type Made, type StoppedAt, useCreate } from './create-project.ts';
import { Done } from './done.tsx';
import {
  type Draft,
  EMPTY_DRAFT,
  filledPrompts,
  filledRivals,
  isTouched,
  STEP_NAMES,
  type StepName,
  withTypedPrompts,
} from './draft.ts';
import { PLAN, type Plan } from './new-project.data.ts';
import styles from './new-project.module.css';
import { projectBar, stoppedWords, WORDS } from './new-project.words.ts';
import { PromptsStep } from './prompts-step.tsx';
import { faultsOfStep, firstRefused, hasFaults, NO_FAULTS, type StepFaults } from './step-faults.ts';

/** A new project, step by step: its brand, its competitors, what is asked. Nothing is saved before the last step. */
export function NewProject() {
  const asked = useQuery({ queryKey: ['account', 'plan'], queryFn: ({ signal }) => ask(PLAN, {}, signal) });
  const readOnly = useWriteBar();
  const plan = asked.data?.account;
  return (
    <>
      <PageHead title="New project" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={2} />}
      {asked.data && !plan && <Missing what={WORDS.thePlanOfTheAccount} retry={asked.refetch} />}
      {plan && <Wizard plan={plan} projects={asked.data?.projects?.totalCount ?? null} readOnly={readOnly} />}
    </>
  );
}

interface Props {
  plan: Plan;
  /** How many there are; null where the service could not say. */
  projects: number | null;
  /** Why this person cannot change anything. */
  readOnly: string | null;
}

function Wizard({ plan, projects, readOnly }: Props) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [questionId, setQuestionId] = useState<string | null>(null);
  const creation = useCreate(plan.platforms);
  const { step, made, stopped, isPending, isDone } = creation;
  const { faults, faulty, refuse, goTo } = useSteps(draft, creation);
  const stay = useStay(isTouched(draft) && !isDone);
  const bar = readOnly ?? (made.projectId === null ? projectBar(projects, plan) : null);
  if (isDone && made.projectId !== null) {
    const parts = { rivals: made.rivals.length, prompts: filledPrompts(draft).length };
    return <Done projectId={made.projectId} name={draft.brand.brandName.trim()} parts={parts} />;
  }
  const createAll = () => {
    const whole = withTypedPrompts(draft, plan.cadence);
    setDraft(whole);
    if (!refuse(whole, null)) creation.createAll(whole);
  };
  const shared = { draft, setDraft, made, faults };
  return (
    <>
      {bar !== null && <p className={styles.bar}>{bar}</p>}
      <Steps current={step} faulty={faulty} onGo={goTo} />
      <Stopped stopped={stopped} made={made} draft={draft} />
      <FormRefusal error={creation.error} />
      {step === 'brand' && <BrandStep {...shared} onNext={() => goTo('competitors')} />}
      {step === 'competitors' && (
        <CompetitorsStep
          {...shared}
          plan={plan}
          questionId={questionId}
          onAsked={setQuestionId}
          onBack={() => goTo('brand')}
          onNext={() => goTo('prompts')}
        />
      )}
      {step === 'prompts' && (
        <PromptsStep
          {...shared}
          plan={plan}
          bar={bar}
          isPending={isPending}
          onBack={() => goTo('competitors')}
          onCreate={createAll}
        />
      )}
      <LeaveQuestion stay={stay} isMade={made.projectId !== null} />
    </>
  );
}

function LeaveQuestion({ stay, isMade }: { stay: ReturnType<typeof useStay>; isMade: boolean }) {
  return (
    <Confirm
      title={WORDS.leaveWithoutFinishing}
      isOpen={stay.isAsking}
      onClose={stay.stay}
      action="Leave"
      onConfirm={stay.leave}
      isPending={false}
      error={null}
    >
      <p>{isMade ? WORDS.theProjectExistsButCompetitors : WORDS.yourEntriesAreNotSaved}</p>
    </Confirm>
  );
}

/**
 * The way from step to step: none opens while the service would refuse one before it. That one opens instead, with its
 * faults, which go as they are corrected; the first of them gets the focus.
 */
function useSteps(draft: Draft, { step, stopped, goTo }: ReturnType<typeof useCreate>) {
  const [refused, setRefused] = useState<StepName | null>(null);
  const [refusals, setRefusals] = useState(0);
  /** @param end the step that is to open; null to create all. */
  const refuse = (now: Draft, end: StepName | null): boolean => {
    const found = firstRefused(now, end);
    setRefused(found);
    if (found === null) return false;
    setRefusals((count) => count + 1);
    goTo(found);
    return true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus, the same one again too
  useEffect(() => focusFault(), [refusals, stopped]);
  const isBack = (target: StepName) => STEP_NAMES.indexOf(target) <= STEP_NAMES.indexOf(step);
  const faults = faultsShown(draft, { step, refused, stopped });
  return {
    faults,
    faulty: hasFaults(faults) ? step : (stopped?.step ?? null),
    refuse,
    goTo: (target: StepName) => {
      if (isBack(target) || !refuse(draft, target)) goTo(target);
    },
  };
}

/** Those of the page stand over those of the service, which tells them only once all is sent. */
function faultsShown(draft: Draft, { step, refused, stopped }: Shown): StepFaults {
  const own = refused === step ? faultsOfStep(step, draft) : NO_FAULTS;
  if (stopped?.step !== step) return own;
  return { fields: { ...stopped.faults, ...own.fields }, rows: new Map([...stopped.rows, ...own.rows]) };
}

interface Shown {
  step: StepName;
  refused: StepName | null;
  stopped: StoppedAt | null;
}

function focusFault(): void {
  document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
}

const STEPS = [
  { name: 'brand', title: 'Brand' },
  { name: 'competitors', title: 'Competitors' },
  { name: 'prompts', title: 'Prompts' },
] as const satisfies readonly { name: StepName; title: string }[];

interface StepsProps {
  current: StepName;
  /** The step where something has to be corrected. */
  faulty: StepName | null;
  onGo: (step: StepName) => void;
}

/** Where one is, and the way to the other steps: nothing is lost by it, and none opens behind one that is refused. */
export function Steps({ current, faulty, onGo }: StepsProps) {
  return (
    <nav aria-label="Steps">
      <ol className={styles.stepList}>
        {STEPS.map(({ name, title }, at) => (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              aria-current={name === current ? 'step' : undefined}
              onClick={() => onGo(name)}
            >
              <span className={styles.stepNumber}>{at + 1}</span>
              {title}
              {name === faulty && <span className={styles.stepFault}>to correct</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface StoppedProps {
  stopped: StoppedAt | null;
  made: Made;
  draft: Draft;
}

/** Why creating stopped, and what exists by now. */
function Stopped({ stopped, made, draft }: StoppedProps) {
  if (!stopped) return null;
  const parts = {
    isProjectMade: made.projectId !== null,
    rivals: { made: made.rivals.length, all: filledRivals(draft).length },
    prompts: { made: made.prompts.length, all: filledPrompts(draft).length },
  };
  return (
    <div role="alert" className={styles.stopped}>
      <p>
        <strong>{stopped.isAtField ? WORDS.someFieldsNeedToBeCorrected : stopped.message}</strong> {stoppedWords(parts)}
      </p>
    </div>
  );
}

/** Asks before the page is left, by a link, the way back or a reload, while something would be lost. */
function useStay(isTouched: boolean) {
  const blocker = useBlocker({
    shouldBlockFn: () => isTouched,
    enableBeforeUnload: () => isTouched,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
