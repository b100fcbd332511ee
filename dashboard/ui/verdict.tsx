import type { Verdict as Name } from '../api/vocabulary.ts';
import { DownIcon, NoiseIcon, UpIcon } from './icons.tsx';
import styles from './verdict.module.css';
import { type Change, verdictWords, type Window } from './verdict.words.ts';

const ICONS: Readonly<Record<Name, typeof UpIcon>> = {
  MOVED_UP: UpIcon,
  MOVED_DOWN: DownIcon,
  WITHIN_NOISE: NoiseIcon,
  TOO_FEW_ANSWERS: NoiseIcon,
};

/** What is known of a change, in words and with a sign. */
export function Verdict({ change, window }: { change: Change; window: Window }) {
  const { title, text } = verdictWords(change, window);
  const Icon = ICONS[change.verdict];
  return (
    <div className={styles.verdict} data-verdict={change.verdict}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <p>
        <strong>{title}</strong> {text}
      </p>
    </div>
  );
}
