import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useWriteBar } from '../../api/viewer.ts';
import { ALL_PROMPTS, readFilters, whereOf } from '../../filters.ts';
import { plural } from '../../format.ts';
import { PROMPT_STATES } from '../../page-filters.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { AddPrompts } from './add-prompts.tsx';
import { PromptTable } from './prompt-table.tsx';
import { type Prompt, usePlan, usePromptFilters, usePrompts } from './prompts.data.ts';
import styles from './prompts.module.css';
import { planSentence, sampleSentence, WORDS } from './prompts.words.ts';

/** Loaded beside the list, which does not wait for it. */
const LikelyWordings = lazy(() => import('../wordings/likely-wordings.tsx'));

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
          {project?.sampleSize && ` ${sampleSentence(project.sampleSize) ?? ''}`}
          {project?.isPaused && (
            <>
              {WORDS.theProjectIsPausedNothing}
              <Link to="/projects/$projectId/settings" params={{ projectId }}>
                Resume it
              </Link>
            </>
          )}
        </p>
        <div className={styles.buttons}>
          <ButtonLink
            to="/projects/$projectId/prompts/suggestions"
            params={{ projectId }}
            search={(now) => readFilters(now)}
          >
            Suggestions
          </ButtonLink>
          <Button isMain disabled={bar !== null || !account} title={bar ?? undefined} onClick={() => setIsAdding(true)}>
            Add prompts
          </Button>
        </div>
      </div>
      <PromptTools tags={project?.promptTags ?? []} />
      <Suspense>
        <LikelyWordings key={projectId} bar={bar} />
      </Suspense>
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
  const [filters] = usePromptFilters();
  const { search, state } = filters;
  const pages = asked.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ project }): Prompt[] => project?.prompts?.nodes ?? []), [pages]);
  const isNarrowed = search !== undefined || state !== undefined || whereOf(filters) !== null;
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
      <Empty title={WORDS.noPromptsYet}>
        <p>{WORDS.addQuestionsYourCustomersWould}</p>
        <Button disabled={bar !== null} title={bar ?? undefined} onClick={onAdd}>
          {WORDS.addTheFirstOnes}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={WORDS.noPromptsMatchTheseFilters}>
      <Button onClick={() => setFilters({ search: undefined, state: undefined, ...ALL_PROMPTS })}>
        {WORDS.showAllPrompts}
      </Button>
    </Empty>
  );
}

/** How long nothing is typed before it is looked for. */
const PAUSE_MS = 300;
const SEARCH_MAX = 200;
/** In place of a state: no value of a toggle is empty. */
const ALL = 'all';

/** Narrows the list by words, tag and state; the choice stands in the address. */
function PromptTools({ tags }: { tags: readonly { tag: string; promptCount: number }[] }) {
  const [{ tag, state }, setFilters] = usePromptFilters();
  const known = tag === undefined || tags.some((one) => one.tag === tag) ? tags : [{ tag, promptCount: 0 }, ...tags];
  return (
    <search className={styles.tools}>
      <Search />
      <select
        aria-label="Tag"
        className={styles.select}
        value={tag ?? ''}
        onChange={({ target }) => setFilters({ tag: target.value || undefined })}
      >
        <option value="">All tags</option>
        {known.map((one) => (
          <option key={one.tag} value={one.tag}>{`${one.tag} (${one.promptCount})`}</option>
        ))}
      </select>
      <ToggleGroup
        aria-label="State"
        className={styles.states}
        value={[state ?? ALL]}
        onValueChange={([next]) => setFilters({ state: PROMPT_STATES.find(({ word }) => word === next)?.word })}
      >
        <Toggle value={ALL} className={styles.state}>
          All
        </Toggle>
        {PROMPT_STATES.map(({ word, name }) => (
          <Toggle key={word} value={word} className={styles.state}>
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
    </search>
  );
}

function Search() {
  const [{ search }, setFilters] = usePromptFilters();
  const [typed, setTyped] = useState(search ?? '');
  const wanted = typed.trim() || undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing sends it
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => setFilters({ search: wanted }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays where the address follows it
  useEffect(() => {
    if (search !== wanted) setTyped(search ?? '');
  }, [search]);
  return (
    <input
      type="search"
      aria-label="Search prompts"
      placeholder={WORDS.searchTheQuestions}
      className={styles.search}
      value={typed}
      maxLength={SEARCH_MAX}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
