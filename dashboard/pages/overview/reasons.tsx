import { day } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import type { OverviewProject, Visibility } from './overview.data.ts';
import styles from './overview.module.css';
import { changeFinding, moveFinding, nextStep, WORDS } from './overview.words.ts';

/** Changes that are told beside the trend; the others are in its table. */
const CHANGES_TOLD = 3;

interface Props {
  project: OverviewProject;
  visibility: Visibility;
}

/** Why the score is what it is: which platform moved, what else changed; and what to read next. */
export function Reasons({ project: { brandName, changes, cells, sentiment }, visibility }: Props) {
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
                // biome-ignore lint/suspicious/noArrayIndexKey: changes have no ids, and keep their order
                <li key={at}>
                  <time dateTime={change.at} data-repeated={dayOf(change) === dayOf(told[at - 1])}>
                    {day(change.at)}
                  </time>
                  <span>{change.text}</span>
                </li>
              ))}
            </ul>
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

function dayOf(change: { at: string } | undefined): string | undefined {
  return change?.at.slice(0, 10);
}
