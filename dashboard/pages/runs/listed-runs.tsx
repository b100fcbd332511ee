import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { readFilters } from '../../filters.ts';
import { instant, plural } from '../../format.ts';
import { RUN_STATES, type RunFilters, type RunStateWord } from '../../page-filters.ts';
import { platformOf } from '../../platforms.ts';
import { Button } from '../../ui/button.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { type Quality, type RunRow, useRunList } from './runs.data.ts';
import styles from './runs.module.css';
import { reasonWords, WORDS } from './runs.words.ts';
import { StateMark } from './state-mark.tsx';

const ALL = 'all';
const LINE_PX = 74;

/** What the service counts of a state. */
const COUNTED: Readonly<Partial<Record<RunStateWord, 'accepted' | 'failed' | 'skipped'>>> = {
  answered: 'accepted',
  failed: 'failed',
  skipped: 'skipped',
};

/** Every run of the period, those planned last first. */
export function RunList({ quality: { window, byPlatform } }: { quality: Quality }) {
  const search = useSearch({ from: '/signed-in/projects/$projectId/runs' });
  const navigate = useNavigate({ from: '/projects/$projectId/runs' });
  const asked = useRunList({ from: window.from, to: window.to });
  const rows = asked.data?.pages.flatMap(({ project }) => project?.runs?.nodes ?? []) ?? [];
  const narrow = (next: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return (
    <section className={styles.section} id="list" aria-labelledby="list-title">
      <div className={styles.head}>
        <h2 id="list-title" className={styles.title}>
          {titleOf(search, byPlatform)}
        </h2>
        <ToggleGroup
          aria-label="State"
          value={[search.state ?? ALL]}
          onValueChange={([next]) => narrow({ state: RUN_STATES.find(({ word }) => word === next)?.word })}
          className={styles.states}
        >
          <Toggle value={ALL} className={styles.runListState}>
            All
          </Toggle>
          {RUN_STATES.map(({ word, id, name }) => (
            <Toggle key={word} value={word} className={styles.runListState}>
              <StateMark state={id} />
              {name}
            </Toggle>
          ))}
        </ToggleGroup>
      </div>
      {search.prompt && <OnePrompt rows={rows} clear={() => narrow({ prompt: undefined })} />}
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={3} />}
      {asked.isSuccess && rows.length === 0 && <p className={styles.none}>{WORDS.noRunsMatchTheseFilters}</p>}
      <div aria-busy={asked.isPlaceholderData} className={styles.rows}>
        <VirtualRows
          label="Runs"
          rows={rows}
          keyOf={({ id }) => id}
          height={LINE_PX}
          onEnd={() => {
            if (asked.hasNextPage && !asked.isFetching) void asked.fetchNextPage();
          }}
        >
          {(row) => <RunLine row={row} />}
        </VirtualRows>
      </div>
      {asked.hasNextPage && (
        <p className={styles.more}>
          <Button onClick={() => void asked.fetchNextPage()} disabled={asked.isFetching}>
            Show more
          </Button>
        </p>
      )}
    </section>
  );
}

/** With how many there are, where the service has counted them. */
function titleOf({ state, prompt }: RunFilters, byPlatform: Quality['byPlatform']): string {
  const counted = state === undefined ? 'planned' : COUNTED[state];
  if (prompt !== undefined || counted === undefined) return 'Runs';
  return plural(
    byPlatform.reduce((sum, row) => sum + row[counted], 0),
    'run',
  );
}

function OnePrompt({ rows, clear }: { rows: readonly RunRow[]; clear: () => void }) {
  const text = rows[0]?.prompt?.promptText;
  return (
    <p className={styles.prompt}>
      {text === undefined ? WORDS.showingRunsOfOnePrompt : `Showing runs of “${text}”.`}{' '}
      <Button isSmall onClick={clear}>
        {WORDS.showAllPrompts}
      </Button>
    </p>
  );
}

/** One asking of one prompt on one platform, and what came of it. */
function RunLine({ row }: { row: RunRow }) {
  const { platform, trigger, state, plannedAt } = row;
  return (
    <div className={styles.line}>
      <p className={styles.what}>
        <Asked row={row} />
        <span className={styles.when}>
          {instant(plannedAt)}
          {trigger === 'REQUESTED' && ', by request'}
        </span>
      </p>
      <p className={styles.runLinePlatform}>
        <PlatformName platform={platform} />
      </p>
      <div className={styles.outcome}>
        <p className={styles.runLineState}>
          <StateMark state={state} />
          {RUN_STATES.find(({ id }) => id === state)?.name}
          <AnswerLink row={row} />
        </p>
        <Why row={row} />
      </div>
    </div>
  );
}

/** The question; archived prompts keep their runs. */
function Asked({ row: { prompt } }: { row: RunRow }) {
  const { projectId = '' } = useParams({ strict: false });
  if (!prompt) return <span className={styles.archived}>{WORDS.anArchivedPrompt}</span>;
  return (
    <Link
      to="/projects/$projectId/prompts/$promptId"
      params={{ projectId, promptId: prompt.id }}
      search={(now) => readFilters(now)}
      className={styles.runLinePrompt}
    >
      {prompt.promptText}
    </Link>
  );
}

function AnswerLink({ row: { responseId, responseDate } }: { row: RunRow }) {
  const { projectId = '' } = useParams({ strict: false });
  if (responseId === null || responseDate === null) return null;
  return (
    <Link
      to="/projects/$projectId/answers"
      params={{ projectId }}
      search={(now) => ({ ...readFilters(now), answer: `${responseDate}.${responseId}` })}
    >
      {WORDS.readTheAnswer}
    </Link>
  );
}

/** The reason and what one can do about it; else by which model it was answered. */
function Why({ row: { platform, state, reason, attempts, nextAttemptAt, model } }: { row: RunRow }) {
  const words = reason && reasonWords(reason, state, platformOf(platform).name);
  const facts = [
    model,
    attempts > 1 && plural(attempts, 'attempt'),
    reason !== null && nextAttemptAt !== null && `not before ${instant(nextAttemptAt)}`,
  ].filter(Boolean);
  return (
    <>
      {words && <p className={styles.runLineWhy}>{`${words.what} ${words.todo}`}</p>}
      {facts.length > 0 && <p className={styles.runLineWhy}>{facts.join(' · ')}</p>}
    </>
  );
}
