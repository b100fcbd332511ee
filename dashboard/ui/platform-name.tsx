import type { Platform } from '../api/vocabulary.ts';
import { platformOf } from '../platforms.ts';
import { PlatformMark } from './platform-mark.tsx';
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
