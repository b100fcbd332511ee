import { type RefObject, useCallback } from 'react';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { AnswerRow } from './answer-row.tsx';
import type { ListedAnswer } from './answers.document.ts';
import styles from './answers.module.css';

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
          Loading older answers…
        </p>
      )}
    </>
  );
}
