import { z } from 'zod';
import { changesInput, changesOfProjects } from '../../core/changes/changes.js';
import { oneCall } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import { days, defineTool, fitted, ofHistory, parseProject, period, projectId } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

/** A note has so many characters. */
const TEXT_MAX = 500;

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'What changed beside the numbers: names, prompts, notes of people, and models of platforms, newest first.',
  input: z.object({ project_id: projectId, ...period }),
  output: z.object({
    days,
    changes: z.array(z.object({ at: z.string(), kind: z.string(), quoted_text: z.string() })),
    is_cut: z.boolean(),
  }),
  points: () => oneCall({ args: {}, childComplexity: 0 }),
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const { window, from, to } = asked;
    const within = toPeriod(ctx, parse(changesInput, { window, from, to }));
    const found = await ofHistory(ctx, await changesOfProjects(ctx, [id], within), id);
    const changes = found.map(({ at, kind, text }) => ({ at, kind, quoted_text: quotedLine(text, TEXT_MAX) }));
    return fitted(changes.length, (count) => ({
      days: within,
      changes: changes.slice(0, count),
      is_cut: count < changes.length,
    }));
  },
});
