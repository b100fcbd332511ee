import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import styles from './answers.module.css';
import { Reader } from './reader.tsx';
import { useSettled } from './use-settled.ts';

interface Props {
  projectId: string;
  place: string;
  /** Whether it stands beside the list; otherwise it has a way back. */
  isWide: boolean;
}

/** Where an answer is read. Beside the list it scrolls by itself, and takes the focus so that the keyboard can. */
export function ReaderPane({ projectId, place, isWide }: Props) {
  const settled = useSettled(place);
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is read from its beginning
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [settled]);
  return (
    <section ref={pane} className={styles.reader} tabIndex={isWide ? 0 : undefined} aria-label="Reader">
      {!isWide && (
        <Link to="." search={(now) => ({ ...now, answer: undefined })} resetScroll={false} className={styles.back}>
          Back to the list
        </Link>
      )}
      <Reader projectId={projectId} place={settled} />
    </section>
  );
}
