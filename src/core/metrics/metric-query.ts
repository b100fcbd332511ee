import { z } from 'zod';
import type { Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { invalid } from '../errors.js';
import { platform, platforms } from '../input.js';
import type { QuestionChoice } from '../prompt-filters/chosen-questions.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';
import { daysBefore, daysBetween, daysFrom, toDay } from '../time.js';

/** Days that a window reaches back from `to`; both ends count (decisions, "window=Nd"). */
const WINDOW_DAYS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const;
export const WINDOWS = ['1d', '7d', '30d', '90d'] as const satisfies readonly (keyof typeof WINDOW_DAYS)[];

const MAX_DAYS = 90;
/** Days of the longest question, both ends counted. */
export const DAYS_MAX = MAX_DAYS + 1;
const EARLIEST = '1970-01-01';

/** A day that exists, `YYYY-MM-DD`, from 1970 to 9999: what the database can hold and count back from. */
export const day = z
  .string('must be a date YYYY-MM-DD')
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a date YYYY-MM-DD', abort: true })
  .refine((text) => exists(text), `must be a date that exists, from ${EARLIEST} on`)
  .meta({ format: 'date', examples: ['2026-11-02'] });

/** The parameters that the four metrics share (specification, section 4.5). */
export const periodInput = {
  from: day.optional().describe('First day; by default 30 days before `to`. Wins over `window`'),
  to: day.optional().describe('Last day; by default today'),
  window: z
    .enum(WINDOWS, `must be one of ${WINDOWS.join(', ')}`)
    .optional()
    .describe('Days that the range reaches back from `to`'),
};

export const provider = platform.optional().describe('Only this platform');

/** Days from `from` to `to`, both counted. */
export interface Period {
  from: string;
  to: string;
}

/**
 * The days that a question is about: `to` is today unless sent; a sent `from` wins over `window`; neither is 30 days.
 * @throws ServiceError VALIDATION_ERROR where `from` is after `to` or more than 90 days before it.
 */
export function toPeriod(
  ctx: Context,
  sent: { from?: string | undefined; to?: string | undefined; window?: keyof typeof WINDOW_DAYS | undefined },
): Period {
  const to = sent.to ?? toDay(ctx.clock.now());
  const from = sent.from ?? daysBefore(to, WINDOW_DAYS[sent.window ?? '30d']);
  const days = daysBetween(from, to);
  if (days < 0) throw invalid(['from'], `must not be after to (${to}); date range must be 0-${MAX_DAYS} days`);
  if (days > MAX_DAYS) throw invalid(['from'], `date range must be 0-${MAX_DAYS} days, not ${days}`);
  return { from, to };
}

const period = z.object(periodInput);

/**
 * How many days a question would be about, both ends counted; the most where it would be refused.
 * @param sent arguments as they came, null counting as not sent.
 * @param today the UTC day that it reaches to where it names none; where it is not known, the most.
 */
export function daysInQuestion(sent: Readonly<Record<string, unknown>>, today: string | undefined): number {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const { success, data } = period.safeParse(given);
  if (!success) return DAYS_MAX;
  const to = data.to ?? today;
  if (data.from === undefined) return WINDOW_DAYS[data.window ?? '30d'] + 1;
  if (to === undefined) return DAYS_MAX;
  const days = daysBetween(data.from, to);
  return days >= 0 && days <= MAX_DAYS ? days + 1 : DAYS_MAX;
}

function exists(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && toDay(instant) === text && text >= EARLIEST;
}

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 100;

const limitFault = `must be a whole number from 1 to ${LIMIT_MAX}`;
const offsetFault = 'must be a whole number, 0 or more';

/** Page size and start (specification, section 8.3). */
export const limit = z
  .int(limitFault)
  .min(1, limitFault)
  .max(LIMIT_MAX, limitFault)
  .default(LIMIT_DEFAULT)
  .describe('Entries of a page');
export const offset = z.int(offsetFault).min(0, offsetFault).default(0).describe('Entries to skip');

/** A next-offset cursor as an earlier page has it, text of digits; it wins over `offset`. */
export const cursor = z
  .string('must be a cursor from meta.cursor')
  .regex(/^\d{1,15}$/, 'must be a cursor from meta.cursor')
  .optional()
  .meta({ description: '`meta.cursor` of the page before; wins over `offset`' });

/** The scope of each metric: the project, archived or not, and the analysis its readers see. Binds $1 and $2. */
export const SCOPE = `scope as (
     select p.account_id, p.id as project_id, p.name, p.brand_name, p.platforms, s.analysis_id
     from project p
     left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
     where p.account_id = $1 and p.id = any ($2::uuid[])
   )`;

/** Which answers numbers are asked of: `branded` as a filter's, beside `where`. */
export interface MetricQuery extends QuestionChoice {
  period: Period;
  /** All where there are none named. */
  platforms?: readonly Platform[] | undefined;
}

/** What a metric query is parsed from. */
export const metricQueryInput = z.object({ ...periodInput, platforms: platforms.optional() });

/** The same of the answers to some prompts, which v1's REST does not know. */
export const filteredQueryInput = metricQueryInput.extend({ where: promptFilter.optional() });

/** A query with each day as one of a trend, which pools `over` days. */
export interface TrendQuery extends MetricQuery {
  over: number;
}

/** What {@link SCOPE}, {@link IN_SCOPE} and a condition on platforms bind: $1 to $5. */
export function bindScope(ctx: Context, projectIds: readonly string[], query: MetricQuery): unknown[] {
  return [...bindProjects(ctx, projectIds), ...bindDays(query)];
}

/** The first and the last day, and the platforms asked for: {@link bindScope} without account and projects. */
export function bindDays({ period, platforms }: MetricQuery): unknown[] {
  return [period.from, period.to, platforms ?? null];
}

/** Joins a daily rollup `r` to the scope for the days $3 to $4. */
export const IN_SCOPE = `r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
       and r.bucket_date between $3 and $4`;

/**
 * The same of the days that $3 lists, for rows by question that are summed in a sub-select of the scope, or `lateral`
 * to it. Of a range whose ends it does not know PostgreSQL expects one row of two hundred, and then sorts the rows to
 * group them, which takes twice as long as hashing 72,000 of them does.
 */
export const ON_DAYS = `r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
       and r.bucket_date = any ($3::date[])`;

/** What {@link SCOPE}, {@link ON_DAYS} and a condition on platforms bind: $1 to $4. */
export function bindListed(ctx: Context, projectIds: readonly string[], { period, platforms }: MetricQuery): unknown[] {
  return [...bindProjects(ctx, projectIds), daysFrom(period.from, period.to), platforms ?? null];
}
