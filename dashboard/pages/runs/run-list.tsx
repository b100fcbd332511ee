import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { plural } from '../../format.ts';
import { RUN_STATES, type RunFilters, type RunStateWord } from '../../run-filters.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { RunLine } from './run-line.tsx';
import styles from './run-list.module.css';
import type { Quality, RunRow } from './runs.document.ts';
import { StateMark } from './state-mark.tsx';
import { useRunList } from './use-runs.ts';

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
          <Toggle value={ALL} className={styles.state}>
            All
          </Toggle>
          {RUN_STATES.map(({ word, id, name }) => (
            <Toggle key={word} value={word} className={styles.state}>
              <StateMark state={id} />
              {name}
            </Toggle>
          ))}
        </ToggleGroup>
      </div>
      {search.prompt && <OnePrompt rows={rows} clear={() => narrow({ prompt: undefined })} />}
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={3} />}
      {asked.isSuccess && rows.length === 0 && <p className={styles.none}>No runs match these filters.</p>}
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
      {text === undefined ? 'Showing runs of one prompt.' : `Showing runs of “${text}”.`}{' '}
      <Button isSmall onClick={clear}>
        Show all prompts
      </Button>
    </p>
  );
}
