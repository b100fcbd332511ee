import { z } from 'zod';
import { oneCall } from '../../core/field-prices.js';
import { getOwnAccount, getUsage } from '../../core/usage/account-usage.js';
import { creditsForecast } from '../../core/usage/credits-forecast.js';
import { defineTool } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

export const getAccount = defineTool({
  name: 'get_account',
  title: 'Get the account',
  description: 'The plan of the account, what it may do, and what is used of it.',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    tier: z.string(),
    subscription: z.string(),
    limits: z.object({
      requests_per_minute: z.number().nullable(),
      requests_per_day: z.number().nullable(),
      projects: z.number(),
      prompts: z.number(),
      competitors: z.number(),
    }),
    used: z.object({ requests_today: z.number(), prompts: z.number(), daily_slots: z.number() }),
    credits: z.object({
      granted: z.number(),
      used: z.number(),
      remaining: z.number(),
      forecast: z.number().nullable().describe('Of the whole month'),
      resets_at: z.string(),
    }),
  }),
  points: () => oneCall({ args: {}, childComplexity: oneCall({ args: {}, childComplexity: 0 }) }),
  run: async (ctx) => {
    const [account, usage, credits] = await Promise.all([getOwnAccount(ctx), getUsage(ctx), creditsForecast(ctx)]);
    const { limits } = account;
    return {
      name: quotedLine(account.name),
      tier: account.tier,
      subscription: account.subscription,
      limits: {
        requests_per_minute: limits.requestsPerMinute,
        requests_per_day: limits.requestsPerDay,
        projects: limits.projectCapacity,
        prompts: limits.promptCapacity,
        competitors: limits.competitorCapacity,
      },
      used: {
        requests_today: usage.requestsToday,
        prompts: usage.promptsUsed,
        daily_slots: usage.dailySlotsUsed,
      },
      credits: {
        granted: credits.granted,
        used: credits.used,
        remaining: credits.remaining,
        forecast: credits.forecast,
        resets_at: credits.resetsAt,
      },
    };
  },
});
