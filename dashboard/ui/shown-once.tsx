import { useRef, useState } from 'react';
import { Button } from './button.tsx';
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

interface Props {
  text: string;
  /** Where the text stands, to be selected where the browser lets nobody copy: over plain http. */
  from: () => HTMLElement | null;
}

/** Copies a text; where the browser refuses, selects it and says which keys to press. */
export function CopyButton({ text, from }: Props) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Press Ctrl+C'>('Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      const place = from();
      if (place) getSelection()?.selectAllChildren(place);
      setOutcome('Press Ctrl+C');
    }
  };
  return (
    <Button onClick={copy} aria-live="polite">
      {outcome}
    </Button>
  );
}
