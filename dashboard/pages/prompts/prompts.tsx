import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWriteBar } from '../../api/frame.ts';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { AddPrompts } from './add-prompts.tsx';
import { PromptTable } from './prompt-table.tsx';
import { PromptTools } from './prompt-tools.tsx';
import type { Prompt } from './prompts.document.ts';
import styles from './prompts.module.css';
import { planSentence } from './prompts.words.ts';
import { usePlan, usePromptFilters, usePrompts } from './use-prompts.ts';

/** The questions that the platforms are asked: how each does, and what is asked how often. */
export function Prompts() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/prompts' });
  const [isAdding, setIsAdding] = useState(false);
  const bar = useWriteBar();
  const asked = usePrompts();
  const plan = usePlan();
  const first = asked.data?.pages[0]?.project?.prompts;
  const { account, project } = plan.data ?? {};
  return (
    <>
      <FilterBar title="Prompts" />
      <Refusal asked={asked} />
      <div className={styles.plan}>
        <p className={styles.used}>
          {account && planSentence(account)}
          {project?.isPaused && (
            <>
              {' The project is paused: nothing is asked. '}
              <Link to="/projects/$projectId/settings" params={{ projectId }}>
                Resume it
              </Link>
            </>
          )}
        </p>
        <Button isMain disabled={bar !== null || !account} title={bar ?? undefined} onClick={() => setIsAdding(true)}>
          Add prompts
        </Button>
      </div>
      <PromptTools tags={project?.promptTags ?? []} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={3} />}
      {asked.data && !first && <Missing what="The prompts" retry={() => asked.refetch()} />}
      {first && (
        <List
          key={projectId}
          asked={asked}
          total={first.totalCount}
          bar={bar}
          isPaused={project?.isPaused === true}
          onAdd={() => setIsAdding(true)}
        />
      )}
      {account && project && (
        <AddPrompts isOpen={isAdding} onClose={() => setIsAdding(false)} account={account} project={project} />
      )}
    </>
  );
}

interface ListProps {
  asked: ReturnType<typeof usePrompts>;
  total: number;
  bar: string | null;
  /** The project is: none of its prompts is due. */
  isPaused: boolean;
  onAdd: () => void;
}

function List({ asked, total, bar, isPaused, onAdd }: ListProps) {
  const [{ search, tag, state }] = usePromptFilters();
  const pages = asked.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ project }): Prompt[] => project?.prompts?.nodes ?? []), [pages]);
  const isNarrowed = search !== undefined || tag !== undefined || state !== undefined;
  if (rows.length === 0) return <Nothing isNarrowed={isNarrowed} bar={bar} onAdd={onAdd} />;
  const more = () => {
    if (asked.hasNextPage && !asked.isFetchingNextPage && !asked.isFetchNextPageError) void asked.fetchNextPage();
  };
  return (
    <div aria-busy={asked.isPlaceholderData}>
      <PromptTable rows={rows} total={total} bar={bar} isPaused={isPaused} onEnd={more} />
      {asked.isFetchingNextPage && (
        <p className={styles.used}>{`${plural(rows.length, 'prompt')} so far, loading more …`}</p>
      )}
    </div>
  );
}

function Nothing({ isNarrowed, bar, onAdd }: { isNarrowed: boolean; bar: string | null; onAdd: () => void }) {
  const [, setFilters] = usePromptFilters();
  if (!isNarrowed) {
    return (
      <Empty title="No prompts yet.">
        <p>Add questions your customers would ask. They are asked right away, then on schedule.</p>
        <Button disabled={bar !== null} title={bar ?? undefined} onClick={onAdd}>
          Add the first ones
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title="No prompts match these filters.">
      <Button onClick={() => setFilters({ search: undefined, tag: undefined, state: undefined })}>
        Show all prompts
      </Button>
    </Empty>
  );
}
