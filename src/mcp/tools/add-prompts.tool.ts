import { z } from 'zod';
import { refuseUnlessMayWrite } from '../../core/access/access.js';
import { invalid } from '../../core/errors.js';
import { writeOfPrompts } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { PLANS } from '../../core/plans.js';
import { findProjects } from '../../core/projects/project.reads.js';
import { countPrompts } from '../../core/prompts/prompt.reads.js';
import { newPromptsInput } from '../../core/prompts/prompt.schema.js';
import { createPrompts } from '../../core/prompts/prompt.writes.js';
import { duplicatesOf } from '../../core/prompts/prompt-duplicates.js';
import { getOwnAccount } from '../../core/usage/account-usage.js';
import { refuseWhileReadOnly } from '../../core/writes.js';
import { defineTool, ofProject, parseProject, projectId } from '../mcp-tool.js';

/** Of one call. */
const PROMPTS_AT_ONCE_MAX = 20;
const DAYS_A_MONTH = 365 / 12;

export const addPrompts = defineTool({
  name: 'add_prompts',
  title: 'Add prompts',
  description:
    'Adds questions that platforms will see and be asked again and again, which takes credits. Without dry_run: ' +
    'false nothing is stored: it tells which are there already, whether there is room, and what they take a month.',
  isWrite: true,
  isOpenWorld: true,
  input: z.object({
    project_id: projectId,
    prompts: z
      .array(
        z.object({
          text: z.string(),
          tags: z.array(z.string()).optional(),
          frequency: z.string().optional().describe("daily or weekly; the account's"),
          market_id: z.string().optional(),
        }),
      )
      .describe('1 to 20'),
    dry_run: z.boolean().optional().describe('true unless false is sent'),
  }),
  output: z.object({
    dry_run: z.boolean(),
    duplicates: z.array(z.object({ at: z.number().describe('From 0'), prompt_id: z.string().nullable() })),
    capacity: z.object({ used: z.number(), limit: z.number(), daily_used: z.number(), daily_limit: z.number() }),
    has_room: z.boolean(),
    credits_per_month: z.number(),
    created_ids: z.array(z.string()),
  }),
  names: { inputs: 'prompts', promptText: 'text', monitoringFrequency: 'frequency' },
  points: ({ prompts }) => writeOfPrompts({ args: { inputs: prompts }, childComplexity: 0 }),
  run: async (ctx, asked) => {
    refuseUnlessMayWrite(ctx.caller);
    const id = parseProject(asked.project_id);
    if (asked.prompts.length > PROMPTS_AT_ONCE_MAX)
      throw invalid(['prompts'], `must have 1 to ${PROMPTS_AT_ONCE_MAX} entries`);
    const sent = asked.prompts.map(({ text, tags, frequency, market_id: marketId }) => {
      return { promptText: text, tags, monitoringFrequency: frequency, marketId };
    });
    const { inputs } = parse(newPromptsInput, { inputs: sent });
    await refuseWhileReadOnly(ctx.db);
    const project = await ofProject(ctx, await findProjects(ctx, [id]), id);
    const [account, before] = await Promise.all([getOwnAccount(ctx), countPrompts(ctx)]);
    const plan = PLANS[account.tier];
    const questions = inputs.map(({ promptText, marketId }) => ({ text: promptText, marketId: marketId ?? null }));
    const duplicates = await duplicatesOf(ctx, id, questions);
    const taken = new Set(duplicates.map(({ at }) => at));
    const added = inputs.filter((_, at) => !taken.has(at));
    const frequencies = added.map(({ monitoringFrequency }) => monitoringFrequency ?? account.cadence);
    const daily = frequencies.filter((frequency) => frequency === 'daily').length;
    const platforms = project.settings.platforms.filter((platform) => plan.platforms.includes(platform)).length;
    const repeats = Math.min(project.repeats, plan.repeatsMax);
    const askings = daily * DAYS_A_MONTH + (added.length - daily) * ((repeats * DAYS_A_MONTH) / 7);
    const result = {
      duplicates: duplicates.map(({ at, promptId }) => ({ at, prompt_id: promptId })),
      has_room: before.total + added.length <= plan.promptCapacity && before.daily + daily <= plan.dailySlots,
      credits_per_month: Math.round(askings * platforms),
    };
    const isDryRun = asked.dry_run !== false;
    const created = isDryRun ? [] : await createPrompts(ctx, id, inputs);
    const after = isDryRun ? before : await countPrompts(ctx);
    return {
      dry_run: isDryRun,
      ...result,
      capacity: {
        used: after.total,
        limit: plan.promptCapacity,
        daily_used: after.daily,
        daily_limit: plan.dailySlots,
      },
      created_ids: created.map((prompt) => prompt.id),
    };
  },
});
