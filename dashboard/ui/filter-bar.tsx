import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { lazy, Suspense, useId, useState } from 'react';
import { NO_DAYS, PERIODS, periodOf, useFilters, whereOf } from '../filters.ts';
import { PLATFORMS } from '../platforms.ts';
import styles from './filter-bar.module.css';
import { PlatformMark } from './platform-name.tsx';
import { WORDS } from './shared.words.ts';

/** Loaded once it is opened: most views are of all prompts. */
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

const ALL = PLATFORMS.map(({ word }) => word);

interface Props {
  title: string;
  /** Whether the page's numbers can be asked of some prompts. */
  ofPrompts?: boolean;
}

/** The page's name, and what it is narrowed to. The choice goes into the address, so that a view can be sent on. */
export function FilterBar({ title, ofPrompts = true }: Props) {
  const [filters, setFilters] = useFilters();
  const { platforms = ALL } = filters;
  const isOfSome = ofPrompts && whereOf(filters) !== null;
  const [isOpen, setIsOpen] = useState(isOfSome || filters.from !== undefined);
  const id = useId();
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      <ToggleGroup
        aria-label="Platforms"
        multiple
        value={platforms}
        onValueChange={(next) => next.length > 0 && setFilters({ platforms: next })}
        className={styles.chips}
      >
        {PLATFORMS.map(({ id, word, name }) => (
          <Toggle key={id} value={word} className={styles.chip}>
            <PlatformMark platform={id} />
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
      <ToggleGroup
        aria-label="Period"
        value={[periodOf(filters).word ?? '']}
        onValueChange={([next]) => setFilters({ window: PERIODS.find(({ word }) => word === next)?.word, ...NO_DAYS })}
        className={styles.segments}
      >
        {PERIODS.map(({ word, name }) => (
          <Toggle key={word} value={word} className={styles.segment}>
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
      <button
        type="button"
        className={styles.chip}
        data-pressed={isOfSome || filters.from !== undefined ? '' : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {ofPrompts ? WORDS.promptsAndDates : WORDS.dates}
      </button>
      <div id={id} className={styles.more} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <FilterPanel ofPrompts={ofPrompts} />
          </Suspense>
        )}
      </div>
    </header>
  );
}
