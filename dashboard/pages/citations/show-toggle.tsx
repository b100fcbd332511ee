import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { SHOWN, shownOf } from '../../citation-filters.ts';
import styles from './show-toggle.module.css';
import { useCitationFilters } from './use-citations.ts';

/** Which domains are listed: all, gaps, or whose. */
export function ShowToggle() {
  const [filters, setFilters] = useCitationFilters();
  const show = ([next]: (typeof SHOWN)[number]['word'][]) =>
    next && setFilters({ show: next === SHOWN[0].word ? undefined : next, domain: undefined, pages: undefined });
  return (
    <ToggleGroup aria-label="Domains" value={[shownOf(filters).word]} onValueChange={show} className={styles.tabs}>
      {SHOWN.map(({ word, name }) => (
        <Toggle key={word} value={word} className={styles.tab}>
          {name}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
