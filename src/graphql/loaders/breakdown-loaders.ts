import { absencesOfHistory } from '../../core/access/not-found-or-forbidden.js';
import type { Context } from '../../core/context.js';
import { type CellView, cellsOfProjects } from '../../core/metrics/cells.js';
import type { Period } from '../../core/metrics/period.input.js';
import type { Platform } from '../../entities/vocabulary.js';
import { type PluralLoader, pluralLoader } from './plural-loader.js';

/** The days and platforms that numbers are asked of. */
export interface ScopeRequest {
  period: Period;
  platforms: Platform[] | undefined;
}

/** What a project's numbers are made of. */
export interface BreakdownLoaders {
  cellsOf: PluralLoader<ScopeRequest, CellView[]>;
}

export function breakdownLoaders(ctx: Context): BreakdownLoaders {
  const absent = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  return {
    cellsOf: pluralLoader(
      (ids, { period, platforms }: ScopeRequest) => cellsOfProjects(ctx, ids, period, platforms),
      absent,
    ),
  };
}
