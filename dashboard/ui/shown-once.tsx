import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './shown-once.module.css';

/** A secret as text, to copy. Whoever shows it forgets it as it is closed. */
export function ShownOnce({ label, secret }: { label: string; secret: string }) {
  const place = useRef<HTMLElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields
    <div className={styles.box} role="group" aria-label={label}>
      <code ref={place} className={styles.secret}>
        {secret}
      </code>
      <CopyButton text={secret} from={() => place.current} />
    </div>
  );
}
