import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { useChange } from '../prompts/prompts.data.ts';
import { faultOf } from '../prompts/prompts.words.ts';
import { type Pair, tieOf, useDismissed, useLikelyWordings } from './wordings.data.ts';
import styles from './wordings.module.css';
import { pairsFinding, WORDS } from './wordings.words.ts';

/** Pairs of prompts that may ask the same, each to be counted together or called different; nothing without any. */
export default function LikelyWordings({ bar }: { bar: string | null }) {
  const { data: pairs = [] } = useLikelyWordings();
  const [dismissed, setDismissed] = useDismissed();
  const [isOpen, setIsOpen] = useState(false);
  if (pairs.length === 0) return null;
  const open = pairs.filter(({ key }) => !dismissed.has(key));
  const hidden = pairs.length - open.length;
  return (
    <section className={styles.likely} aria-label={WORDS.thesePromptsMayAskTheSame}>
      <p className={styles.summary}>
        {pairsFinding(open.length)}
        <Button isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </p>
      {isOpen && (
        <>
          <p className={styles.note}>{WORDS.countedTogether}</p>
          <ul aria-label={WORDS.thesePromptsMayAskTheSame}>
            {open.map((pair) => (
              <Likely key={pair.key} pair={pair} bar={bar} onDismiss={() => setDismissed([...dismissed, pair.key])} />
            ))}
          </ul>
          {hidden > 0 && (
            <p className={styles.summary}>
              {WORDS.dismissedInThisBrowser}
              <Button isSmall onClick={() => setDismissed([])}>
                {WORDS.showThemAgain}
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  );
}

interface LikelyProps {
  pair: Pair;
  /** Why nothing may be changed; null where it may. */
  bar: string | null;
  onDismiss: () => void;
}

function Likely({ pair, bar, onDismiss }: LikelyProps) {
  const { prompt, like } = pair;
  const tie = tieOf(pair);
  const change = useChange(() => undefined);
  return (
    <li className={styles.pair}>
      <div className={styles.texts}>
        <p>
          <bdi>{like.promptText}</bdi>
        </p>
        <p>
          <bdi>{prompt.promptText}</bdi>
        </p>
      </div>
      <div className={styles.buttons}>
        {tie ? (
          <Button
            isSmall
            disabled={bar !== null || change.isPending}
            title={bar ?? undefined}
            onClick={() => change.mutate({ ids: [tie.id], input: { wordingOfId: tie.wordingOfId } })}
          >
            {WORDS.countTogether}
          </Button>
        ) : (
          <p className={styles.note}>{WORDS.bothLeadWordings}</p>
        )}
        <Button isSmall onClick={onDismiss}>
          {WORDS.differentQuestions}
        </Button>
        <FormRefusal error={faultOf(change.error)} />
      </div>
    </li>
  );
}
