import type { Platform } from '../api/gql.ts';
import { platformOf } from '../platforms.ts';
import styles from './platform-name.module.css';

/** A platform as it is always written: its shape, then its name. */
export function PlatformName({ platform }: { platform: Platform }) {
  return (
    <span className={styles.platform}>
      <PlatformMark platform={platform} />
      {platformOf(platform).name}
    </span>
  );
}

const SHAPES: Readonly<Record<Platform, string>> = {
  CHATGPT: 'M5 0a5 5 0 100 10A5 5 0 005 0z',
  PERPLEXITY: 'M.5.5h9v9h-9z',
  CLAUDE: 'M5 0l5 9.500H0z',
  GEMINI: 'M5 0l5 5-5 5-5-5z',
};

/** Each platform has a shape of its own beside its colour. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <path d={SHAPES[platform]} style={{ fill: platformOf(platform).color }} />
    </svg>
  );
}
