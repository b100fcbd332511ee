import { z } from 'zod';
import { runsRequested } from '../../core/field-prices.js';
import { findRuns } from '../../core/runs/run-list.js';
import { runPrompt as requestRuns } from '../../core/runs/run-now.js';
import { defineTool } from '../mcp-tool.js';

export const runPrompt = defineTool({
  name: 'run_prompt',
  title: 'Run a prompt now',
  description:
    'Asks one prompt on its platforms out of turn, which takes a credit a platform. Answers come in minutes.',
  isWrite: true,
  isOpenWorld: true,
  input: z.object({ prompt_id: z.string().describe('From list_prompts') }),
  output: z.object({
    runs: z.array(z.object({ id: z.string(), platform: z.string(), state: z.string(), reason: z.string().nullable() })),
    credits_taken: z.number(),
  }),
  points: () => runsRequested({ args: {}, childComplexity: 0 }),
  run: async (ctx, asked) => {
    const runs = await findRuns(ctx, await requestRuns(ctx, asked.prompt_id));
    return {
      runs: runs.map(({ id, platform, state, reason }) => ({ id, platform, state, reason })),
      credits_taken: runs.filter(({ state }) => state !== 'skipped').length,
    };
  },
});
