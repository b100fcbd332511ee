import { daysBefore, daysBetween } from '../timestamp.js';
import { percent } from './percent.js';
import type { Period } from './period.input.js';
import type { TrendPointView } from './visibility.js';

export type { TrendPointView } from './visibility.js';

/** The days that the points of a period pool. */
export function reachingBack({ from, to }: Period, over: number): Period {
  return { from: daysBefore(from, over - 1), to };
}

/**
 * A point for each day of the period with responses on it or on the `over` - 1 days before: the ratio of their sums, so
 * that days with many responses weigh more. Days before the period count in its first points.
 * @param days ascending, from `over` - 1 days before the period on.
 */
export function poolDays(days: readonly TrendPointView[], { from, to }: Period, over: number): TrendPointView[] {
  if (over === 1) return days.filter(({ date }) => date >= from);
  const byDate = new Map(days.map((day) => [day.date, day]));
  const pooled: TrendPointView[] = [];
  let [responses, brandMentionCount] = [0, 0];
  for (let back = daysBetween(from, to) + over - 1; back >= 0; back--) {
    const date = daysBefore(to, back);
    const [added, left] = [byDate.get(date), byDate.get(daysBefore(date, over))];
    responses += (added?.responses ?? 0) - (left?.responses ?? 0);
    brandMentionCount += (added?.brandMentionCount ?? 0) - (left?.brandMentionCount ?? 0);
    if (date < from || responses === 0) continue;
    pooled.push({ date, score: percent(brandMentionCount, responses), responses, brandMentionCount });
  }
  return pooled;
}
