import type { z } from 'zod';
import { rows } from '../../database/rows.js';
import type { Context } from '../context.js';
import type { Period } from '../metrics/period.input.js';
import type { Place } from '../page.input.js';
import type { responsesInput } from './response.input.js';
import { COUNT_RESPONSES, RESPONSES } from './response.statements.js';
import { type ResponseView, toResponseView } from './response.view.js';

/** Which answers: all of the period where nothing else is said. An id that names nothing of the project finds none. */
export type ResponseFilter = Pick<z.output<typeof responsesInput>, 'platform' | 'promptId' | 'mentioning'>;

export interface ResponsePage {
  first: number;
  /** The answer after which the page begins. */
  after: Place | null;
}

/** A page of the retained answers of each project that the account holds, newest first, then by id. */
export async function responsesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { first, after, ...filter }: ResponseFilter & ResponsePage,
): Promise<Map<string, { entries: ResponseView[]; hasMore: boolean }>> {
  const values = [...chosen(ctx, projectIds, period, filter), after?.at ?? null, after?.id ?? null, first + 1];
  const pages = new Map<string, { entries: ResponseView[]; hasMore: boolean }>();
  for (const row of await rows(ctx.em, RESPONSES, values)) {
    const page = pages.get(row.project_id) ?? { entries: [], hasMore: false };
    pages.set(row.project_id, page);
    if (row.id === null) continue;
    if (page.entries.length === first) page.hasMore = true;
    else page.entries.push(toResponseView(row.project_id, row));
  }
  return pages;
}

/** How many retained answers each project that the account holds has, on all pages together. */
export async function countResponsesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  filter: ResponseFilter,
): Promise<Map<string, number>> {
  const found = await rows(ctx.em, COUNT_RESPONSES, chosen(ctx, projectIds, period, filter));
  return new Map(found.map(({ project_id, total }) => [project_id, total]));
}

function chosen(
  { caller }: Context,
  projectIds: readonly string[],
  { from, to }: Period,
  { platform, promptId, mentioning }: ResponseFilter,
): unknown[] {
  return [caller.accountId, projectIds, from, to, platform ?? null, promptId ?? null, mentioning ?? null];
}
