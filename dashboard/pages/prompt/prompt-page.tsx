import { Link } from '@tanstack/react-router';
import { readFilters } from '../../filters.ts';
import { instant } from '../../format.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { PromptWordings } from '../wordings/prompt-wordings.tsx';
import { type PromptDetails, usePlace, usePrompt } from './prompt.data.ts';
import styles from './prompt.module.css';
import { runFinding, runWord, WORDS } from './prompt.words.ts';
import { Answers } from './prompt-answers.tsx';
import { Question } from './prompt-question.tsx';
import { Rivals } from './prompt-rivals.tsx';
import { Headline, Platforms } from './prompt-score.tsx';

/** One question: how its answers go, who else is in them, and what came of asking it. */
export function PromptPage() {
  const { projectId } = usePlace();
  const asked = usePrompt();
  const { prompt, account } = asked.data ?? {};
  return (
    <>
      <FilterBar title="Prompt" ofPrompts={false} />
      <Link
        to="/projects/$projectId/prompts"
        params={{ projectId }}
        search={(now) => readFilters(now)}
        className={styles.back}
      >
        All prompts
      </Link>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {asked.data && !prompt && <Missing what="The prompt" retry={() => asked.refetch()} />}
      {prompt && (
        <div aria-busy={asked.isPlaceholderData}>
          <Question prompt={prompt} creditsRemaining={account?.usage?.creditsRemaining} />
          {prompt.visibility ? (
            <>
              <Headline prompt={prompt} visibility={prompt.visibility} />
              {prompt.visibility.responseCount > 0 && <Platforms prompt={prompt} visibility={prompt.visibility} />}
            </>
          ) : (
            <Missing what="Its score" retry={() => asked.refetch()} />
          )}
          <PromptWordings />
          <Rivals />
          <Answers />
          <Runs prompt={prompt} />
        </div>
      )}
    </>
  );
}

/** What came of asking it last, on each platform. */
export function Runs({ prompt: { id, lastRuns } }: { prompt: PromptDetails }) {
  const { projectId } = usePlace();
  if (!lastRuns) return <Missing what={WORDS.itsLastRuns} retry={() => location.reload()} />;
  const all = (
    <Link to="/projects/$projectId/runs" params={{ projectId }} search={(now) => ({ ...readFilters(now), prompt: id })}>
      {WORDS.allRunsOfThisPrompt}
    </Link>
  );
  return (
    <Section label="Runs" finding={runFinding(lastRuns)} note={all}>
      <ul>
        {lastRuns.map((run) => (
          <li key={run.id} className={styles.run}>
            <PlatformName platform={run.platform} />
            <span>{runWord(run)}</span>
            <span className={styles.runsNote}>{run.message ?? ''}</span>
            <span className={styles.runsNote}>{instant(run.plannedAt)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
