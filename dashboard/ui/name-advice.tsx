import styles from './name-advice.module.css';

interface Advice {
  name: string;
  message: string;
  suggestedAliases: readonly string[];
}

/** When names that are words, letters or have marks count, as the service tells it; nothing where it tells nothing. */
export function NameAdvice({ of }: { of: readonly Advice[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="About these names">
      {of.map(({ name, message, suggestedAliases }) => (
        <li key={name} className={styles.line}>
          {message}
          {suggestedAliases.length > 0 && ` More reliable as another name: ${suggestedAliases.join(', ')}.`}
        </li>
      ))}
    </ul>
  );
}
