import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from './virtual-rows.module.css';

interface Props<Row> {
  /** Read out as the name of the list. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** About how high a row is, in pixels; each is measured once it is drawn. */
  height: number;
  /** Called once the last rows come near, where more may be asked for. */
  onEnd?: () => void;
  /** The row that is brought into sight whenever it becomes another one; -1 for none. */
  current?: number;
  children: (row: Row, at: number) => ReactNode;
}

/** A long list in the page's own scroll: only rows in sight, and a few beside them, are drawn. */
export function VirtualRows<Row>({ label, rows, keyOf, height, onEnd, current = -1, children }: Props<Row>) {
  const box = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list may change its height at any time.
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0));
  const kept = useMemo(keptFree, []);
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingStart: kept.start,
    scrollPaddingEnd: kept.end,
    scrollMargin: top,
    getItemKey: (at) => keyOf(rows[at] as Row),
  });
  const drawn = list.getVirtualItems();
  const last = drawn.at(-1)?.index ?? -1;
  const isAtEnd = rows.length > 0 && last >= rows.length - 1;
  useLayoutEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  useEffect(() => {
    const isAtTop = current === 0 && window.scrollY === 0;
    if (current < 0 || isAtTop || isInSight(box.current, current, kept)) return;
    list.scrollToIndex(current, { align: 'auto' });
  }, [current, list, kept]);
  return (
    <ul ref={box} aria-label={label} className={styles.list} style={{ height: list.getTotalSize() }}>
      {drawn.map(({ key, index, start }) => (
        <li
          key={key}
          ref={list.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          className={styles.row}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {children(rows[index] as Row, index)}
        </li>
      ))}
    </ul>
  );
}

/** Pixels that the page's styles keep free above and below what is scrolled to, as bars of the page lie there. */
function keptFree(): { start: number; end: number } {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(document.documentElement);
  return {
    start: Number.parseFloat(scrollPaddingBlockStart) || 0,
    end: Number.parseFloat(scrollPaddingBlockEnd) || 0,
  };
}

/** Whether a row is drawn, and as a whole in the window, between what is kept free. */
function isInSight(list: HTMLElement | null, row: number, { start, end }: ReturnType<typeof keptFree>): boolean {
  const drawn = list?.querySelector(`[data-index="${row}"]`)?.getBoundingClientRect();
  return drawn !== undefined && drawn.top >= start && drawn.bottom <= window.innerHeight - end;
}
