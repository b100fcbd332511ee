import { z } from 'zod';
import { changesOfProjects } from '../../core/changes/changes.js';
import type { Context } from '../../core/context.js';
import { pooledDays, visibilityOfQuestions } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { adjustedConfidenceOfProjects } from '../../core/metrics/adjusted-confidence.js';
import { comparePlatforms, compareVisibility, periodBefore } from '../../core/metrics/comparison.js';
import { evenScoresOfProjects } from '../../core/metrics/even-score.js';
import { explain } from '../../core/metrics/explanation.js';
import { filteredQueryInput, type MetricQuery, toPeriod } from '../../core/metrics/metric-query.js';
import { modelsByPlatform, servedModelsOfProjects } from '../../core/metrics/served-models.js';
import { pooledTrendOfProjects } from '../../core/metrics/trend.js';
import { visibilityOfProjects } from '../../core/metrics/visibility.js';
import { qualityOfProjects } from '../../core/runs/quality.js';
import { daysBetween } from '../../core/time.js';
import { PLATFORMS } from '../../entities/vocabulary.js';
import { days, defineTool, interval, ofHistory, parseProject, period, platforms, projectId } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

/** The score is the first; its intervals, both comparisons, models, changes and runs are a call each. */
const CALLS_BELOW = 7;

const list = z.array(z.string()).optional();

const where = z
  .object({
    tags: list,
    categories: list,
    personas: list,
    stages: list,
    prompt_ids: list,
    market_ids: list,
    countries: list,
    languages: list,
    branded: z.boolean().optional().describe('Whether the prompt names the brand'),
  })
  .optional()
  .describe('Only answers to these prompts');

const missing = z.object({ platform: z.string(), state: z.string(), reason: z.string(), runs: z.number() });

const CHANGES_SHOWN = 10;
/** Days that a point of the trend pools, and between two points. */
const WEEK = 7;

export const getVisibility = defineTool({
  name: 'get_visibility',
  title: 'Get visibility',
  description:
    'The share of answers that name the brand, with its interval, by platform, against the period before, and what a ' +
    'move coincides with. State the interval; call a change a move only where verdict says moved_up or moved_down.',
  input: z.object({
    project_id: projectId,
    ...period,
    platforms,
    where,
    trend: z.boolean().optional().describe('Add weekly points'),
  }),
  output: z.object({
    days,
    score: z.number(),
    interval,
    n: z.number(),
    even_score: z.number().nullable().describe('Each prompt counts alike'),
    previous: z.object({ score: z.number(), change: z.number(), verdict: z.string() }),
    by_platform: z.array(
      z.object({
        platform: z.string(),
        score: z.number(),
        interval,
        n: z.number(),
        change: z.number().nullable(),
        verdict: z.string().nullable(),
      }),
    ),
    explanation: z.object({
      is_explained_by: z.string().describe('A coincidence in time, no proof'),
      changed_models: z.array(z.string()),
      changes: z.array(z.object({ at: z.string(), kind: z.string(), quoted_text: z.string() })),
    }),
    missing: z.array(missing).describe('Runs without an answer'),
    trend: z.array(z.object({ date: z.string(), score: z.number(), n: z.number() })).optional(),
  }),
  points: ({ trend, where: chosen }) => {
    const more = trend ? pooledDays({ args: { over: WEEK }, childComplexity: 0 }) : 0;
    return visibilityOfQuestions({ args: { where: chosen }, childComplexity: CALLS_BELOW + more });
  },
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const query = queryOf(ctx, asked);
    const whole = await ofHistory(
      ctx,
      await visibilityOfProjects(ctx, [id], { ...query, breakdowns: { platforms: true, days: false } }),
      id,
    );
    const [intervals, even, comparisons, byPlatform, served, changes, quality, trends] = await Promise.all([
      adjustedConfidenceOfProjects(ctx, [id], query),
      evenScoresOfProjects(ctx, [id], query),
      compareVisibility(ctx, [id], query),
      comparePlatforms(ctx, [id], query),
      servedModelsOfProjects(ctx, [id], query.period),
      changesOfProjects(ctx, [id], { from: periodBefore(query.period).from, to: query.period.to }),
      qualityOfProjects(ctx, [id], query),
      asked.trend ? pooledTrendOfProjects(ctx, [id], { ...query, over: WEEK }) : null,
    ]);
    const compared = comparisons.get(id);
    if (!compared) throw new Error('a project has a score and no comparison');
    const models = modelsByPlatform(served.get(id) ?? [], query.platforms).filter((one) => one.isModelChanged);
    const changed = models.map(({ platform }) => platform);
    return {
      days: query.period,
      score: whole.score,
      interval: intervals.get(id)?.confidence ?? null,
      n: whole.counts.responses,
      even_score: even.get(id)?.whole?.score ?? null,
      previous: {
        score: compared.previous.score,
        change: compared.change,
        verdict: compared.comparison.verdict,
      },
      by_platform: PLATFORMS.flatMap((platform) => {
        const counted = whole.byPlatform[platform];
        if (!counted) return [];
        const own = byPlatform.get(id)?.get(platform);
        return [
          {
            platform,
            score: counted.visibilityScore,
            interval: own?.current.confidence ?? null,
            n: counted.responseCount,
            change: own?.change ?? null,
            verdict: own?.comparison.verdict ?? null,
          },
        ];
      }),
      explanation: {
        is_explained_by: explain(compared.cells, new Set(changed)).isExplainedBy,
        changed_models: changed,
        changes: (changes.get(id) ?? [])
          .slice(0, CHANGES_SHOWN)
          .map(({ at, kind, text }) => ({ at, kind, quoted_text: quotedLine(text) })),
      },
      missing: (quality.get(id)?.byPlatform ?? []).flatMap(({ platform, reasons }) =>
        reasons
          .filter(({ state }) => state === 'failed' || state === 'skipped')
          .map(({ state, reason, count }) => ({ platform, state, reason, runs: count })),
      ),
      ...(trends && {
        trend: (trends.get(id) ?? [])
          .filter(({ date }) => daysBetween(date, query.period.to) % WEEK === 0)
          .map(({ date, score, responses }) => ({ date, score, n: responses })),
      }),
    };
  },
});

interface Asked extends Partial<Record<'window' | 'from' | 'to', string | undefined>> {
  platforms?: string[] | undefined;
  where?: z.output<typeof where>;
}

function queryOf(ctx: Context, { where: chosen, window, from, to, platforms: on }: Asked): MetricQuery {
  const { prompt_ids: promptIds, market_ids: marketIds, ...labels } = chosen ?? {};
  const filter = chosen && { ...labels, promptIds, marketIds };
  const sent = parse(filteredQueryInput, { window, from, to, platforms: on, where: filter });
  return { period: toPeriod(ctx, sent), platforms: sent.platforms, where: sent.where };
}
