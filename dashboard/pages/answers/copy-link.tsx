import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './reader.module.css';

/** Copies the address of an answer; where the browser lets nobody copy, over plain http, it is shown to be copied. */
export function CopyLink({ url }: { url: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button onClick={copy} aria-live="polite">
        {outcome === 'copied' ? 'Link copied' : 'Copy link'}
      </Button>
      {outcome === 'refused' && <output className={styles.path}>{url}</output>}
    </>
  );
}
