import type { Verdict } from '../api/vocabulary.ts';
import { day, longDay, percent, points } from '../format.ts';

export interface Change {
  /** Percent, of the period before. */
  score: number;
  /** In points. */
  change: number;
  verdict: Verdict;
}

/** Days, both ends included. */
export interface Window {
  from: string;
  to: string;
}

/** As many days right before a period: `23 Sep to 23 Oct 2026`. */
export function daysBefore({ from, to }: Window): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const before = (ms: number) => new Date(ms).toISOString();
  return `${day(before(2 * first - last - DAY_MS))} to ${longDay(before(first - DAY_MS))}`;
}

const DAY_MS = 86_400_000;

/**
 * `against the period before (48%, 23 Sep to 23 Oct 2026)`
 * @param score percent, of the period before.
 * @param window the period itself; null where its days are not known.
 */
export function againstBefore(score: number, window: Window | null): string {
  const days = window === null ? '' : `, ${daysBefore(window)}`;
  return `against the period before (${percent(score)}${days})`;
}

/** What is known of a change: it is called a move only where chance does not explain it. */
export function verdictWords({ score, change, verdict }: Change, window: Window): { title: string; text: string } {
  const before = `${points(change)} ${againstBefore(score, window)}`;
  switch (verdict) {
    case 'MOVED_UP':
      return { title: 'A real rise.', text: `${before}: more than chance explains.` };
    case 'MOVED_DOWN':
      return { title: 'A real fall.', text: `${before}: more than chance explains.` };
    case 'WITHIN_NOISE':
      return { title: 'No clear change.', text: `${before}, which chance alone can bring about.` };
    case 'TOO_FEW_ANSWERS':
      return { title: 'Too early to tell.', text: 'Too few answers to the same prompts in both periods.' };
  }
}
