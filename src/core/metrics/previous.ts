import { daysBefore, daysBetween } from '../timestamp.js';
import { differs } from './confidence.js';
import type { Period } from './period.input.js';
import type { VisibilityView } from './visibility.js';

/** How a score moved since the period before: `change` in points, `significant` at the 95 % level. */
export interface PreviousView {
  score: number;
  change: number;
  significant: boolean;
}

/** The period of equal length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: daysBefore(from, daysBetween(from, to) + 1), to: daysBefore(from, 1) };
}

/** The score of the period before beside that of `current`; no change is significant where either has no responses. */
export function compare(current: VisibilityView, before: VisibilityView): PreviousView {
  return {
    score: before.score,
    change: current.score - before.score,
    significant: differs(
      current.counts.naming,
      current.counts.responses,
      before.counts.naming,
      before.counts.responses,
    ),
  };
}
