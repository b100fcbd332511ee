import { z } from 'zod';
import { twoCalls } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import type { SampleSizeOption } from '../../core/sample-size/sample-size.js';
import { sampleSizeInput, sampleSizeOfProjects } from '../../core/sample-size/sample-size.reads.js';
import { defineTool, ofProject, parseProject, projectId } from '../mcp-tool.js';

const option = z.object({
  prompts: z.number(),
  platforms: z.number(),
  repeats: z.number(),
  is_daily: z.boolean(),
  credits_per_month: z.number(),
  detectable_points: z.number().nullable(),
  half_width_points: z.number().nullable(),
  limit: z.string().nullable().describe('What the plan lacks'),
});

const OPTIONS_SHOWN = 5;

export const sampleSize = defineTool({
  name: 'sample_size',
  title: 'Sample size',
  description: 'How much asking it takes to see a change of so many points, or to know the score so exactly.',
  input: z.object({
    project_id: projectId,
    change_points: z.number().optional().describe('1 to 50; this or interval_points'),
    interval_points: z.number().optional().describe('Half width, 1 to 30'),
    weeks: z.number().optional().describe('1 to 12; 4'),
  }),
  output: z.object({
    present: option.describe('As it is asked now'),
    options: z.array(option).describe('That reach it, cheapest first'),
    cheapest: option.nullable().describe('Within the plan'),
  }),
  points: () => twoCalls({ args: {}, childComplexity: 0 }),
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const { change_points: changePoints, interval_points: intervalPoints, weeks } = asked;
    const query = parse(sampleSizeInput, { changePoints, intervalPoints, weeks });
    const found = await ofProject(ctx, await sampleSizeOfProjects(ctx, [id], query), id);
    return {
      present: toOption(found.present),
      options: found.options.slice(0, OPTIONS_SHOWN).map(toOption),
      cheapest: found.cheapest && toOption(found.cheapest),
    };
  },
});

function toOption(view: SampleSizeOption): z.output<typeof option> {
  return {
    prompts: view.prompts,
    platforms: view.platforms,
    repeats: view.repeats,
    is_daily: view.isDaily,
    credits_per_month: view.creditsPerMonth,
    detectable_points: view.detectablePoints,
    half_width_points: view.halfWidthPoints,
    limit: view.limit,
  };
}
