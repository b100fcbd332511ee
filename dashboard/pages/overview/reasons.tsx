import { lazy, Suspense, useState } from 'react';
import { useWriteBar } from '../../api/viewer.ts';
import { day } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import type { Change, OverviewProject, Visibility } from './overview.data.ts';
import styles from './overview.module.css';
import { changeFinding, moveFinding, nextStep, notesLabel, WORDS } from './overview.words.ts';

const NoteDialog = lazy(() => import('./note-dialog.tsx').then((module) => ({ default: module.NoteDialog })));

/** Changes that are told beside the trend; the others are in its table. */
const CHANGES_TOLD = 3;

interface Props {
  project: OverviewProject;
  visibility: Visibility;
}

/** Why the score is what it is: which platform moved, what else changed; and what to read next. */
export function Reasons({ project: { id, brandName, changes, cells, sentiment }, visibility }: Props) {
  const { byPlatform } = visibility;
  const { text, link, narrowed } = nextStep({ rows: byPlatform, cells: cells ?? [], sentiment, brand: brandName });
  const told = changes?.slice(0, CHANGES_TOLD) ?? [];
  return (
    <section aria-label={WORDS.whyAndWhatNext} className={styles.reasons}>
      <div>
        <h2 className={styles.label}>By platform</h2>
        <p className={styles.finding}>{moveFinding(byPlatform)}</p>
      </div>
      <div>
        <h2 className={styles.label}>{WORDS.whatElseChanged}</h2>
        {changes ? (
          <>
            <p className={styles.finding}>{changeFinding(changes)}</p>
            <ul className={styles.changes}>
              {told.map((change, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: only notes have ids, and all keep their order
                <li key={at}>
                  <time dateTime={change.at} data-repeated={dayOf(change) === dayOf(told[at - 1])}>
                    {day(change.at)}
                  </time>
                  <span>{change.text}</span>
                </li>
              ))}
            </ul>
            <Notes projectId={id} changes={changes} today={visibility.window.to} />
          </>
        ) : (
          <p className={styles.finding}>{WORDS.theChangesCouldNotBeLoaded}</p>
        )}
      </div>
      <div>
        <h2 className={styles.label}>Next</h2>
        <p className={styles.finding}>{text}</p>
        <p className={styles.next}>
          <AnswersLink {...narrowed}>{link}</AnswersLink>
        </p>
      </div>
    </section>
  );
}

/** Leads to the notes of the period, whose dialog is loaded once it is wanted. */
function Notes({ projectId, changes, today }: { projectId: string; changes: readonly Change[]; today: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const bar = useWriteBar();
  const notes = changes.filter(({ kind }) => kind === 'NOTE');
  return (
    <p className={styles.next}>
      <Button isSmall disabled={bar !== null} title={bar ?? undefined} onClick={() => setIsOpen(true)}>
        {notesLabel(notes.length)}
      </Button>
      {isOpen && (
        <Suspense>
          <NoteDialog projectId={projectId} notes={notes} today={today} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}

function dayOf(change: { at: string } | undefined): string | undefined {
  return change?.at.slice(0, 10);
}
