import type { Platform } from '../../entities/vocabulary.js';
import { type ChangeVerdict, type ComparedCell, compareCells, compareChanges } from './comparison.js';

/** What a move coincides with: see {@link explain}. */
export const EXPLANATIONS = ['model_change', 'not_model_change', 'unknown', 'nothing_moved'] as const;
export type ExplainedBy = (typeof EXPLANATIONS)[number];

export interface MoveExplanation {
  isExplainedBy: ExplainedBy;
  /** The verdict over the platforms that kept their model. */
  verdictWithout: ChangeVerdict;
  /**
   * Points by which the platforms whose model changed moved more than the others, and the interval; null where either
   * has too few answers.
   */
  difference: number | null;
  interval: { low: number; high: number } | null;
}

/**
 * Whether a move between two periods coincides with a change of a platform's model; it stays a coincidence in time.
 *
 * `model_change`: the platforms whose model changed moved by themselves, and by more than the others, by the interval
 * of the difference of both changes within questions. `nothing_moved`: the whole did not move. `not_model_change`: the
 * others moved the same way by themselves. `unknown`: all else, above all where no platform kept its model.
 *
 * Asking whether the whole is significant with those platforms and not without them would be simpler, and finds a third
 * to two thirds of what this finds, as fewer answers are left (docs/metrics.md, "What explains a move").
 */
export function explain(cells: readonly ComparedCell[], changed: ReadonlySet<Platform>): MoveExplanation {
  const ofChanged = cells.filter(({ platform }) => changed.has(platform));
  const ofOthers = cells.filter(({ platform }) => !changed.has(platform));
  const { verdict } = compareCells(cells);
  const verdictWithout = compareCells(ofOthers).verdict;
  const { difference, interval } = compareChanges(ofChanged, ofOthers);
  const isExplainedBy = explainedBy();
  return { isExplainedBy, verdictWithout, difference: interval && difference, interval };

  function explainedBy(): ExplainedBy {
    const own = compareCells(ofChanged).verdict;
    const isMore = own === 'moved_up' ? (interval?.low ?? 0) > 0 : own === 'moved_down' && (interval?.high ?? 0) < 0;
    if (isMore) return 'model_change';
    if (verdict === 'within_noise') return 'nothing_moved';
    return verdict !== 'too_few_answers' && verdictWithout === verdict ? 'not_model_change' : 'unknown';
  }
}
