import { TONES } from '../../answer-filters.ts';
import type { SentimentClass } from '../../api/vocabulary.ts';
import styles from './tone.module.css';

/** The tone of an answer towards the brand: a word, and its colour beside it. */
export function Tone({ of }: { of: SentimentClass }) {
  return (
    <span className={styles.tone} data-tone={of}>
      {TONES.find(({ id }) => id === of)?.name}
    </span>
  );
}
