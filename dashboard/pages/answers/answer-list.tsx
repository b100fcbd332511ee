import { Link } from '@tanstack/react-router';
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react';
import { TONES } from '../../answer-filters.ts';
import type { SentimentClass } from '../../api/gql.ts';
import { instant } from '../../format.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { type ListedAnswer, placeOf } from './answers.data.ts';
import styles from './answers.module.css';
import { WORDS } from './answers.words.ts';

const ROW_HEIGHT = 138;

interface Props {
  asked: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isPlaceholderData: boolean;
    isError: boolean;
    fetchNextPage: () => unknown;
  };
  rows: readonly ListedAnswer[];
  current: number;
  isWide: boolean;
  takesFocus: RefObject<boolean>;
}

/** The list, of which only rows in sight are drawn; more are asked for as its end comes near. */
export function AnswerList({ asked, rows, current, isWide, takesFocus }: Props) {
  const { hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage } = asked;
  const canGoOn = hasNextPage && !isFetchingNextPage && !isPlaceholderData && !isError;
  const more = useCallback(() => {
    if (canGoOn) void fetchNextPage();
  }, [canGoOn, fetchNextPage]);
  return (
    <>
      <VirtualRows
        label="Answers"
        rows={rows}
        keyOf={({ id }) => id}
        height={ROW_HEIGHT}
        onEnd={more}
        current={current}
      >
        {(answer, at) => (
          <AnswerRow answer={answer} isCurrent={at === current} isWide={isWide} takesFocus={takesFocus} />
        )}
      </VirtualRows>
      {isFetchingNextPage && (
        <p role="status" className={styles.more}>
          {WORDS.loadingOlderAnswers}
        </p>
      )}
    </>
  );
}

const NAMES_MAX = 3;
/** Marks of Markdown, of which a sentence may have some left. */
const MARKS = /[*_`]/g;

interface AnswerRowProps {
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
const AnswerRow = memo(function AnswerRow({ answer, isCurrent, isWide, takesFocus }: AnswerRowProps) {
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
      {brand ? <bdi className={styles.brand}>{brand.name}</bdi> : <span>{WORDS.brandNotNamed}</span>}
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

/** The tone of an answer towards the brand: a word, and its colour beside it. */
export function Tone({ of }: { of: SentimentClass }) {
  return (
    <span className={styles.toneIn} data-tone={of}>
      {TONES.find(({ id }) => id === of)?.name}
    </span>
  );
}
