import { Link } from '@tanstack/react-router';
import { readFilters } from '../../filters.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { Answers } from './answers.tsx';
import { Headline } from './headline.tsx';
import { Platforms } from './platforms.tsx';
import styles from './prompt.module.css';
import { Question } from './question.tsx';
import { Rivals } from './rivals.tsx';
import { Runs } from './runs.tsx';
import { usePlace, usePrompt } from './use-prompt.ts';

/** One question: how its answers go, who else is in them, and what came of asking it. */
export function PromptPage() {
  const { projectId } = usePlace();
  const asked = usePrompt();
  const { prompt, account } = asked.data ?? {};
  return (
    <>
      <FilterBar title="Prompt" />
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
          <Rivals />
          <Answers />
          <Runs prompt={prompt} />
        </div>
      )}
    </>
  );
}
