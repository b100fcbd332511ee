import type { Ownership } from '../api/vocabulary.ts';
import styles from './ownership-tag.module.css';

export const OWNERSHIP: Readonly<Record<Ownership, string>> = {
  OWN: 'Yours',
  COMPETITOR: 'Competitor',
  OTHER: 'Third party',
};

/** Whose a site is; the brand's own wears the brand's colour. */
export function OwnershipTag({ ownership }: { ownership: Ownership }) {
  return (
    <span className={styles.tag} data-whose={ownership}>
      {OWNERSHIP[ownership]}
    </span>
  );
}
