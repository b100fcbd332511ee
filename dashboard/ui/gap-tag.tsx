import { count } from '../format.ts';
import { AnswersLink } from './answers-link.tsx';
import styles from './gap-tag.module.css';

/** Marks a source that is cited where competitors are named and the brand is not. */
export function GapTag() {
  return <span className={styles.gap}>Gap</span>;
}

interface Props {
  part: number;
  whole: number;
  /** The domain that the answers cite. */
  citing: string;
  is: 'brand' | 'rival';
  /** The one tracked competitor: answers can be narrowed to one name, not to any of several. */
  rivalId?: string | undefined;
}

/**
 * `3 of 41`: of the answers that cite a source, how many name the brand, or a rival; the way to them. From `0 of 41` of
 * the brand it leads to those without it.
 */
export function Part({ part, whole, citing, is, rivalId }: Props) {
  const named = part > 0 ? ('yes' as const) : ('no' as const);
  const narrowed = is === 'brand' ? { named } : { mentioning: part > 0 ? rivalId : undefined };
  return (
    <AnswersLink citing={citing} {...narrowed}>
      <span className={styles.part}>{`${count(part)} of ${count(whole)}`}</span>
    </AnswersLink>
  );
}
