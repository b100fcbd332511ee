import { useEffect, useRef } from 'react';
import { areKeysOn, isForOthers } from '../../keys.ts';

interface Options {
  /** Goes on in the list by so many rows. */
  move: (by: 1 | -1) => void;
  /** Leaves the answer that is read. */
  leave: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** `j` and `k` anywhere, arrows on the list (elsewhere, as in the reader, they scroll), Escape. */
export function useAnswerKeys(options: Options): void {
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
export function isOnList(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.closest('[data-answer]') !== null);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null;
}
