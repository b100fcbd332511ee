import { Button } from '../../ui/button.tsx';
import type { Draft } from './draft.ts';
import styles from './new-project.module.css';
import { suggestionsFor, WORDS } from './new-project.words.ts';

interface Props {
  draft: Draft;
  onAdd: (texts: readonly string[]) => void;
}

/** Questions made of the words that were typed; each is added by itself and can be changed then. */
export function Suggestions({ draft, onAdd }: Props) {
  const suggestions = suggestionsFor(draft);
  if (suggestions.length === 0) return null;
  const unbranded = suggestions.filter(({ isBranded }) => !isBranded).map(({ text }) => text);
  return (
    <section className={styles.suggested} aria-labelledby="suggested">
      <div className={styles.suggestedHead}>
        <h3 id="suggested" className={styles.suggestedTitle}>
          Suggested questions
        </h3>
        {unbranded.length > 1 && (
          <Button isSmall onClick={() => onAdd(unbranded)}>
            {`Add all ${unbranded.length} that do not name the brand`}
          </Button>
        )}
      </div>
      <ul>
        {suggestions.map(({ text, isBranded }) => (
          <li key={text} className={styles.suggestion}>
            <span>
              {text}
              {isBranded && <span className={styles.made}> {WORDS.namesTheBrandSoNearlyEvery}</span>}
            </span>
            <Button isSmall aria-label={`Add: ${text}`} onClick={() => onAdd([text])}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
