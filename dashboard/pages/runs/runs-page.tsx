import { useIsLimited } from '../../api/viewer.ts';
import { ALL_PROMPTS, useFilters, whereOf } from '../../filters.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { RunList } from './listed-runs.tsx';
import { Outcome } from './outcome.tsx';
import { Credits } from './run-credits.tsx';
import { type RunsAnswer, type RunsProject, useRuns } from './runs.data.ts';
import styles from './runs.module.css';
import { WORDS } from './runs.words.ts';
import { Standing } from './standing.tsx';

/** What was asked, what came of it, what comes next, and for how many credits. */
export function Runs() {
  const asked = useRuns();
  const project = asked.data?.project;
  return (
    <>
      <FilterBar title="Runs" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {asked.data && project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Sections answer={asked.data} project={project} retry={() => asked.refetch()} />
        </div>
      )}
    </>
  );
}

interface Props {
  answer: RunsAnswer;
  project: RunsProject;
  retry: () => unknown;
}

function Sections({ answer: { account, platformStatus }, project, retry }: Props) {
  const { quality, monitoring } = project;
  const isLimited = useIsLimited();
  const isEmpty = quality?.byPlatform.length === 0;
  return (
    <>
      {!quality && <Missing what={WORDS.whatCameOfTheRuns} retry={retry} />}
      {quality && (isEmpty ? <NothingYet /> : <Outcome project={project} quality={quality} />)}
      {monitoring && platformStatus ? (
        <Standing
          projectId={project.id}
          monitoring={monitoring}
          platforms={platformStatus}
          planned={account?.platforms ?? null}
          isPaused={project.isPaused}
        />
      ) : (
        <Missing what={WORDS.whatWaitsAndRunsNow} retry={retry} />
      )}
      {account?.credits && <Credits credits={account.credits} />}
      {!account?.credits && !isLimited && <Missing what="The credits" retry={retry} />}
      {quality && !isEmpty && <RunList quality={quality} />}
    </>
  );
}

/** Nothing was planned, which is no failure. */
function NothingYet() {
  const [filters, setFilters] = useFilters();
  if (whereOf(filters)) {
    return (
      <Empty title={WORDS.noQuestionsOfThesePrompts}>
        <Button onClick={() => setFilters(ALL_PROMPTS)}>{WORDS.showAllPrompts}</Button>
      </Empty>
    );
  }
  return (
    <Empty title={WORDS.noQuestionsWerePlanned}>
      <NextAnswers />
    </Empty>
  );
}
