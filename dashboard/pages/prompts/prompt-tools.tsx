import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useEffect, useState } from 'react';
import { STATES } from '../../prompt-filters.ts';
import styles from './prompt-tools.module.css';
import { usePromptFilters } from './use-prompts.ts';

/** How long nothing is typed before it is looked for. */
const PAUSE_MS = 300;
const SEARCH_MAX = 200;
/** In place of a state: no value of a toggle is empty. */
const ALL = 'all';

/** Narrows the list by words, tag and state; the choice stands in the address. */
export function PromptTools({ tags }: { tags: readonly { tag: string; promptCount: number }[] }) {
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
        onValueChange={([next]) => setFilters({ state: STATES.find(({ word }) => word === next)?.word })}
      >
        <Toggle value={ALL} className={styles.state}>
          All
        </Toggle>
        {STATES.map(({ word, name }) => (
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
      placeholder="Search the questions"
      className={styles.search}
      value={typed}
      maxLength={SEARCH_MAX}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
