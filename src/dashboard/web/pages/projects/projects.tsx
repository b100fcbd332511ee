import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../../api/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { Archived } from './archived.tsx';
import { ProjectRow } from './project-row.tsx';
import { PROJECTS } from './projects.document.ts';
import styles from './projects.module.css';

/** Pages that follow by themselves; then somebody asks for more. */
const PAGES_BY_ITSELF = 4;

/** Every project in a row: where it stands, how sure that is, and whether it moved. */
export function Projects() {
  const asked = useInfiniteQuery({
    queryKey: ['projects'],
    queryFn: ({ pageParam, signal }) => ask(PROJECTS, { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ projects }) => (projects?.pageInfo.hasNextPage ? projects.pageInfo.endCursor : null),
  });
  const { hasNextPage, isFetching, fetchNextPage } = asked;
  const isToGoOn = hasNextPage && !isFetching && (asked.data?.pages.length ?? 0) < PAGES_BY_ITSELF;
  useEffect(() => {
    if (isToGoOn) void fetchNextPage();
  }, [isToGoOn, fetchNextPage]);
  const projects = asked.data?.pages.flatMap((page) => page.projects?.nodes ?? []);
  return (
    <>
      <h1 className={styles.title}>Projects</h1>
      <p className={styles.note}>The last 30 days, with the 95% interval of each score.</p>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {projects?.length === 0 && (
        <Empty title="There is no project yet.">
          <p>A project watches one brand: its name, the questions that are asked, the competitors beside it.</p>
        </Empty>
      )}
      {projects && projects.length > 0 && (
        <ul className={styles.list}>
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button onClick={() => fetchNextPage()} disabled={isFetching}>
          More projects
        </Button>
      )}
      {projects && <Archived />}
    </>
  );
}
