import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { entriesByOwner } from '../pages.js';
import { periodBefore } from './comparison.js';
import { IN_SCOPE, type Period, SCOPE } from './metric-query.js';
import { type Confidence, percent, sum, wilson } from './shares.js';

/** A model of a platform, over a period and the one before; '' stands for models that are not known by name. */
interface ServedModel {
  platform: Platform;
  model: string;
  responses: number;
  naming: number;
  previousResponses: number;
  /** Days of the period with its responses; null where there are none. */
  firstDate: string | null;
  lastDate: string | null;
  /** Responses of the period on and after the day of a method that was not used before the period; of all models. */
  byNewMethod: number;
}

type ModelRow = { project_id: string } & (
  | { platform: null }
  | {
      platform: Platform;
      model: string;
      responses: number;
      naming: number;
      previous_responses: number;
      first_date: string | null;
      last_date: string | null;
      by_new_method: number;
    }
);

/** Days are counted from $5 on; those before are of the period before. The first method of a platform is no change. */
const SERVED_MODELS = statement<ModelRow>(
  'served-models-of-projects',
  `with ${SCOPE}
   select x.project_id, c.*
   from scope x
   left join lateral (
     select r.platform, r.model,
       coalesce(sum(r.response_count) filter (where r.bucket_date >= $5), 0)::int as responses,
       coalesce(sum(r.brand_mention_count) filter (where r.bucket_date >= $5), 0)::int as naming,
       coalesce(sum(r.response_count) filter (where r.bucket_date < $5), 0)::int as previous_responses,
       min(r.bucket_date) filter (where r.bucket_date >= $5) as first_date,
       max(r.bucket_date) filter (where r.bucket_date >= $5) as last_date,
       coalesce(sum(r.response_count) filter (where r.bucket_date >= m.day), 0)::int as by_new_method
     from daily_model_response r
     left join lateral (
       select min((s.first_at at time zone 'UTC')::date) as day
       from served_method s
       where s.account_id = $1 and s.project_id = x.project_id and s.platform = r.platform
         and s.first_at >= $5::date::timestamp at time zone 'UTC' and exists (
           select
           from served_method e
           where e.account_id = $1 and e.project_id = x.project_id and e.platform = s.platform
             and e.first_at < s.first_at
         )
     ) m on true
     where ${IN_SCOPE}
     group by r.platform, r.model
   ) c on true
   order by x.project_id, c.platform, c.responses desc, c.previous_responses desc, c.model collate "C"`,
);

/** The models that answered each project that the account holds, in a period and the one before, by project. */
export async function servedModelsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
): Promise<Map<string, ServedModel[]>> {
  const { from } = periodBefore(period);
  return entriesByOwner(
    await ctx.db.rows(SERVED_MODELS, [...bindProjects(ctx, projectIds), from, period.to, period.from]),
    ({ project_id }) => project_id,
    (row): ServedModel | null => {
      if (row.platform === null) return null;
      const { platform, model, responses, naming } = row;
      const days = { firstDate: row.first_date, lastDate: row.last_date };
      const rest = { previousResponses: row.previous_responses, byNewMethod: row.by_new_method };
      return { platform, model, responses, naming, ...days, ...rest };
    },
  );
}

/** A model's responses; null where it is not known by name. */
export interface ModelCount {
  model: string | null;
  responseCount: number;
  /** First day of the period with its responses; null in the period before. */
  firstDate: string | null;
}

/** The models of a platform before and now, those of most responses first. */
export interface PlatformModels {
  platform: Platform;
  isModelChanged: boolean;
  before: ModelCount[];
  now: ModelCount[];
}

/** Below this share of responses of the models and methods of the period before, a platform's model has changed. */
const KEPT_SHARE = 0.8;

/**
 * The platforms with responses in both periods, in their usual order, and whether their model changed: less than 80 %
 * of the responses come from models that responded in the period before, or by methods that were used before.
 */
export function modelsByPlatform(
  served: readonly ServedModel[],
  asked: readonly Platform[] | undefined,
): PlatformModels[] {
  return PLATFORMS.flatMap((platform) => {
    if (asked && !asked.includes(platform)) return [];
    const models = served.filter((one) => one.platform === platform);
    const whole = sum(models.map(({ responses }) => responses));
    const known = sum(models.filter((one) => one.previousResponses > 0).map(({ responses }) => responses));
    const byKnownMethod = whole - sum(models.map(({ byNewMethod }) => byNewMethod));
    const before = countsOf(models, ({ model, previousResponses }) => ({
      ...{ model, responseCount: previousResponses, firstDate: null },
    }));
    const now = countsOf(models, ({ model, responses, firstDate }) => ({ model, responseCount: responses, firstDate }));
    if (whole === 0 || before.length === 0) return [];
    const isModelChanged = Math.min(known, byKnownMethod) < KEPT_SHARE * whole;
    return [{ platform, isModelChanged, before, now }];
  });
}

function countsOf(models: readonly ServedModel[], count: (model: ServedModel) => ModelCount): ModelCount[] {
  return models
    .map(count)
    .map((one) => ({ ...one, model: one.model === '' ? null : one.model }))
    .filter(({ responseCount }) => responseCount > 0)
    .sort((one, other) => other.responseCount - one.responseCount);
}

/** Visibility by one model of a platform. */
export interface ModelVisibility extends Omit<ModelCount, 'firstDate'> {
  score: number;
  confidence: Confidence | null;
  firstDate: string;
  lastDate: string;
}

/** The models that answered on a platform in the period, those of most responses first. */
export function visibilityByModel(served: readonly ServedModel[], platform: Platform): ModelVisibility[] {
  return served.flatMap(({ model, responses, naming, firstDate, lastDate, ...one }) => {
    if (one.platform !== platform || firstDate === null || lastDate === null) return [];
    const share = { score: percent(naming, responses), confidence: wilson(naming, responses) };
    return [{ model: model === '' ? null : model, responseCount: responses, ...share, firstDate, lastDate }];
  });
}
