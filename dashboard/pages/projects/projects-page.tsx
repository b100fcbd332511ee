import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useIsLimited, useWriteBar } from '../../api/viewer.ts';
import { longDay } from '../../format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/form.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { ProjectRow } from './project-row.tsx';
import { ARCHIVED, type ListedProject, PROJECTS } from './projects.data.ts';
import styles from './projects.module.css';
import { isNamed, WORDS } from './projects.words.ts';

/** Pages that follow by themselves; then somebody asks for more, or searches. */
const PAGES_BY_ITSELF = 5;
/** With more projects there is a search. */
const FEW = 5;

/** Every project in a row: where it stands, how sure that is, and whether it moved. */
export function Projects() {
  const [words, setWords] = useState('');
  const { asked, projects, total } = useProjects(words);
  const isThere = projects !== undefined && projects.length > 0;
  return (
    <>
      <Head isEmpty={projects?.length === 0} />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {projects?.length === 0 && (
        <Empty title={WORDS.noProjectsYet}>
          <p>{WORDS.aProjectMonitorsOneBrand}</p>
          <NewProjectLink />
        </Empty>
      )}
      {isThere && total > FEW && (
        <search className={styles.search}>
          <Field
            label="Search"
            name="words"
            type="search"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </search>
      )}
      {isThere && <Rows projects={projects.filter((project) => isNamed(project, words))} words={words} />}
      {asked.hasNextPage && (
        <Button onClick={() => asked.fetchNextPage()} disabled={asked.isFetching}>
          More projects
        </Button>
      )}
      {projects && <Archived />}
    </>
  );
}

function useProjects(words: string) {
  const asked = useInfiniteQuery({
    queryKey: ['projects'],
    queryFn: ({ pageParam, signal }) => ask(PROJECTS, { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ projects }) => (projects?.pageInfo.hasNextPage ? projects.pageInfo.endCursor : null),
  });
  const { hasNextPage, isFetching, fetchNextPage, data } = asked;
  const isWanted = words !== '' || (data?.pages.length ?? 0) < PAGES_BY_ITSELF;
  const isToGoOn = hasNextPage && !isFetching && isWanted && !asked.isError;
  useEffect(() => {
    if (isToGoOn) void fetchNextPage();
  }, [isToGoOn, fetchNextPage]);
  return {
    asked,
    projects: data?.pages.flatMap((page) => page.projects?.nodes ?? []),
    total: data?.pages[0]?.projects?.totalCount ?? 0,
  };
}

function Head({ isEmpty }: { isEmpty: boolean }) {
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>Projects</h1>
        {!isEmpty && <p className={styles.note}>{WORDS.last30DaysWithThe95Interval}</p>}
      </div>
      {!isEmpty && <NewProjectLink />}
    </header>
  );
}

function NewProjectLink() {
  const bar = useWriteBar();
  if (useIsLimited()) return null;
  if (bar !== null) {
    return (
      <Button isMain disabled title={bar}>
        New project
      </Button>
    );
  }
  return (
    <ButtonLink isMain to="/projects/new">
      New project
    </ButtonLink>
  );
}

function Rows({ projects, words }: { projects: readonly ListedProject[]; words: string }) {
  if (projects.length === 0) return <p role="status">{`No projects match “${words}”.`}</p>;
  return (
    <ul className={styles.list} aria-label="Projects">
      {projects.map((project) => (
        <ProjectRow key={project.id} project={project} />
      ))}
    </ul>
  );
}

/** Projects that are no longer monitored. */
function Archived() {
  const [isOpen, setIsOpen] = useState(false);
  const asked = useQuery({
    queryKey: ['projects', 'archived'],
    queryFn: ({ signal }) => ask(ARCHIVED, {}, signal),
    enabled: isOpen,
  });
  const projects = asked.data?.projects?.nodes;
  return (
    <div className={styles.archived}>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? WORDS.hideArchivedProjects : WORDS.showArchivedProjects}
      </Button>
      {isOpen && <Refusal asked={asked} />}
      {isOpen && projects?.length === 0 && <p className={styles.note}>{WORDS.noArchivedProjects}</p>}
      {isOpen && projects && projects.length > 0 && (
        <ul className={styles.list}>
          {projects.map(({ id, name, updatedAt }) => (
            <li key={id} className={styles.past}>
              {name} <span className={styles.note}>{`last changed ${longDay(updatedAt)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
