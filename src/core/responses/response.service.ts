import type { z } from 'zod';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import type { Period } from '../metrics/metric-query.js';
import type { PagePosition } from '../pages.js';
import { daysBetween } from '../timestamp.js';
import { type responsesInput, SEARCH_DAYS_MAX } from './response.input.js';
import {
  COUNT_RESPONSES,
  COUNT_RESPONSES_NAMING,
  RESPONSES,
  RESPONSES_AT,
  RESPONSES_NAMING,
} from './response.statements.js';
import {
  RESPONSE_PARTS,
  type ResponsePart,
  type ResponseRow,
  type ResponseView,
  toResponseView,
} from './response.view.js';
import { COUNT_SIFTED_RESPONSES, SIFTED_RESPONSES } from './sifted.statements.js';

/** Which answers: all of the period where nothing else is said. An id that names nothing of the project finds none. */
export type ResponseFilter = Omit<z.output<typeof responsesInput>, 'from' | 'to' | 'window'>;

export interface ResponsePage {
  first: number;
  /** The answer after which the page begins. */
  after: PagePosition | null;
}

/** Which answers of which days. */
export interface ResponseCountQuery {
  period: Period;
  filter: ResponseFilter;
}

export interface ResponsesQuery extends ResponseCountQuery {
  page: ResponsePage;
  /** What is read of each answer, all where it is not said; the others are empty. */
  parts?: readonly ResponsePart[];
}

/**
 * Bytes that the texts, citations and evidence of all pages of a question have at most: as many as an answer of a
 * surface may have, which would be refused after they were fetched.
 */
export const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;

/**
 * A page of the retained answers of each project that the account holds, newest first, then by id.
 * @throws ServiceError VALIDATION_ERROR where the pages are together beyond {@link RESPONSE_BYTES_MAX}, and for words
 *   in more than {@link SEARCH_DAYS_MAX} days.
 */
export async function responsesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter, page: { first, after }, parts = RESPONSE_PARTS }: ResponsesQuery,
): Promise<Map<string, EntriesPage>> {
  const place = [after?.at ?? null, after?.id ?? null, first + 1];
  const values = [...chosen(ctx, projectIds, period, filter), ...place, parts, RESPONSE_BYTES_MAX];
  const facts = siftedBy(period, filter);
  const statement = filter.mentioning === undefined ? RESPONSES : RESPONSES_NAMING;
  const pages = new Map<string, EntriesPage>();
  const found = await (facts === null
    ? ctx.db.rows(statement, values)
    : ctx.db.rows(SIFTED_RESPONSES, [...values, ...facts]));
  for (const row of found) {
    const page = pages.get(row.project_id) ?? { entries: [], hasMore: false };
    pages.set(row.project_id, page);
    if (row.id !== null) addRow(page, row, first);
  }
  return pages;
}

interface EntriesPage {
  entries: ResponseView[];
  hasMore: boolean;
}

/** The row after the last one asked for only shows that there are more. */
function addRow(page: EntriesPage, row: ResponseRow & { project_id: string }, first: number): void {
  if (page.entries.length === first) page.hasMore = true;
  else if (row.is_beyond) throw tooLong();
  else page.entries.push(toResponseView(row.project_id, row));
}

/** Where a retained answer lies. */
export interface ResponsePlace {
  projectId: string;
  bucketDate: string;
  id: string;
}

/**
 * The retained answers at places, by id; of those that the account does not hold, or nobody does, none is in the map.
 * @throws ServiceError VALIDATION_ERROR where they are together beyond {@link RESPONSE_BYTES_MAX}.
 */
export async function responsesAt(
  ctx: Context,
  places: readonly ResponsePlace[],
  parts: readonly ResponsePart[],
): Promise<Map<string, ResponseView>> {
  const projectIds = places.map(({ projectId }) => projectId);
  const [days, ids] = [places.map(({ bucketDate }) => bucketDate), places.map(({ id }) => id)];
  const owned = [ctx.caller.accountId, [...new Set(projectIds)]];
  const found = new Map<string, ResponseView>();
  for (const row of await ctx.db.rows(RESPONSES_AT, [...owned, projectIds, days, ids, parts, RESPONSE_BYTES_MAX])) {
    if (row.id === null) continue;
    if (row.is_beyond) throw tooLong();
    found.set(row.id, toResponseView(row.project_id, row));
  }
  return found;
}

/** How many retained answers each project that the account holds has, on all pages together. */
export async function countResponsesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter }: ResponseCountQuery,
): Promise<Map<string, number>> {
  const statement = filter.mentioning === undefined ? COUNT_RESPONSES : COUNT_RESPONSES_NAMING;
  const facts = siftedBy(period, filter);
  const values = chosen(ctx, projectIds, period, filter);
  const found = await (facts === null
    ? ctx.db.rows(statement, values)
    : ctx.db.rows(COUNT_SIFTED_RESPONSES, [...values, ...facts]));
  return new Map(found.map(({ project_id, total }) => [project_id, total]));
}

function tooLong(): Error {
  const mib = RESPONSE_BYTES_MAX / 1024 / 1024;
  return invalid(['first'], `asks for more than ${mib} MiB of texts, citations and evidence: request fewer responses`);
}

/** What answers are sifted by beyond their place: null where nothing is asked of what was found in them. */
function siftedBy(period: Period, { named, sentiments, citing, search }: ResponseFilter): unknown[] | null {
  if (search !== undefined && daysBetween(period.from, period.to) >= SEARCH_DAYS_MAX) {
    throw invalid(['search'], `covers at most ${SEARCH_DAYS_MAX} days, the first and the last included`);
  }
  const facts = [named, sentiments, citing, search === undefined ? undefined : containing(search)];
  return facts.some((asked) => asked !== undefined) ? facts.map((asked) => asked ?? null) : null;
}

/** Letter case does not count; nothing in the words is a wildcard. */
function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

function chosen(
  { caller }: Context,
  projectIds: readonly string[],
  { from, to }: Period,
  { platform, platforms, promptId, mentioning }: ResponseFilter,
): unknown[] {
  const both = platform === undefined ? platforms : (platforms ?? [platform]).filter((name) => name === platform);
  return [caller.accountId, projectIds, from, to, both ?? null, promptId ?? null, mentioning ?? null];
}
