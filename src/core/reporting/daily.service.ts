import type { Platform } from '../../entities/vocabulary.js';
import { absencesOfHistory } from '../access.js';
import type { Context } from '../context.js';
import { toPeriod } from '../metrics/metric-query.js';
import { percent } from '../metrics/shares.js';
import { parse } from '../parse.js';
import {
  CITATIONS_DAILY,
  type DailyKey,
  type DailyTable,
  MENTIONS_DAILY,
  RESPONSES_DAILY,
  SENTIMENT_DAILY,
  VISIBILITY_DAILY,
} from './daily.statements.js';
import { dailyInput } from './reporting.input.js';

/** What every flat row begins with. Rows come by project, day, platform and, where there is one, name or domain. */
export interface DailyKeyView {
  projectId: string;
  projectName: string;
  platform: Platform;
  date: string;
}

/** A daily table, and what each of its rows measures. */
export interface DailyRows<Measures, View> {
  table: DailyTable<Measures>;
  toMeasures: (row: DailyKey & Measures) => View;
}

export const VISIBILITY_ROWS = measured(VISIBILITY_DAILY, (row) => ({
  visibilityScore: percent(row.brand_mention_count, row.response_count),
  brandMentionCount: row.brand_mention_count,
  responseCount: row.response_count,
}));

export const MENTION_ROWS = measured(MENTIONS_DAILY, (row) => ({
  name: row.name,
  isBrand: row.subject_id === row.project_id,
  competitorCandidateId: row.subject_id === row.project_id ? null : row.subject_id,
  competitorId: row.competitor_id,
  mentionCount: row.mention_count,
  responseCount: row.response_count,
}));

export const CITATION_ROWS = measured(CITATIONS_DAILY, (row) => ({
  domain: row.domain,
  citationCount: row.citation_count,
  responseCount: row.response_count,
}));

export const SENTIMENT_ROWS = measured(SENTIMENT_DAILY, ({ positive, neutral, negative, mixed }) => ({
  positive,
  neutral,
  negative,
  mixed,
  total: positive + neutral + negative + mixed,
}));

const RESPONSE_ROWS = measured(RESPONSES_DAILY, (row) => ({
  responseCount: row.response_count,
  brandMentionCount: row.brand_mention_count,
  mentionCount: row.mention_count,
  citationCount: row.citation_count,
}));

/** Accepted responses of a day and platform and those that name the brand. */
export async function visibilityDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, VISIBILITY_ROWS, input);
}

/** Occurrences of each name on a day and platform. */
export async function mentionsDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, MENTION_ROWS, input);
}

/** Citations of each domain on a day and platform. */
export async function citationsDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, CITATION_ROWS, input);
}

/** Sentiment classes of a day and platform. */
export async function sentimentDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, SENTIMENT_ROWS, input);
}

/** Accepted responses of a day and platform with the brand's mentions and all citations in them. */
export async function responsesDaily(ctx: Context, input: unknown) {
  return dailyRows(ctx, RESPONSE_ROWS, input);
}

/**
 * A page of one table's rows. Without `projectIds` all unarchived projects are asked about; named ones may be archived.
 * @throws ServiceError VALIDATION_ERROR, and FORBIDDEN or NOT_FOUND where an id is not the account's.
 */
async function dailyRows<Measures, View>(
  ctx: Context,
  { table, toMeasures }: DailyRows<Measures, View>,
  input: unknown,
): Promise<(DailyKeyView & View)[]> {
  const sent = parse(dailyInput, input);
  const { from, to } = toPeriod(ctx, sent);
  const { accountId } = ctx.caller;
  const values = [accountId, sent.projectIds ?? null, from, to, sent.platforms ?? null, sent.limit, sent.offset];
  const found = await ctx.db.rows(sent.platforms ? table.ofPlatforms : table.ofAll, values);
  const missing = found[0]?.missing;
  if (missing) throw await absenceOfAny(ctx, missing);
  return found.flatMap((row) => (row.project_id === null ? [] : [{ ...toDailyKey(row), ...toMeasures(row) }]));
}

function measured<Measures, View>(
  table: DailyTable<Measures>,
  toMeasures: (row: DailyKey & Measures) => View,
): DailyRows<Measures, View> {
  return { table, toMeasures };
}

export function toDailyKey(row: DailyKey): DailyKeyView {
  return { projectId: row.project_id, projectName: row.project_name, platform: row.platform, date: row.date };
}

/** A foreign project among others that never existed makes the question a forbidden one. */
async function absenceOfAny(ctx: Context, ids: readonly string[]): Promise<Error> {
  const reasons = [...(await absencesOfHistory(ctx, ids)).values()];
  return reasons.find(({ code }) => code === 'FORBIDDEN') ?? reasons[0] ?? new Error('a missing project has no reason');
}
