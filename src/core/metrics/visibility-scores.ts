import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { IN_SCOPE, SCOPE } from './history.js';
import { percent } from './percent.js';
import type { Period } from './period.input.js';
import type { VisibilityView } from './visibility.js';

/** Visibility without its days. */
export type VisibilityScores = Omit<VisibilityView, 'trend'>;

/** A row for the whole of each project (`platform` null), with the enabled platforms, then one a platform. */
const SCORES = statement<{
  project_id: string;
  enabled: Platform[] | null;
  platform: Platform | null;
  responses: number | null;
  naming: number | null;
}>(
  'visibility-scores-of-projects',
  `with ${SCOPE}
   select x.project_id, case when c.platform is null then x.platforms end as enabled, c.platform, c.responses, c.naming
   from scope x
   cross join lateral (
     select r.platform, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
     from daily_response r
     where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
     group by grouping sets ((), (r.platform))
   ) c
   order by c.platform nulls first`,
);

/**
 * Visibility of each project that the account holds, archived ones included, by project: for whom does not ask for the
 * trend, whose days are nine in ten of the rows.
 */
export async function visibilityScoresOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
): Promise<Map<string, VisibilityScores>> {
  const values = [ctx.caller.accountId, projectIds, period.from, period.to, asked ?? null];
  const views = new Map<string, VisibilityScores>();
  for (const row of await rows(ctx.em, SCORES, values)) {
    const counts = { responses: row.responses ?? 0, naming: row.naming ?? 0 };
    const score = percent(counts.naming, counts.responses);
    if (row.platform === null) {
      const byPlatform = withZeros(asked ?? row.enabled ?? []);
      views.set(row.project_id, { projectId: row.project_id, window: { ...period }, byPlatform, score, counts });
      continue;
    }
    const view = views.get(row.project_id);
    if (!view) throw new Error('the row of a whole project does not come first');
    view.byPlatform[row.platform] = {
      responseCount: counts.responses,
      brandMentionCount: counts.naming,
      visibilityScore: score,
    };
  }
  return views;
}

/** The platforms asked for, else the enabled ones; one with responses is added as it is met. */
function withZeros(platforms: readonly Platform[]): VisibilityView['byPlatform'] {
  return Object.fromEntries(
    platforms.map((name) => [name, { responseCount: 0, brandMentionCount: 0, visibilityScore: 0 }]),
  );
}
