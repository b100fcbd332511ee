import { z } from 'zod';
import { analysesOfProjects } from '../../core/analysis-state/project-analysis.js';
import { competitorBriefsOfProjects } from '../../core/competitors/competitor.reads.js';
import { oneCall } from '../../core/field-prices.js';
import { marketsOfProjects } from '../../core/markets/market.reads.js';
import { METHOD_NOTE } from '../../core/platforms/methods.js';
import { findProjects } from '../../core/projects/project.reads.js';
import { promptBriefsOfProjects } from '../../core/prompts/prompt.reads.js';
import { monitoringOfProjects } from '../../core/runs/monitoring.js';
import { creditsForecast } from '../../core/usage/credits-forecast.js';
import { defineTool, ofProject, parseProject, projectId } from '../mcp-tool.js';
import { plainAddress, quotedLine } from '../quoted.js';

/** Markets and competitors that are named. */
const NAMED_MAX = 100;

/** Prompts, competitors, monitoring and analysis are a call each. */
const CALLS_BELOW = 4;

export const getProject = defineTool({
  name: 'get_project',
  title: 'Get a project',
  description: 'How one brand is monitored: names, site, markets, competitors, platforms, what is due and the method.',
  input: z.object({ project_id: projectId }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    aliases: z.array(z.string()),
    website_url: z.string(),
    country: z.string(),
    main_topic: z.string(),
    platforms: z.array(z.string()),
    frequency: z.string(),
    repeats: z.number().describe('Askings of a weekly prompt a week'),
    is_paused: z.boolean(),
    prompt_count: z.number(),
    competitor_count: z.number(),
    competitors: z.array(z.object({ id: z.string(), quoted_name: z.string() })),
    markets: z.array(z.object({ id: z.string(), name: z.string(), country: z.string(), prompt_count: z.number() })),
    credits: z.object({ used: z.number(), granted: z.number(), forecast: z.number().nullable() }),
    next_run_at: z.string().nullable(),
    last_run_at: z.string().nullable(),
    analysis_state: z.string().describe('Other than current: numbers are of former names'),
    method_note: z.string(),
  }),
  points: () => oneCall({ args: {}, childComplexity: CALLS_BELOW }),
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const project = await ofProject(ctx, await findProjects(ctx, [id]), id);
    const [prompts, competitors, markets, monitoring, analyses, credits] = await Promise.all([
      promptBriefsOfProjects(ctx, [id]),
      competitorBriefsOfProjects(ctx, [id]),
      marketsOfProjects(ctx, [id], false),
      monitoringOfProjects(ctx, [id]),
      analysesOfProjects(ctx, [id]),
      creditsForecast(ctx),
    ]);
    const tracked = competitors.get(id) ?? [];
    return {
      id,
      name: quotedLine(project.name),
      brand: quotedLine(project.brandName),
      aliases: project.aliases.map((alias) => quotedLine(alias)),
      website_url: plainAddress(project.websiteUrl),
      country: project.targetCountry,
      main_topic: quotedLine(project.mainTopic),
      platforms: project.settings.platforms,
      frequency: project.settings.monitoringFrequency,
      repeats: project.repeats,
      is_paused: project.isPaused,
      prompt_count: prompts.get(id)?.length ?? 0,
      competitor_count: tracked.length,
      competitors: tracked
        .slice(0, NAMED_MAX)
        .map(({ id: competitorId, name }) => ({ id: competitorId, quoted_name: quotedLine(name, SHORT) })),
      markets: (markets.get(id) ?? []).map((market) => ({
        id: market.id,
        name: quotedLine(market.name, SHORT),
        country: market.country,
        prompt_count: market.promptCount,
      })),
      credits: { used: credits.used, granted: credits.granted, forecast: credits.forecast },
      next_run_at: monitoring.get(id)?.nextRunAt ?? null,
      last_run_at: monitoring.get(id)?.lastRunAt ?? null,
      analysis_state: analyses.get(id)?.state ?? 'current',
      method_note: METHOD_NOTE,
    };
  },
});

/** Characters of a name in a list. */
const SHORT = 80;
