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

const TITLES: Readonly<Record<Verdict, string>> = {
  MOVED_UP: 'A real rise.',
  MOVED_DOWN: 'A real fall.',
  WITHIN_NOISE: 'No clear change.',
  TOO_FEW_ANSWERS: 'Too early to tell.',
};
const TOO_FEW = 'Too few answers to the same prompts in both periods.';

/** What is known of a change: it is called a move only where chance does not explain it. */
export function verdictWords({ score, change, verdict }: Change, window: Window): { title: string; text: string } {
  const title = TITLES[verdict];
  if (verdict === 'TOO_FEW_ANSWERS') return { title, text: TOO_FEW };
  const before = `${points(change)} from the previous period (${percent(score)}, ${daysBefore(window)})`;
  if (verdict === 'WITHIN_NOISE') return { title, text: `${before}, which chance alone could explain.` };
  return { title, text: `${before}: more than chance would explain.` };
}

/** The same in a row of several, above which stands once what they are compared with. */
export function verdictInRow({ score, change, verdict }: Change): { title: string; text: string } {
  const title = TITLES[verdict];
  if (verdict === 'TOO_FEW_ANSWERS') return { title, text: TOO_FEW };
  return { title, text: `${points(change)}, from ${percent(score)}.` };
}
