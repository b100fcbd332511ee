import { FilterBar } from '../../ui/filter-bar.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import type { CitationsProject, CitedDomain } from './citations.document.ts';
import styles from './citations.module.css';
import { NoDomains } from './no-domains.tsx';
import { ShowToggle } from './show-toggle.tsx';
import { Sources } from './sources.tsx';
import { useCitations } from './use-citations.ts';

/** The sources that answers cite: whose they are, and where rivals are named and the brand is not. */
export function Citations() {
  const asked = useCitations();
  const pages = asked.data?.pages.map(({ project }) => project);
  const project = pages?.[0];
  const domains = pages?.flatMap((page) => page?.citations?.nodes ?? []) ?? [];
  return (
    <>
      <FilterBar title="Citations" />
      <ShowToggle />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Listed project={project} domains={domains} asked={asked} />
        </div>
      )}
    </>
  );
}

interface Props {
  project: CitationsProject;
  domains: readonly CitedDomain[];
  asked: ReturnType<typeof useCitations>;
}

function Listed({ project, domains, asked }: Props) {
  const { citations, visibility, competitors } = project;
  if (!citations || !visibility) return <Missing what="The list of citations" retry={asked.refetch} />;
  const answers = visibility.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0);
  const [first] = domains;
  if (!first) return <NoDomains project={project} hasAnswers={answers > 0} />;
  const [rival, another] = competitors?.nodes ?? [];
  const rivalId = another ? undefined : rival?.id;
  return <Sources {...{ project, domains, first, answers, rivalId, asked }} total={citations.totalCount} />;
}
