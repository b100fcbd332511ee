import { Link } from '@tanstack/react-router';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { instant } from '../../format.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import styles from './answer-row.module.css';
import type { ListedAnswer } from './answers.document.ts';
import { Tone } from './tone.tsx';
import { placeOf } from './use-answers.ts';

const NAMES_MAX = 3;
/** Marks of Markdown, of which a sentence may have some left. */
const MARKS = /[*_`]/g;

interface Props {
  answer: ListedAnswer;
  isCurrent: boolean;
  /** Whether the reader stands beside the list, which then stays where it is. */
  isWide: boolean;
  /** Whether the current row is to take the focus once it is drawn; then it is no more. */
  takesFocus: RefObject<boolean>;
}

/**
 * An answer in the list: who gave it and when, the question, the sentence that shows its tone or names
 * somebody, and who is named.
 */
export const AnswerRow = memo(function AnswerRow({ answer, isCurrent, isWide, takesFocus }: Props) {
  const { platform, answeredAt, prompt, question, evidence, excerpt, sentiment } = answer;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isCurrent || !takesFocus.current) return;
    takesFocus.current = false;
    link.current?.focus({ preventScroll: true });
  }, [isCurrent, takesFocus]);
  return (
    <Link
      ref={link}
      to="."
      search={(now) => ({ ...now, answer: placeOf(answer) })}
      replace={isWide}
      resetScroll={!isWide}
      preload={false}
      className={styles.row}
      aria-current={isCurrent ? 'true' : undefined}
      data-answer={answer.id}
    >
      <span className={styles.source}>
        <PlatformName platform={platform} />
        <time dateTime={answeredAt}>{instant(answeredAt)}</time>
      </span>
      <bdi className={styles.prompt}>{prompt?.promptText ?? question}</bdi>
      <bdi className={styles.evidence}>{evidence?.replaceAll(MARKS, '') ?? excerpt}</bdi>
      <span className={styles.names}>
        <Names mentions={answer.mentions} />
        {sentiment && <Tone of={sentiment} />}
      </span>
    </Link>
  );
});

function Names({ mentions }: Pick<ListedAnswer, 'mentions'>) {
  const brand = mentions.find(({ isBrand }) => isBrand);
  const others = mentions.filter(({ isBrand }) => !isBrand);
  const left = others.length - NAMES_MAX;
  return (
    <>
      {brand ? <bdi className={styles.brand}>{brand.name}</bdi> : <span>Brand not named</span>}
      {others.length > 0 && (
        <bdi className={styles.others}>
          {others
            .slice(0, NAMES_MAX)
            .map(({ name }) => name)
            .join(', ')}
          {left > 0 && ` +${left}`}
        </bdi>
      )}
    </>
  );
}
