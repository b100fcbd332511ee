import { z } from 'zod';
import { rows, statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { platforms, uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { IN_SCOPE, only, SCOPE } from './history.js';
import { percent } from './percent.js';
import { type Period, periodInput, toPeriod } from './period.input.js';

/** `platforms` as a list, or comma-separated as a query string has it. */
const platformList = z
  .union([z.string().transform((text) => text.split(',').map((name) => name.trim())), z.array(z.string())], {
    error: 'must be a comma-separated list of platforms',
  })
  .pipe(platforms)
  .optional()
  .meta({ type: 'string', description: 'Comma-separated platforms', examples: ['chatgpt,claude'] });

export const visibilityInput = z.object({ ...periodInput, platforms: platformList });

const score = z.int().min(0).max(100);

/** Share of accepted responses that name the brand (specification, section 4.6). */
export const visibilityView = z
  .object({
    projectId: z.uuid(),
    window: z.object({ from: z.iso.date(), to: z.iso.date() }),
    byPlatform: z.partialRecord(
      z.enum(PLATFORMS),
      z.object({ responseCount: z.int(), brandMentionCount: z.int(), visibilityScore: score }),
    ),
    score,
    trend: z.array(z.object({ date: z.iso.date(), score, responses: z.int() })),
  })
  .meta({ id: 'Visibility' });

/** The accepted responses that a score is about, and those among them that name the brand. */
export interface VisibilityCounts {
  responses: number;
  naming: number;
}

/** `counts` is what GraphQL works out confidence from. */
export type VisibilityView = z.output<typeof visibilityView> & { counts: VisibilityCounts };

/**
 * Both cuts of the same rows at once: one row a platform (`bucket_date` null), then one a day (`platform` null). The
 * enabled platforms are left out of the days' rows, where reading them took a tenth of the request's CPU.
 */
const VISIBILITY = statement<{
  project_id: string;
  enabled: Platform[] | null;
  bucket_date: string | null;
  platform: Platform | null;
  responses: number | null;
  naming: number | null;
}>(
  'visibility-of-projects',
  `with ${SCOPE}
   select x.project_id, case when c.bucket_date is null then x.platforms end as enabled, c.bucket_date, c.platform,
     c.responses, c.naming
   from scope x
   left join lateral (
     select r.bucket_date, r.platform, sum(r.response_count)::int as responses,
       sum(r.brand_mention_count)::int as naming
     from daily_response r
     where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
     group by grouping sets ((r.bucket_date), (r.platform))
   ) c on true
   order by c.bucket_date nulls first, c.platform`,
);

/** Visibility of each project that the account holds, archived ones included, by project. */
export async function visibilityOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
): Promise<Map<string, VisibilityView>> {
  const found = await rows(ctx.em, VISIBILITY, [
    ctx.caller.accountId,
    projectIds,
    period.from,
    period.to,
    asked ?? null,
  ]);
  const views = new Map<string, VisibilityView>();
  for (const row of found) {
    const view = views.get(row.project_id) ?? emptyView(row.project_id, period, asked ?? row.enabled ?? []);
    views.set(row.project_id, view);
    if (row.responses === null || row.naming === null) continue;
    const visibilityScore = percent(row.naming, row.responses);
    if (row.platform !== null) {
      view.byPlatform[row.platform] = { responseCount: row.responses, brandMentionCount: row.naming, visibilityScore };
    } else if (row.bucket_date !== null) {
      view.trend.push({ date: row.bucket_date, score: visibilityScore, responses: row.responses });
      view.counts.responses += row.responses;
      view.counts.naming += row.naming;
    }
  }
  for (const view of views.values()) view.score = percent(view.counts.naming, view.counts.responses);
  return views;
}

/** The platforms asked for, else the enabled ones, each with zeros; one with responses is added as it is met. */
function emptyView(projectId: string, period: Period, platforms: readonly Platform[]): VisibilityView {
  const zeros = { responseCount: 0, brandMentionCount: 0, visibilityScore: 0 };
  const byPlatform = Object.fromEntries(platforms.map((name) => [name, { ...zeros }]));
  return { projectId, window: { ...period }, byPlatform, score: 0, trend: [], counts: { responses: 0, naming: 0 } };
}

/**
 * Visibility of one project; `trend` has a day for each with accepted responses, ascending.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function getVisibility(ctx: Context, projectId: unknown, input: unknown): Promise<VisibilityView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(visibilityInput, input);
  const period = toPeriod(ctx, sent);
  return only(ctx, await visibilityOfProjects(ctx, [id], period, sent.platforms), id);
}
