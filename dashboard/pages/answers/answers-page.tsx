import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { areKeysOn, isForOthers } from '../../layout/shortcuts.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { Controls } from './answer-controls.tsx';
import { AnswerList } from './answer-list.tsx';
import {
  type ListedAnswer,
  narrowings,
  placeOf,
  useAnswerChoices,
  useAnswerFilters,
  useAnswers,
  useChosen,
} from './answers.data.ts';
import styles from './answers.module.css';
import { Found, NothingFound, TooManyDays } from './found.tsx';
import { ReaderPane } from './reader-pane.tsx';

/** The retained answers behind every number: a list, and beside it the one that is read. On a phone one at a time. */
export function Answers() {
  const { projectId, filters, narrow } = useAnswerFilters();
  const { asked, rows } = useAnswers(projectId, filters);
  const choices = useAnswerChoices(projectId, filters);
  const isWide = useWide();
  const first = isWide ? rows[0] : undefined;
  const read = filters.answer ?? (first && placeOf(first));
  const current = useCurrent(read, rows);
  const takesFocus = useKeys({ rows, current, isWide, hasAnswer: filters.answer !== undefined });
  const chosen = useChosen(projectId, filters, choices);
  const narrowed = narrowings(filters, choices, chosen);
  const reader = read !== undefined && <ReaderPane projectId={projectId} place={read} isWide={isWide} />;
  if (!isWide && reader) return <Alone>{reader}</Alone>;
  return (
    <>
      <FilterBar title="Answers" />
      <Controls filters={filters} choices={choices} chosen={chosen} narrow={narrow} />
      <Found filters={filters} rows={rows} narrowed={narrowed} narrow={narrow} asked={asked} />
      <TooManyDays filters={filters} />
      <Refusal asked={asked} />
      {asked.isLoading && !asked.failureReason && <Skeleton />}
      <div className={styles.split}>
        {asked.data && (
          <div className={styles.list} aria-busy={asked.isPlaceholderData}>
            {rows.length === 0 && <NothingFound narrowed={narrowed} filters={filters} narrow={narrow} />}
            <AnswerList asked={asked} rows={rows} current={current} isWide={isWide} takesFocus={takesFocus} />
          </div>
        )}
        {reader}
      </div>
    </>
  );
}

/** An answer as a view of its own: what narrows the list is not about it. */
function Alone({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Answers" />
      {children}
    </>
  );
}

/** The row of the answer that is read; -1 where it is none of them. Kept after it was left, to find the way back. */
function useCurrent(read: string | undefined, rows: readonly ListedAnswer[]): number {
  const last = useRef(read);
  if (read !== undefined) last.current = read;
  return rows.findIndex((row) => placeOf(row) === last.current);
}

interface Keys {
  rows: readonly ListedAnswer[];
  current: number;
  isWide: boolean;
  hasAnswer: boolean;
}

/**
 * The keys of the list. The row that becomes the current one takes the focus, unless something beside the list has it.
 * @returns whether it is to take it, which the row itself takes back: it may be drawn later.
 */
function useKeys({ rows, current, isWide, hasAnswer }: Keys): RefObject<boolean> {
  const router = useRouter();
  const takesFocus = useRef(false);
  // On a phone an answer begins at its top; the list goes back to its row by itself.
  const isWholeView = (answer: string | undefined) => !isWide && answer !== undefined;
  const open = (answer: string | undefined) => {
    const search = (now: object) => ({ ...now, answer });
    takesFocus.current = isOnList(document.activeElement);
    void router.navigate({ to: '.', search, replace: isWide || hasAnswer, resetScroll: isWholeView(answer) });
  };
  useAnswerKeys({
    move: (by) => {
      const next = rows[current + by];
      if (next) open(placeOf(next));
    },
    leave: () => hasAnswer && open(undefined),
  });
  return takesFocus;
}

interface Options {
  /** Goes on in the list by so many rows. */
  move: (by: 1 | -1) => void;
  /** Leaves the answer that is read. */
  leave: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** `j` and `k` anywhere, arrows on the list (elsewhere, as in the reader, they scroll), Escape. */
function useAnswerKeys(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const press = (event: KeyboardEvent) => act(event, latest.current);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(event: KeyboardEvent, { move, leave }: Options): void {
  if (event.defaultPrevented || isForOthers(event) || isInDialog(event.target)) return;
  if (event.key === 'Escape') leave();
  const step = stepOf(event);
  if (!step) return;
  event.preventDefault();
  move(step);
}

function stepOf({ key, target }: KeyboardEvent): 1 | -1 | undefined {
  const isMeant = key.startsWith('Arrow') ? isOnList(target) : areKeysOn();
  return isMeant ? STEPS[key] : undefined;
}

/** Whether that is a row, or the page as nothing has the focus. */
function isOnList(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.closest('[data-answer]') !== null);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** As the styles have it: below, list and reader are views of their own. */
const WIDE = window.matchMedia('(min-width: 1001px)');

/** Whether list and reader stand beside each other. */
function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches);
}

function subscribe(onChange: () => void): () => void {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}
