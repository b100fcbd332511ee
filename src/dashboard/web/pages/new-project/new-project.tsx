import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWriteBar } from '../../api/frame.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { BrandStep } from './brand-step.tsx';
import { CompetitorsStep } from './competitors-step.tsx';
import { Done } from './done.tsx';
import { EMPTY_DRAFT, filledPrompts, isTouched } from './draft.ts';
import { PLAN, type Plan } from './new-project.document.ts';
import styles from './new-project.module.css';
import { PromptsStep } from './prompts-step.tsx';
import { Steps } from './steps.tsx';
import { Stopped } from './stopped.tsx';
import { useCreate } from './use-create.ts';
import { useStay } from './use-stay.ts';

/** A new project, step by step: its brand, its competitors, what is asked. Nothing is saved before the last step. */
export function NewProject() {
  const asked = useQuery({ queryKey: ['account', 'plan'], queryFn: ({ signal }) => ask(PLAN, {}, signal) });
  const bar = useWriteBar();
  const plan = asked.data?.account;
  return (
    <>
      <PageHead title="New project" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={2} />}
      {asked.data && !plan && <Missing what="The plan of the account" retry={asked.refetch} />}
      {bar !== null && <p className={styles.bar}>{bar}</p>}
      {plan && <Wizard plan={plan} bar={bar} />}
    </>
  );
}

function Wizard({ plan, bar }: { plan: Plan; bar: string | null }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const creation = useCreate(draft, plan.platforms);
  const { step, goTo, made, stopped, isPending, isDone, createAll } = creation;
  const stay = useStay(isTouched(draft) && !isDone);
  if (isDone && made.projectId !== null) {
    const parts = { rivals: made.rivals.length, prompts: filledPrompts(draft).length };
    return <Done projectId={made.projectId} name={draft.brand.brandName.trim()} parts={parts} />;
  }
  const shared = { draft, setDraft, made, stopped };
  return (
    <>
      <Steps current={step} stopped={stopped?.step ?? null} onGo={goTo} isOpen={draft.brand.brandName.trim() !== ''} />
      <Stopped stopped={stopped} made={made} draft={draft} />
      <FormRefusal error={creation.error} />
      {step === 'brand' && <BrandStep {...shared} onNext={() => goTo('competitors')} />}
      {step === 'competitors' && (
        <CompetitorsStep {...shared} onBack={() => goTo('brand')} onNext={() => goTo('prompts')} />
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
      <Confirm
        title="Leave without finishing?"
        isOpen={stay.isAsking}
        onClose={stay.stay}
        action="Leave"
        onConfirm={stay.leave}
        isPending={false}
        error={null}
      >
        <p>
          {made.projectId === null
            ? 'What you have typed is not saved and will be gone.'
            : 'The project exists. What is not saved of its competitors and prompts will be gone.'}
        </p>
      </Confirm>
    </>
  );
}
