import { z } from 'zod';
import { previousOfEach, segmentsOfQuestions } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import { SEGMENT_KINDS, segmentsInput, segmentsOfProjects } from '../../core/metrics/prompt-segments.js';
import { days, defineTool, fitted, interval, ofHistory, parseProject, period, projectId } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

/** Characters of a label. */
const LABEL_SHOWN = 80;

export const compareSegments = defineTool({
  name: 'compare_segments',
  title: 'Compare segments',
  description: 'Visibility by what prompts have in common: where the brand is strong and where it is missing.',
  input: z.object({
    project_id: projectId,
    by: z.enum(SEGMENT_KINDS),
    ...period,
  }),
  output: z.object({
    days,
    segments: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        prompts: z.number(),
        n: z.number(),
        score: z.number(),
        interval,
        even_score: z.number().nullable(),
        change: z.number().nullable(),
        verdict: z.string().nullable(),
      }),
    ),
    is_cut: z.boolean(),
  }),
  points: () => segmentsOfQuestions({ args: {}, childComplexity: previousOfEach() }),
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const { by, window, from, to } = asked;
    const sent = parse(segmentsInput, { by, window, from, to });
    const parts = { withPrevious: true, withPlaces: false };
    const query = { by: sent.by, first: sent.first, period: toPeriod(ctx, sent), ...parts };
    const { list, marketNames } = await ofHistory(ctx, await segmentsOfProjects(ctx, [id], query), id);
    const segments = list.map(({ key, previous, even, ...one }) => ({
      key: quotedLine(key, LABEL_SHOWN),
      label: quotedLine(by === 'market' ? (marketNames.get(key) ?? '') : key, LABEL_SHOWN),
      prompts: one.promptCount,
      n: one.responseCount,
      score: one.score,
      interval: one.adjustedConfidence,
      even_score: even?.score ?? null,
      change: previous?.change ?? null,
      verdict: previous?.verdict ?? null,
    }));
    return fitted(segments.length, (count) => ({
      days: query.period,
      segments: segments.slice(0, count),
      is_cut: count < segments.length,
    }));
  },
});
