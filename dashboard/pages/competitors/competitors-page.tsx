import { FilterBar } from '../../ui/filter-bar.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { Compared } from './compared.tsx';
import { type ComparedProject, trackedRows, useBeside, useCompetitors } from './competitors.data.ts';
import styles from './competitors.module.css';
import { WORDS } from './competitors.words.ts';
import { Places } from './named-where.tsx';
import { OverTime } from './over-time.tsx';
import { Suggested } from './suggested-competitors.tsx';
import { Tracked } from './tracked-competitors.tsx';

/** Who else is named: the names that are tracked beside the brand, and those that answers suggest. */
export function Competitors() {
  const asked = useCompetitors();
  const project = asked.data?.project;
  return (
    <>
      <FilterBar title="Competitors" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Sections project={project} retry={() => asked.refetch()} />
        </div>
      )}
    </>
  );
}

function Sections({ project, retry }: { project: ComparedProject; retry: () => unknown }) {
  const rows = trackedRows(project);
  const rivals = rows.filter(({ competitor }) => competitor !== null).map(({ id }) => id);
  const [beside, choose] = useBeside(rivals);
  const hasAnswers = rows.some(({ numbers }) => numbers !== null && numbers.wholeCount > 0);
  return (
    <>
      {!project.brands && <Missing what="The comparison" retry={retry} />}
      {project.brands && !hasAnswers && (
        <Empty title={WORDS.noAnswersInThisPeriodSoThere}>
          <NextAnswers />
        </Empty>
      )}
      {hasAnswers && <Compared project={project} rows={rows} />}
      {hasAnswers && rivals.length > 0 && <OverTime project={project} rows={rows} beside={beside} choose={choose} />}
      {hasAnswers && <Places project={project} rows={rows} />}
      {project.competitors ? (
        <Tracked project={project} rows={rows} hasAnswers={hasAnswers} />
      ) : (
        <Missing what={WORDS.theTrackedCompetitors} retry={retry} />
      )}
      <Suggested project={project} rows={rows} hasAnswers={hasAnswers} />
    </>
  );
}
