import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { bindPrompts } from '../access/project-limit.js';
import type { Context } from '../context.js';
import { bindDays, type MetricQuery, type TrendQuery } from './metric-query.js';
import { percent } from './shares.js';
import { poolDays, reachingBack, type TrendPointView } from './trend.js';

/** What a prompt's answers say, all platforms together and each by itself. */
export interface PromptScore {
  responseCount: number;
  brandMentionCount: number;
  visibilityScore: number;
  byPlatform: { platform: Platform; responseCount: number; brandMentionCount: number; visibilityScore: number }[];
}

/**
 * The prompts $2 `q` with the sums of their questions `c`, on the days $3 to $4 and the platforms $5. The days are read
 * once for all prompts of a project.
 */
function countsOfPrompts(columns: string): string {
  return `with wanted as materialized (
     select q.id, q.account_id, q.project_id, q.text_hash
     from prompt q
     where q.account_id = $1 and q.id = any ($2::uuid[])
   ),
   counted as materialized (
     select w.project_id, c.*
     from (
       select account_id, project_id, array_agg(text_hash) as hashes
       from wanted
       group by account_id, project_id
     ) w
     join analysis_selection s on s.account_id = $1 and s.project_id = w.project_id
     cross join lateral (
       select r.question_hash, ${columns}, sum(r.response_count)::int as responses,
         sum(r.brand_mention_count)::int as naming
       from daily_question_response r
       where r.account_id = $1 and r.project_id = w.project_id and r.analysis_id = s.analysis_id
         and r.bucket_date between $3 and $4 and r.question_hash = any (w.hashes)
         and ($5::text[] is null or r.platform = any ($5::text[]))
       group by r.question_hash, ${columns}
     ) c
   )
   select q.id as prompt_id, c.*
   from wanted q
   left join counted c on c.project_id = q.project_id and c.question_hash = q.text_hash
   order by q.id, ${columns.replace(/\br\./g, 'c.')}`;
}

interface CountRow {
  prompt_id: string;
  /** Null where nothing was counted, as the next two. */
  platform: Platform | null;
  responses: number;
  naming: number;
}

const SCORES_OF_PROMPTS = statement<CountRow>('scores-of-prompts', countsOfPrompts('r.platform'));

const DAYS_OF_PROMPTS = statement<CountRow & { bucket_date: string }>(
  'days-of-prompts',
  countsOfPrompts('r.platform, r.bucket_date'),
);

/** The score of each prompt that the account holds, by prompt: of the answers to its question as it is worded now. */
export async function visibilityOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, PromptScore>> {
  const values = [...(await bindPrompts(ctx, promptIds)), ...bindDays(query)];
  const scores = new Map<string, PromptScore>();
  for (const { prompt_id, platform, responses, naming } of await ctx.db.rows(SCORES_OF_PROMPTS, values)) {
    const score = scores.get(prompt_id) ?? unscored();
    scores.set(prompt_id, score);
    if (platform === null) continue;
    score.byPlatform.push({ platform, ...toCounts(responses, naming) });
    Object.assign(score, toCounts(score.responseCount + responses, score.brandMentionCount + naming));
  }
  return scores;
}

function toCounts(responses: number, naming: number): Omit<PromptScore, 'byPlatform'> {
  return { responseCount: responses, brandMentionCount: naming, visibilityScore: percent(naming, responses) };
}

function unscored(): PromptScore {
  return { ...toCounts(0, 0), byPlatform: [] };
}

/** The days of a prompt, all platforms together, and of each platform; pooled as those of a project. */
interface PromptTrends {
  whole: TrendPointView[];
  byPlatform: Map<Platform, TrendPointView[]>;
}

export async function trendsOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
  { over, ...query }: TrendQuery,
): Promise<Map<string, PromptTrends>> {
  const { period } = query;
  const values = [
    ...(await bindPrompts(ctx, promptIds)),
    ...bindDays({ ...query, period: reachingBack(period, over) }),
  ];
  const found = Map.groupBy(await ctx.db.rows(DAYS_OF_PROMPTS, values), ({ prompt_id }) => prompt_id);
  const pool = (points: readonly TrendPointView[]) => poolDays(points, period, over);
  return new Map(
    Array.from(found, ([id, all]) => {
      const points = all.flatMap((row) => (row.platform === null ? [] : [{ platform: row.platform, ...toPoint(row) }]));
      const byPlatform = Map.groupBy(points, ({ platform }) => platform);
      const pooled = Array.from(byPlatform, ([platform, own]) => [platform, pool(own)] as const);
      return [id, { whole: pool(addedUp(points)), byPlatform: new Map(pooled) }];
    }),
  );
}

function toPoint({ bucket_date, responses, naming }: CountRow & { bucket_date: string }): TrendPointView {
  return { date: bucket_date, score: percent(naming, responses), responses, brandMentionCount: naming };
}

/** One point a day, ascending. */
function addedUp(points: readonly TrendPointView[]): TrendPointView[] {
  const byDate = Map.groupBy(points, ({ date }) => date);
  return [...byDate.keys()].toSorted().map((date) => {
    const ofDate = byDate.get(date) ?? [];
    const responses = ofDate.reduce((total, point) => total + point.responses, 0);
    const naming = ofDate.reduce((total, point) => total + point.brandMentionCount, 0);
    return { date, score: percent(naming, responses), responses, brandMentionCount: naming };
  });
}
