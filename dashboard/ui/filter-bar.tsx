import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { PERIODS, periodOf, useFilters } from '../filters.ts';
import { PLATFORMS } from '../platforms.ts';
import styles from './filter-bar.module.css';
import { PlatformMark } from './platform-name.tsx';

const ALL = PLATFORMS.map(({ word }) => word);

/** The page's name, and what it is narrowed to. The choice goes into the address, so that a view can be sent on. */
export function FilterBar({ title }: { title: string }) {
  const [filters, setFilters] = useFilters();
  const { platforms = ALL } = filters;
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
        value={[periodOf(filters).word]}
        onValueChange={([next]) => next && setFilters({ window: next })}
        className={styles.segments}
      >
        {PERIODS.map(({ word, name }) => (
          <Toggle key={word} value={word} className={styles.segment}>
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
    </header>
  );
}
