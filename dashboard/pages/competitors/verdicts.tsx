import type { PairedVerdict, Verdict } from '../../api/gql.ts';
import { DownIcon, NoiseIcon, UpIcon } from '../../ui/icons.tsx';
import styles from './competitors.module.css';
import { againstWords, changeWords } from './competitors.words.ts';

const AGAINST: Readonly<Record<PairedVerdict, typeof UpIcon>> = {
  MORE_OFTEN: UpIcon,
  LESS_OFTEN: DownIcon,
  WITHIN_NOISE: NoiseIcon,
  TOO_FEW_ANSWERS: NoiseIcon,
};

/** Whether a competitor is named more often than the brand: a sign and words. */
export function Against({ verdict }: { verdict: PairedVerdict }) {
  const Icon = AGAINST[verdict];
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      <Icon />
      {againstWords(verdict)}
    </span>
  );
}

const CHANGES: Readonly<Record<Verdict, typeof UpIcon>> = {
  MOVED_UP: UpIcon,
  MOVED_DOWN: DownIcon,
  WITHIN_NOISE: NoiseIcon,
  TOO_FEW_ANSWERS: NoiseIcon,
};

/** Whether a name's change is a move: a sign and words. */
export function Move({ verdict }: { verdict: Verdict }) {
  const Icon = CHANGES[verdict];
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      <Icon />
      {changeWords(verdict)}
    </span>
  );
}
