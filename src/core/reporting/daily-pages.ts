import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { Unavailable } from '../errors.js';
import { daysBefore } from '../timestamp.js';
import { type DailyKeyView, type DailyRows, toDailyKey } from './daily.service.js';
import type { DailyTable } from './daily.statements.js';

/** One project's rows of a period under one analysis; `platforms` null: all. */
export interface DailyScope {
  projectId: string;
  analysisId: string | null;
  from: string;
  to: string;
  platforms: readonly Platform[] | null;
}

const PAGE_ROWS = 1_000;
const NOWHERE = '00000000-0000-0000-0000-000000000000';
const RETRY_AFTER_SECONDS = 1;

/** How many rows {@link dailyPages} has, counted up to `most`. */
export async function countDailyRows(
  ctx: Context,
  { table }: { table: Pick<DailyTable<unknown>, 'count'> },
  scope: DailyScope,
  most: number,
): Promise<number> {
  const [counted] = await ctx.db.rows(table.count, [...boundOf(ctx, scope), most]);
  return counted?.total ?? 0;
}

/**
 * All rows, ascending by day, then platform, then name or domain, in pages of 1,000. No connection is held between
 * pages, however long the next one is not asked for.
 * @throws ServiceError SERVICE_UNAVAILABLE where readers are switched to another analysis meanwhile: the rows of two do
 *   not belong together.
 */
export async function* dailyPages<Measures, View>(
  ctx: Context,
  { table, toMeasures }: DailyRows<Measures, View>,
  scope: DailyScope,
): AsyncGenerator<(DailyKeyView & View)[]> {
  let after = [daysBefore(scope.from, 1), '', NOWHERE];
  for (let isLast = false; !isLast; ) {
    const found = await ctx.db.rows(table.afterPlace, [...boundOf(ctx, scope), ...after, PAGE_ROWS]);
    if ((found[0]?.analysis_id ?? null) !== scope.analysisId) throw analysisChanged();
    const page = found.flatMap((row) => (row.project_id === null ? [] : [row]));
    yield page.map((row) => ({ ...toDailyKey(row), ...toMeasures(row) }));
    const last = page.at(-1);
    if (last) after = [last.date, last.platform, last.place];
    isLast = page.length < PAGE_ROWS;
  }
}

/** What was read belongs to an analysis that readers do not see any more. */
export function analysisChanged(): Unavailable {
  return new Unavailable('The answers were re-analysed while they were being read. Try again.', RETRY_AFTER_SECONDS);
}

function boundOf({ caller }: Context, { projectId, analysisId, from, to, platforms }: DailyScope): unknown[] {
  return [caller.accountId, projectId, analysisId, from, to, platforms];
}
